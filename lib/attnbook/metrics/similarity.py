"""How alike the words of a sentence have become. Built in chapter 7."""

from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional as F


def mean_cosine(
    x: Float[Tensor, "B T D"], real: Bool[Tensor, "B T"]
) -> Float[Tensor, " B"]:
    """The mean cosine between two different words of each sequence: 1 when all
    point the same way, about 0 for independent vectors.

    `real` is False at padding. A sequence of fewer than two words gives NaN.
    """
    unit = F.normalize(x, dim=-1) * real[..., None]
    n = real.sum(1)
    total = unit.sum(1).square().sum(-1) - n  # |sum u|^2 = n + those of pairs
    return (total / (n * (n - 1))).masked_fill(n < 2, float("nan"))
