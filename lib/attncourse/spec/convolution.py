"""A filter moved over an image, one place after the other."""

import torch
from jaxtyping import Float
from torch import Tensor


def convolution(
    image: Float[Tensor, "C Y X"],
    filters: Float[Tensor, "D C 3 3"],
    bias: Float[Tensor, " D"],
    stride: int = 1,
) -> Float[Tensor, "D I J"]:
    """Each filter at every place: the sum of filter times image over 3 x 3
    pixels and all C colours or features, plus its bias.

    Around the image stands one row, one column of zeros; the middle of the
    filter moves by `stride` pixels. LeCun et al. 1989, section 3.2.
    """
    rows, columns = (range(0, size, stride) for size in image.shape[1:])
    return torch.stack(
        [
            torch.stack(
                [
                    torch.stack(
                        [filter_at(image, filters[d], y, x) for x in columns]
                    )
                    for y in rows
                ]
            )
            + bias[d]
            for d in range(len(filters))
        ]
    )


def filter_at(
    image: Float[Tensor, "C Y X"],
    kernel: Float[Tensor, "C 3 3"],
    y: int,
    x: int,
) -> Float[Tensor, ""]:
    """One filter with its middle on the pixel in row y, column x: what it
    covers outside the image is 0.
    """
    total = image.new_zeros(())
    for c in range(len(image)):
        for p in range(3):
            for q in range(3):
                row, column = y + p - 1, x + q - 1
                inside = 0 <= row < image.shape[1] and (
                    0 <= column < image.shape[2]
                )
                if inside:
                    total = total + kernel[c, p, q] * image[c, row, column]
    return total
