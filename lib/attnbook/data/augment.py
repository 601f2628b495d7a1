"""Images changed at random, so that few look like many. Built in chapter 9.

Each function takes a batch of images, numbers of 0 to 1, and all but `move` a
generator, which decides all draws; what it is given stays as it was. Images
that are not square, or no floating-point numbers, are a ValueError.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

from attnbook import validation

Images = Float[Tensor, "B C side side"]
DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""By a pixel up, to the left, to the right and down, as `move` takes it."""


def move(
    images: Images, down: int, across: int, edge: str = "constant"
) -> Images:
    """All images moved by so many pixels, negative ones up and to the left;
    black comes in, or with the edge "replicate" the line that stood there.
    Raises ValueError for a move that is not smaller than the image.
    """
    side, most = _side(images), max(abs(down), abs(across))
    if most >= side:
        raise ValueError(
            f"a move must be smaller than {side} pixels: {down}, {across}"
        )
    wide = F.pad(images, (most, most, most, most), edge)
    rows, columns = (
        slice(most - by, most - by + side) for by in (down, across)
    )
    return wide[..., rows, columns]


def crop(images: Images, pad: int, generator: torch.Generator) -> Images:
    """Each image moved by up to `pad` pixels in both directions; what comes in
    at the edge is mirrored.

    Source: Krizhevsky et al. 2012, section 4.1. Raises ValueError for a pad
    that is not smaller than the image.
    """
    side = _side(images)
    validation.between(0, side - 1, pad=pad)
    wide = F.pad(images, (pad, pad, pad, pad), "reflect")
    return _windows(wide, side, 2 * pad, generator)


def shift(images: Images, pixels: int, generator: torch.Generator) -> Images:
    """Each image moved by up to so many pixels in both directions; black comes
    in. Raises ValueError for a move that is not smaller than the image.
    """
    side = _side(images)
    validation.between(0, side - 1, pixels=pixels)
    wide = F.pad(images, (pixels, pixels, pixels, pixels))
    return _windows(wide, side, 2 * pixels, generator)


def flip(images: Images, generator: torch.Generator) -> Images:
    """Each image as it is, or left and right changed, with equal odds."""
    _side(images)
    turned = torch.rand(len(images), generator=generator) < 0.5
    return torch.where(turned[:, None, None, None], images.flip(-1), images)


def rand_augment(
    images: Images, count: int, magnitude: float, generator: torch.Generator
) -> Images:
    """`count` operations of OPERATIONS for each image, drawn with equal odds,
    each as strong as `magnitude` says, 0 to 1, in a direction that is drawn.

    Source: Cubuk et al. 2020, section 3. Raises ValueError for a magnitude
    outside 0 .. 1, and for a negative count.
    """
    _side(images)
    validation.at_least(0, count=count)
    validation.between(0, 1, magnitude=magnitude)
    names = list(OPERATIONS)
    for _ in range(count):
        size = len(images)
        drawn = torch.randint(len(names), (size,), generator=generator)
        sign = 2 * torch.randint(2, (size,), generator=generator) - 1
        strength = magnitude * sign.to(images)
        images = images.clone()
        for k in drawn.unique().tolist():
            own = drawn == k
            changed = OPERATIONS[names[k]](images[own], strength[own])
            images[own] = changed.clamp(0, 1)
    return images


def _side(images: Tensor) -> int:
    """How many pixels wide and high the images are, checked."""
    shape = images.shape
    square = images.ndim == 4 and shape[-1] == shape[-2] > 0
    if not square or not images.is_floating_point():
        raise ValueError(
            f"images must be floating-point numbers, (B, C, side, side): "
            f"{images.dtype} {tuple(shape)}"
        )
    return shape[-1]


def _windows(
    wide: Tensor, side: int, most: int, generator: torch.Generator
) -> Tensor:
    """A window of each image, `side` pixels wide, whose corner is drawn."""
    B = len(wide)
    top, left = torch.randint(most + 1, (2, B), generator=generator)
    place = torch.arange(side)
    rows = (top[:, None] + place)[:, None, :, None]
    columns = (left[:, None] + place)[:, None, None, :]
    batch = torch.arange(B)[:, None, None, None]
    channel = torch.arange(wide.shape[1])[None, :, None, None]
    return wide[batch, channel, rows, columns]


def _moved(images: Tensor, matrix: Tensor) -> Tensor:
    """Pixels taken from where the matrix "B 2 3" says, in units of half an
    image; black outside.
    """
    shape = list(images.shape)
    grid = F.affine_grid(matrix, shape, align_corners=False)
    return F.grid_sample(images, grid, align_corners=False)


def _affine(change: Callable[[Tensor, Tensor], None]) -> "Operation":
    """An operation that moves pixels: what it changes in the matrix of no
    change.
    """

    def operation(images: Tensor, strength: Tensor) -> Tensor:
        matrix = torch.eye(2, 3).repeat(len(images), 1, 1).to(images)
        change(matrix, strength)
        return _moved(images, matrix)

    return operation


def _rotate(matrix: Tensor, strength: Tensor) -> None:
    angle = strength * torch.pi / 6  # 30 degrees at most
    matrix[:, 0, 0] = matrix[:, 1, 1] = angle.cos()
    matrix[:, 0, 1], matrix[:, 1, 0] = -angle.sin(), angle.sin()


def _shear(row: int) -> Callable[[Tensor, Tensor], None]:
    def change(matrix: Tensor, strength: Tensor) -> None:
        matrix[:, row, 1 - row] = 0.3 * strength

    return change


def _translate(row: int) -> Callable[[Tensor, Tensor], None]:
    def change(matrix: Tensor, strength: Tensor) -> None:
        matrix[:, row, 2] = 0.4 * strength  # a fifth of the image at most

    return change


def _blend(
    other: Callable[[Tensor], Tensor],
) -> "Operation":
    """Away from another image, or towards it."""

    def operation(images: Tensor, strength: Tensor) -> Tensor:
        by = 0.9 * strength[:, None, None, None]
        base = other(images)
        return base + (1 + by) * (images - base)

    return operation


def _solarize(images: Tensor, strength: Tensor) -> Tensor:
    """What is brighter than a bound is turned round."""
    bound = 1 - strength.abs()[:, None, None, None]
    return torch.where(images > bound, 1 - images, images)


def _posterize(images: Tensor, strength: Tensor) -> Tensor:
    """As few as 4 shades, else up to 256."""
    bits = (8 - 6 * strength.abs()).round()[:, None, None, None]
    steps = 2**bits - 1
    return (images * steps).round() / steps


Operation = Callable[[Tensor, Tensor], Tensor]
OPERATIONS: dict[str, Operation] = {
    "nothing": lambda images, strength: images,
    "rotate": _affine(_rotate),
    "shear across": _affine(_shear(0)),
    "shear down": _affine(_shear(1)),
    "translate across": _affine(_translate(0)),
    "translate down": _affine(_translate(1)),
    "brightness": _blend(torch.zeros_like),
    "contrast": _blend(lambda x: x.mean((1, 2, 3), keepdim=True).expand_as(x)),
    "saturation": _blend(lambda x: x.mean(1, keepdim=True).expand_as(x)),
    "solarize": _solarize,
    "posterize": _posterize,
}
