"""Scores: how well a key answers a query. Functions where nothing is learned,
modules where something is.

Queries are "B H T K", keys are "B H S K", scores are "B H T S". Every module
splits its work in two:
`prepare(k)` is what does not depend on the query (a decoder does it once for
each sentence),
`compare(q, prepared)` is the rest; calling the module does both. All are built
alike, as
`SCORES[name](query_width, key_width, width)`; `width` counts hidden units,
which only `Additive` has. Built in chapter 2.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


def dot(
    q: Float[Tensor, "B H T K"], k: Float[Tensor, "B H S K"]
) -> Float[Tensor, "B H T S"]:
    """The dot product q . k. Source: Luong et al. 2015, equation 8 (dot)."""
    check_pair(q, k)
    return torch.einsum("bhtk,bhsk->bhts", q, k)


def scaled_dot(
    q: Float[Tensor, "B H T K"],
    k: Float[Tensor, "B H S K"],
    scale: float | None = None,
) -> Float[Tensor, "B H T S"]:
    """The dot product times `scale`, by default 1 / sqrt(K). The queries are
    scaled, so that what is too large before the root does not overflow. Source:
    Vaswani et al. 2017, equation 1.
    """
    return dot(q * (q.shape[-1] ** -0.5 if scale is None else scale), k)


def gaussian(
    q: Float[Tensor, "B H T K"],
    k: Float[Tensor, "B H S K"],
    bandwidth: float = 1.0,
) -> Float[Tensor, "B H T S"]:
    """-|q - k|^2 / (2 h^2), with h the bandwidth: the logarithm of a Gaussian
    kernel, so that the softmax makes a kernel regression of attention.

    Source: Nadaraya 1964, Watson 1964. Raises ValueError for a bandwidth that
    is not above 0.
    """
    check_pair(q, k)
    if not bandwidth > 0:
        raise ValueError(f"bandwidth must be above 0: bandwidth={bandwidth}")
    off = q[..., :, None, :] - k[..., None, :, :]  # B H T S K
    return -(off / bandwidth).square().sum(-1) / 2


def check_pair(q: Tensor, k: Tensor) -> None:
    """Raise ValueError unless queries and keys have four axes and agree in all
    but the third.
    """
    if (
        q.ndim != 4
        or k.ndim != 4
        or q.shape[:2] != k.shape[:2]
        or q.shape[3] != k.shape[3]
    ):
        raise ValueError(
            f"queries and keys must agree in B, H and K: q={tuple(q.shape)}, "
            f"k={tuple(k.shape)}"
        )


class Score(nn.Module):
    """What all scores share: calling one compares with the prepared keys."""

    def prepare(self, k: Tensor) -> Tensor:
        """What does not depend on the query: here the keys as they are."""
        return k

    def compare(self, q: Tensor, prepared: Tensor) -> Tensor:
        """Scores "B H T S": here the dot products with the prepared keys."""
        return dot(q, prepared)

    def forward(self, q: Tensor, k: Tensor) -> Tensor:
        """Scores "B H T S"."""
        return self.compare(q, self.prepare(k))


class Constant(Score):
    """0 for every pair, so that all keys weigh the same: no attention, if the
    memory has one row.
    """

    def __init__(self, query_width: int, key_width: int, width: int = 0):
        super().__init__()

    def compare(self, q: Tensor, prepared: Tensor) -> Tensor:
        """0 for every pair of a query and a key."""
        return q.new_zeros(*q.shape[:3], prepared.shape[2])


class Dot(Score):
    """`dot` as a module: nothing is learned, so query and key must have one
    width; ValueError if they have not.
    """

    def __init__(self, query_width: int, key_width: int, width: int = 0):
        super().__init__()
        if query_width != key_width:
            raise ValueError(
                f"dot needs equal widths: query_width={query_width}, "
                f"key_width={key_width}"
            )


class General(Score):
    """q^T W k: the dot product of the query with a learned image of the key.

    Source: Luong et al. 2015, equation 8 (general). Query and key may differ in
    width.
    """

    def __init__(self, query_width: int, key_width: int, width: int = 0):
        super().__init__()
        self.key = nn.Linear(key_width, query_width, bias=False)

    def prepare(self, k: Tensor) -> Tensor:
        """W k for every key: "B H S K" of the query's width."""
        return _project("keys", k, self.key)


class Additive(Score):
    """v^T tanh(W q + U k): a hidden layer of `width` units looks at query and
    key together.

    Source: Bahdanau et al. 2015, appendix A.1.2. Query and key may differ in
    width.
    """

    def __init__(self, query_width: int, key_width: int, width: int):
        super().__init__()
        self.query = nn.Linear(query_width, width, bias=False)
        self.key = nn.Linear(key_width, width, bias=False)
        self.out = nn.Linear(width, 1, bias=False)

    def prepare(self, k: Tensor) -> Tensor:
        """U k for every key: "B H S A"."""
        return _project("keys", k, self.key)

    def compare(self, q: Tensor, prepared: Tensor) -> Tensor:
        """v^T tanh(W q + prepared) for every pair of a query and a key."""
        # B H T S A
        pairs = (
            _project("queries", q, self.query)[..., :, None, :]
            + prepared[..., None, :, :]
        )
        return self.out(pairs.tanh()).squeeze(-1)


class Linear(Score):
    """a . q + b . k: one linear layer on the pair [q; k].

    It is here to be refuted: a . q is the same for every key, so the softmax
    over keys cancels it, and the weights do not depend on the query (chapter 2,
    claim S04).
    """

    def __init__(self, query_width: int, key_width: int, width: int = 0):
        super().__init__()
        self.query = nn.Linear(query_width, 1, bias=False)
        self.key = nn.Linear(key_width, 1, bias=False)

    def prepare(self, k: Tensor) -> Tensor:
        """b . k for every key: "B H S 1"."""
        return _project("keys", k, self.key)

    def compare(self, q: Tensor, prepared: Tensor) -> Tensor:
        """The sum of the query's part and the prepared part of the key."""
        return _project("queries", q, self.query) + prepared.transpose(-1, -2)


SCORES: dict[str, type[Score]] = {
    "none": Constant,
    "dot": Dot,
    "general": General,
    "additive": Additive,
    "linear": Linear,
}
"""Every score that a model can be asked for by name."""


def _project(name: str, x: Tensor, layer: nn.Linear) -> Tensor:
    if x.shape[-1] != layer.in_features:
        raise ValueError(
            f"{name} must be {layer.in_features} wide: shape={tuple(x.shape)}"
        )
    return layer(x)
