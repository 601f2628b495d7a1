"""Encodings that change each word by its place, before any layer.

Places count from 0. Two neighbouring features make a pair, and each pair turns
at its own frequency, in radians a place.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attnbook import validation

Start = int | Int[Tensor, " B"]
"""The place of the first word: one for all sequences, or one for each."""


def frequencies(width: int, base: float = 10_000.0) -> Float[Tensor, " _"]:
    """omega_i = base^(-2i / width) for the pairs i = 0 .. width/2 - 1, in
    float64: from 1, the fastest, down to nearly 1 / base.

    On the CPU, since not every device has float64. Source: Vaswani et al. 2017,
    section 3.5. Raises ValueError for a width that is not even, and for a base
    that is not above 0.
    """
    if width < 2 or width % 2:
        raise ValueError(
            f"features come in pairs, so the width must be even: width={width}"
        )
    if not base > 0:
        raise ValueError(f"base must be above 0: base={base}")
    pair = torch.arange(0, width, 2, dtype=torch.float64, device="cpu")
    return base ** (-pair / width)


def indices(length: int, start: Start = 0) -> Int[Tensor, "_ T"]:
    """The places of so many words in a row, on the CPU, one row for all
    sequences or one for each.
    """
    first = torch.as_tensor(start, device="cpu").reshape(-1, 1)
    return first + torch.arange(length, device="cpu")


def angles(
    place: Int[Tensor, "*_ T"], width: int, base: float = 10_000.0
) -> Float[Tensor, "*_ T _"]:
    """place * omega_i: by how much each pair has turned, in float64."""
    return place[..., None].double() * frequencies(width, base)


def waves(
    place: Int[Tensor, "*_ T"], width: int, base: float = 10_000.0
) -> Float[Tensor, "*_ T D"]:
    """sin and cos of the angle of each pair, side by side, in float64.

    Source: Vaswani et al. 2017, section 3.5.
    """
    turned = angles(place, width, base)
    return torch.stack([turned.sin(), turned.cos()], -1).flatten(-2)


def sinusoidal(
    length: int, width: int, base: float = 10_000.0
) -> Float[Tensor, "T D"]:
    """PE(t, 2i) = sin(t omega_i), PE(t, 2i + 1) = cos(t omega_i), a row for
    each place.

    Source: Vaswani et al. 2017, section 3.5. Raises ValueError for a width that
    is not even.
    """
    return waves(indices(length)[0], width, base).to(torch.get_default_dtype())


class Sinusoidal(nn.Module):
    """Adds to each word the sines and cosines of its place. Nothing is learned,
    and every place has a row.

    Source: Vaswani et al. 2017, section 3.5.
    """

    def __init__(self, width: int, base: float = 10_000.0):
        super().__init__()
        frequencies(width, base)  # refuses an odd width
        self.width, self.base = width, base

    def forward(
        self, x: Float[Tensor, "B T D"], start: Start = 0
    ) -> Float[Tensor, "B T D"]:
        """The words with their places added; the first stands at `start`."""
        place = indices(x.shape[1], start)
        return x + waves(place, self.width, self.base).to(x)


class Learned(nn.Module):
    """Adds to each word the row of its place in a table that is learned.

    Source: Gehring et al. 2017, section 3.1. Raises ValueError where a word
    stands at a place that has no row.
    """

    def __init__(self, length: int, width: int, deviation: float = 0.02):
        super().__init__()
        self.table = nn.Parameter(deviation * torch.randn(length, width))

    def forward(
        self, x: Float[Tensor, "B T D"], start: Start = 0
    ) -> Float[Tensor, "B T D"]:
        """The words with their rows added; the first stands at `start`."""
        place = indices(x.shape[1], start)
        rows, known = len(self.table), validation.readable(place)
        if (
            known
            and place.numel()
            and not 0 <= place.min() <= place.max() < rows
        ):
            raise ValueError(
                f"the table has rows for positions 0 .. {rows - 1}: "
                f"positions {int(place.min())} .. {int(place.max())}"
            )
        return x + self.table[place.to(x.device)]


class Complex(nn.Module):
    """Embeddings of words as complex numbers that turn with the place: r
    e^(i (omega t + theta)), with amplitude r, frequency omega and phase theta
    learned for each word and each pair.

    Real and imaginary parts stand side by side, so that real layers can read
    them. Frequencies start as those of `sinusoidal`.
    Source: Wang et al. 2020, section 2. Raises ValueError for an odd width.
    """

    def __init__(self, tokens: int, width: int):
        super().__init__()
        shape, omega = (tokens, width // 2), frequencies(width)
        self.amplitude = nn.Parameter(torch.randn(shape))
        omega = omega.to(self.amplitude)
        self.frequency = nn.Parameter(omega.repeat(tokens, 1))
        self.phase = nn.Parameter(2 * torch.pi * torch.rand(shape))

    def forward(
        self, tokens: Int[Tensor, "B T"], start: Start = 0
    ) -> Float[Tensor, "B T D"]:
        """The embeddings of the words; the first stands at `start`."""
        place = indices(tokens.shape[1], start).to(tokens.device)
        r = self.amplitude[tokens]
        exact = torch.promote_types(r.dtype, torch.float32)
        omega, theta = (
            x[tokens].to(exact) for x in (self.frequency, self.phase)
        )
        turned = omega * place[..., None] + theta
        parts = torch.stack([turned.cos(), turned.sin()], -1).to(r)
        return (r[..., None] * parts).flatten(-2)
