"""Cross-entropy with label smoothing, over real tokens only."""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from attnbook import validation


def cross_entropy(
    logits: Float[Tensor, "B T N"],
    target: Int[Tensor, "B T"],
    pad: int,
    smoothing: float = 0.0,
) -> Float[Tensor, ""]:
    """The sum, over tokens that are not padding, of -log p(token), in nats.

    `smoothing` moves that share of the target's probability evenly to all
    tokens (Szegedy et al. 2016, section 7). Divide by the number of real tokens
    for a mean. Raises ValueError for a share outside 0 .. 1.
    """
    validation.between(0, 1, smoothing=smoothing)
    return F.cross_entropy(
        logits.flatten(0, 1),
        target.flatten(),
        ignore_index=pad,
        label_smoothing=smoothing,
        reduction="sum",
    )
