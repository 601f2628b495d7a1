"""Words that look at a place of a grid, and a box in which they should."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from attnbook.check.checker import Case

Box = tuple[int, ...]
Cell = tuple[int, int]
SIDE = 24  # pixels


class Looked(NamedTuple):
    """One word: its largest weight stands in row i, column j of a grid of
    so many rows and columns; its box.
    """

    i: int
    j: int
    rows: int
    columns: int
    side: int
    box: Box
    weights: Tensor

    @property
    def centre(self) -> tuple[float, float]:
        """x and y of the place, in pixels."""
        wide, high = self.side / self.columns, self.side / self.rows
        return (self.j + 0.5) * wide, (self.i + 0.5) * high


def looks(weights: Tensor, boxes: Tensor, side: int) -> list[Looked]:
    """Word by word, by loops over the places."""
    words = []
    for one, box in zip(weights, boxes.tolist(), strict=True):
        rows, columns = one.shape
        flat = one.flatten().tolist()
        i, j = divmod(flat.index(max(flat)), columns)
        words.append(Looked(i, j, rows, columns, side, tuple(box), one))
    return words


def within(x: float, y: float, box: Box) -> bool:
    """Right and bottom are one past the end."""
    left, top, right, bottom = box
    return left <= x < right and top <= y < bottom


def hit(word: Looked) -> bool:
    """The centre of the place lies in the box."""
    return within(*word.centre, word.box)


def share(
    rule: Callable[[Looked], float],
    weights: Tensor,
    boxes: Tensor,
    side: int,
) -> float:
    words = looks(weights, boxes, side)
    return sum(map(rule, words)) / len(words)


def told(weights: Tensor, boxes: Tensor, side: int) -> str:
    lines = (
        f"word {t}: largest weight in row {word.i}, column {word.j} of "
        f"{word.rows} x {word.columns} places, centre x = "
        f"{word.centre[0]:g}, y = {word.centre[1]:g}, box {word.box}, "
        f"{'a hit' if hit(word) else 'no hit'}"
        for t, word in enumerate(looks(weights, boxes, side))
    )
    return "; ".join(lines)


def word_case(says: str, grid: Cell, *words: tuple[Cell, Box]) -> Case:
    """Words by the cell of their largest weight and their box."""
    rows, columns = grid

    def make() -> dict:
        weights = torch.arange(2.0, rows * columns + 2, dtype=torch.float64)
        weights = weights.reshape(rows, columns).repeat(len(words), 1, 1)
        for t, (cell, _) in enumerate(words):
            weights[t][cell] += rows * columns
        weights /= weights.sum((1, 2), keepdim=True)
        boxes = torch.tensor([box for _, box in words])
        return {"weights": weights, "boxes": boxes, "side": SIDE}

    return Case(f"{says} (T={len(words)}, I={rows}, J={columns})", make)
