"""An image cut into patches, one patch after the other."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from attncourse.spec.scores import times


def patchify(
    image: Float[Tensor, "C Y X"], patch: int
) -> Float[Tensor, "P numbers"]:
    """Row by row, the numbers of each patch: channel by channel, and in a
    channel line by line. Dosovitskiy et al. 2021, section 3.1.
    """
    C, Y, X = image.shape
    return torch.stack(
        [
            torch.stack(
                [
                    image[c, top + y, left + x]
                    for c in range(C)
                    for y in range(patch)
                    for x in range(patch)
                ]
            )
            for top in range(0, Y, patch)
            for left in range(0, X, patch)
        ]
    )


def rollout(weights: Sequence[Float[Tensor, "H T T"]]) -> Float[Tensor, "T T"]:
    """How much of each input is in each output, when in every block half comes
    from the weights, the mean over the heads, and half by the residual
    connection.
    Abnar and Zuidema 2020, section 3, equation 1.
    """
    T = weights[0].shape[-1]
    found = torch.eye(T).to(weights[0])
    for block in weights:
        mean = sum(head for head in block) / len(block)
        half = (mean + torch.eye(T).to(mean)) / 2
        found = torch.stack([times(found.T, row) for row in half])
    return found
