"""What training makes small."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from attncourse.spec.attention import softmax


def cross_entropy(
    logits: Float[Tensor, "T N"],
    target: Int[Tensor, " T"],
    pad: int,
    smoothing: float = 0.0,
) -> Float[Tensor, ""]:
    """sum_t -sum_n q_n log p_n over real tokens; q is 1 - smoothing on the
    target plus smoothing / N everywhere.

    Szegedy et al. 2016, section 7.
    """
    total, N = logits.new_zeros(()), logits.shape[1]
    for t in range(len(target)):
        if int(target[t]) == pad:
            continue
        p = softmax(logits[t])
        for n in range(N):
            q = (1 - smoothing) * (n == int(target[t])) + smoothing / N
            total = total - q * torch.log(p[n])
    return total
