"""Words that look at a place of a grid, and a box in which they should."""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

Box = tuple[int, ...]


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
        cells = [(i, j) for i in range(rows) for j in range(columns)]
        i, j = max(cells, key=lambda cell: float(one[cell]))
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
