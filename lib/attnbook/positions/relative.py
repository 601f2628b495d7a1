"""Encodings that live inside a layer: they turn queries and keys, add to the
scores, or add to what is read.

Queries "B H T K", keys "B H S K"; the last query stands where the last key
stands, as a cache needs.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attnbook import validation
from attnbook.positions.absolute import Start, frequencies, indices


class Position(nn.Module):
    """What a layer of attention asks of an encoding; this one changes
    nothing.

    `values` is None, or a function from weights "B H T S" to what is added to
    what each query reads, "B H T V".
    """

    values: Callable[[Tensor], Tensor] | None = None

    def rotate(
        self, q: Tensor, k: Tensor, start: Start = 0
    ) -> tuple[Tensor, Tensor]:
        """Queries and keys, the first of each at the place `start`."""
        return q, k

    def bias(self, q: Tensor, k: Tensor) -> Tensor | None:
        """What is added to the scaled scores, broadcastable to "B H T S"."""
        return None


def distances(T: int, S: int) -> Int[Tensor, "T S"]:
    """How far key s stands to the right of query t; of the past it is
    negative.
    """
    return torch.arange(S) - torch.arange(S - T, S)[:, None]


class Shaw(Position):
    """A learned vector for each distance, up to `reach` on both sides; what is
    farther has the vector of `reach`. The heads share them.

    Source: Shaw et al. 2018, equations 3 and 4; without a `value_width` the
    values stay as they are (equation 4 alone). Raises ValueError for sizes too
    small.
    """

    def __init__(
        self, key_width: int, reach: int, value_width: int | None = None
    ):
        super().__init__()
        validation.at_least(0, reach=reach)
        validation.at_least(1, key_width=key_width, value_width=value_width)
        self.reach, rows = reach, 2 * reach + 1
        self.key_rows = nn.Parameter(0.1 * torch.randn(rows, key_width))
        if value_width is not None:
            self.value_rows = nn.Parameter(torch.zeros(rows, value_width))
            self.values = self._values

    def bias(
        self, q: Float[Tensor, "B H T K"], k: Float[Tensor, "B H S K"]
    ) -> Float[Tensor, "B H T S"]:
        """q_t . a_{s-t} / sqrt(K), from the products of q_t with all rows."""
        products = q * q.shape[-1] ** -0.5 @ self.key_rows.T  # B H T R
        row = self._row(q.shape[2], k.shape[2]).to(q.device)
        return products.gather(-1, row.expand(*q.shape[:2], -1, -1))

    def _values(
        self, weights: Float[Tensor, "B H T S"]
    ) -> Float[Tensor, "B H T V"]:
        """sum_s weights[t, s] a_{s-t}, from the weight on each row."""
        row = self._row(*weights.shape[2:]).to(weights.device)
        on_row = weights.new_zeros(*weights.shape[:3], len(self.value_rows))
        found = on_row.scatter_add(-1, row.expand_as(weights), weights)
        return found @ self.value_rows

    def _row(self, T: int, S: int) -> Tensor:
        return distances(T, S).clamp(-self.reach, self.reach) + self.reach


def rotary(
    x: Float[Tensor, "B H T K"],
    start: Start = 0,
    base: float = 10_000.0,
    omega: Float[Tensor, " _"] | None = None,
) -> Float[Tensor, "B H T K"]:
    """Each pair of neighbouring features turned by place * omega_i, so that
    q . k depends on the distance of the two alone.

    `omega` are the frequencies of the pairs, by default those that `base` says.
    Source: Su et al. 2021, equations 14 to 16. Raises ValueError for an odd
    width.
    """
    place = indices(x.shape[2], start)
    omega = frequencies(x.shape[-1], base) if omega is None else omega
    turned = (place[..., None].double() * omega)[:, None]
    cos, sin = turned.cos().to(x), turned.sin().to(x)
    first, second = x.unflatten(-1, (-1, 2)).unbind(-1)
    pairs = first * cos - second * sin, first * sin + second * cos
    return torch.stack(pairs, -1).flatten(-2)


class Rotary(Position):
    """Turns queries and keys; nothing is learned. `omega` are other
    frequencies than those of the base, as models have whose texts became longer
    after training. Source: Su et al. 2021, equation 16.
    """

    def __init__(
        self,
        *,
        base: float = 10_000.0,
        omega: Float[Tensor, " _"] | None = None,
    ):
        super().__init__()
        frequencies(2, base)  # refuses a base that cannot be
        self.base = base
        self.omega = omega  # no buffer: `half` would round it

    def extra_repr(self) -> str:
        """What `repr` shows."""
        return f"base={self.base:g}"

    def rotate(
        self,
        q: Float[Tensor, "B H T K"],
        k: Float[Tensor, "B _ S K"],
        start: Start = 0,
    ) -> tuple[Tensor, Tensor]:
        """Both turned, each row by its own place."""
        how = start, self.base, self.omega
        return rotary(q, *how), rotary(k, *how)


def slopes(heads: int) -> Float[Tensor, " H"]:
    """2^(-8 h / H) for the heads h = 1 .. H if H is a power of 2; else those of
    the power below, then every second one of the power above, as published; in
    float64, on the CPU.

    Source: Press et al. 2022, section 3 and the code of its authors.
    """
    if heads < 1:
        raise ValueError(f"at least one head is needed: heads={heads}")
    power = 2 ** (heads.bit_length() - 1)
    own = [2 ** (-8 * h / power) for h in range(1, power + 1)]
    between = [2 ** (-4 * h / power) for h in range(1, 2 * power + 1, 2)]
    found = [*own, *between][:heads]
    return torch.tensor(found, dtype=torch.float64, device="cpu")


class Alibi(Position):
    """Scores fall with the distance, in each head at its own slope; nothing is
    learned.

    As published it stands beside a causal mask: without one, keys to the right
    would gain what keys to the left lose. `symmetric` takes the distance
    without its sign; that version is ours. Source: Press et al. 2022, section
    3.
    """

    def __init__(self, heads: int, *, symmetric: bool = False):
        super().__init__()
        self.symmetric = symmetric
        self.slope = slopes(heads)  # no buffer: `half` would round it

    def bias(
        self, q: Float[Tensor, "B H T K"], k: Float[Tensor, "B H S K"]
    ) -> Float[Tensor, "1 H T S"]:
        """slope_h (s - t); symmetric: -slope_h |s - t|. Numbers of 16 bits are
        rounded once, after the product.
        """
        exact = torch.promote_types(q.dtype, torch.float32)
        apart = distances(q.shape[2], k.shape[2]).to(q.device, exact)
        apart = -apart.abs() if self.symmetric else apart
        slope = self.slope.to(q.device, exact)[None, :, None, None]
        return (slope * apart).to(q)
