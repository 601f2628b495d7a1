"""Two handwritten digits far apart in one image: are they the same? The task
that asks for a look across the whole image. Built in chapter 9.
"""

import torch

from attnbook.data import labelled
from attnbook.data.labelled import Labelled

SIDE = 24  # pixels of an image, both ways
DIGIT = 8
COUNTS = {"train": 21_000, "test": 2000}
CLASSES = ("different", "same")
CORNERS = torch.tensor([[0, 0], [0, 16], [16, 0], [16, 16]])
"""Where a digit may stand: its first row and column."""


def load(part: str) -> Labelled:
    """Images of 24 x 24 pixels, black but for two digits in two of the four
    corners; every other pair is of one class, written by two hands.

    The digits of the test part are others than those of the training part.
    Raises ValueError for another part.
    """
    data = labelled.digits(part)
    count = COUNTS[part]
    generator = torch.Generator().manual_seed(count)
    labels = torch.arange(count) % 2
    first, second = _drawn(data.labels, labels, generator)
    order = torch.rand(count, 4, generator=generator).argsort(1)[:, :2]
    images = torch.zeros(count, 1, SIDE, SIDE, dtype=torch.uint8)
    place = torch.arange(DIGIT)
    every = torch.arange(count)[:, None, None]
    for digit, corner in ((first, order[:, 0]), (second, order[:, 1])):
        top, left = CORNERS[corner].T
        rows = (top[:, None] + place)[:, :, None]
        columns = (left[:, None] + place)[:, None, :]
        images[every, 0, rows, columns] = data.images[digit, 0]
    return labelled.checked(images, labels, CLASSES, "twins")


def _drawn(
    known: torch.Tensor, same: torch.Tensor, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Two different digits for each image: of one class where it says so, else
    of two.
    """
    count = len(same)
    first = torch.randint(len(known), (count,), generator=generator)
    second = first.clone()
    left = torch.ones(count, dtype=torch.bool)
    while left.any():
        fresh = torch.randint(len(known), (count,), generator=generator)
        second = torch.where(left, fresh, second)
        alike = known[first] == known[second]
        left = (alike != (same == 1)) | (first == second)
    return first, second
