"""An image as a sequence of patches, and back. Built in chapter 9.

Patches stand row by row, from the upper left corner. Source: Dosovitskiy et al.
2021, section 3.1.
"""

import torch
from jaxtyping import Int, Shaped
from torch import Tensor


def patchify(
    images: Shaped[Tensor, "B C Y X"], patch: int
) -> Shaped[Tensor, "B P numbers"]:
    """P patches of patch x patch pixels, each as one row of numbers: channel by
    channel, and in a channel line by line.

    Raises ValueError for what is no batch of images, and for a patch that does
    not divide both sides.
    """
    if images.ndim != 4:
        raise ValueError(f"images must be B C Y X: shape={tuple(images.shape)}")
    B, C, Y, X = images.shape
    if patch < 1 or Y % patch or X % patch:
        raise ValueError(
            f"a patch must divide the image: patch={patch}, image {Y} x {X}"
        )
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    return cut.permute(0, 2, 4, 1, 3, 5).flatten(3).flatten(1, 2)  # B P Cpp


def assemble(
    patches: Shaped[Tensor, "B P numbers"], channels: int, wide: int
) -> Shaped[Tensor, "B C Y X"]:
    """The images that `patchify` cut, which have `wide` patches in a row.

    Raises ValueError for numbers that make no whole patches or rows.
    """
    B, P, numbers = patches.shape
    side = round((numbers / channels) ** 0.5)
    if channels * side**2 != numbers or wide < 1 or P % wide:
        raise ValueError(
            f"{P} patches of {numbers} numbers are no rows of {wide} square "
            f"patches with {channels} channels"
        )
    cut = patches.reshape(B, P // wide, wide, channels, side, side)
    together = cut.permute(0, 3, 1, 4, 2, 5)
    return together.reshape(B, channels, P // wide * side, wide * side)


def shuffle(
    images: Shaped[Tensor, "B C Y X"], patch: int, order: Int[Tensor, " P"]
) -> Shaped[Tensor, "B C Y X"]:
    """The same patches at other places, the same for all images: at place i
    stands the patch order[i].

    Raises as `patchify` does, and ValueError for an order that is not one of
    all P patches.
    """
    cut = patchify(images, patch)
    P = cut.shape[1]
    if not torch.equal(order.sort().values.cpu(), torch.arange(P)):
        raise ValueError(
            f"the order must name each of the {P} patches once: "
            f"{order.tolist()[:8]}..."
        )
    return assemble(cut[:, order], images.shape[1], images.shape[3] // patch)
