"""The pointing game played otherwise: another point of the place, another box,
another count.
"""

from torch import Tensor

from attnbook.check.chapter3.looked import Looked, hit, looks, share, within


def at(word: Looked, down: float, across: float) -> bool:
    """With another point of the place: (0.5, 0.5) is its centre."""
    x = (word.j + across) * word.side / word.columns
    y = (word.i + down) * word.side / word.rows
    return within(x, y, word.box)


def beside(word: Looked, by: float) -> bool:
    """With a point so many pixels to the right of the centre and below."""
    x, y = word.centre
    return within(x + by, y + by, word.box)


def closed(word: Looked) -> bool:
    (x, y), (left, top, right, bottom) = word.centre, word.box
    return left <= x <= right and top <= y <= bottom


def to_the_last(word: Looked) -> bool:
    """Up to the number of the last pixel, where a centre may lie behind it."""
    (x, y), (left, top, right, bottom) = word.centre, word.box
    return left <= x <= right - 1 and top <= y <= bottom - 1


def short(word: Looked) -> bool:
    """One taken from right and bottom once more."""
    left, top, right, bottom = word.box
    return within(*word.centre, (left, top, right - 1, bottom - 1))


def open(word: Looked) -> bool:
    (x, y), (left, top, right, bottom) = word.centre, word.box
    return left < x < right and top < y < bottom


def either(word: Looked) -> bool:
    (x, y), (left, top, right, bottom) = word.centre, word.box
    return left <= x < right or top <= y < bottom


def inside(word: Looked) -> float:
    """The weight of all places whose centre lies in the box."""
    cells = [(i, j) for i in range(word.rows) for j in range(word.columns)]
    held = [c for c in cells if hit(word._replace(i=c[0], j=c[1]))]
    return sum((float(word.weights[cell]) for cell in held), 0.0)


def touches(word: Looked) -> bool:
    (x, y), (left, top, right, bottom) = word.centre, word.box
    wide, high = word.side / word.columns / 2, word.side / word.rows / 2
    across = left < x + wide and x - wide < right
    return across and top < y + high and y - high < bottom


def lowest(word: Looked) -> bool:
    i, j = divmod(int(word.weights.argmin()), word.columns)
    return hit(word._replace(i=i, j=j))


def crossed(word: Looked) -> bool:
    """The row with the largest sum, and the column."""
    i, j = (int(word.weights.sum(axis).argmax()) for axis in (1, 0))
    return hit(word._replace(i=i, j=j))


def in_pairs(word: Looked) -> bool:
    """The box read as left, right, top, bottom."""
    left, right, top, bottom = word.box
    return within(*word.centre, (left, top, right, bottom))


def sized(word: Looked) -> bool:
    """Width and height read in the place of right and bottom."""
    left, top, width, height = word.box
    return within(*word.centre, (left, top, left + width, top + height))


def counted_in_rows(word: Looked) -> bool:
    i, j = divmod(word.i * word.columns + word.j, word.rows)
    return hit(word._replace(i=i, j=j))


def number(weights: Tensor, boxes: Tensor, side: int) -> float:
    return share(hit, weights, boxes, side) * len(weights)


def over_places(weights: Tensor, boxes: Tensor, side: int) -> float:
    return number(weights, boxes, side) / weights[0].numel()


def first(weights: Tensor, boxes: Tensor, side: int) -> float:
    return share(hit, weights[:1], boxes[:1], side)


def any_box(weights: Tensor, boxes: Tensor, side: int) -> float:
    words = looks(weights, boxes, side)
    return sum(
        any(hit(word._replace(box=other.box)) for other in words)
        for word in words
    ) / len(words)


def together(weights: Tensor, boxes: Tensor, side: int) -> float:
    mean = weights.mean(0, keepdim=True).expand_as(weights)
    return share(hit, mean, boxes, side)
