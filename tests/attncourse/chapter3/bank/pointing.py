"""Answers to `pointing`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(-1)
    x = (place % columns + 0.5) * side / columns
    y = (place // columns + 0.5) * side / rows
    left, top, right, bottom = boxes.T
    hits = (left <= x) & (x < right) & (top <= y) & (y < bottom)
    return float(hits.double().mean())


@bank.right
def word_by_word(weights, boxes, side):
    hits, (T, rows, columns) = 0, weights.shape
    for one, (left, top, right, bottom) in zip(weights, boxes, strict=True):
        i, j = divmod(int(one.argmax()), columns)
        x, y = (j + 0.5) * side / columns, (i + 0.5) * side / rows
        hits += bool(left <= x < right and top <= y < bottom)
    return hits / T


@bank.right
def whole_numbers(weights, boxes, side):
    places = weights.flatten(1).argmax(-1)
    i, j = places // weights.shape[2], places % weights.shape[2]
    at = side * torch.stack([2 * j + 1, 2 * i + 1], 1)
    low, high = (2 * boxes * torch.tensor(weights.shape[:0:-1] * 2)).chunk(2, 1)
    return ((low <= at) & (at < high)).all(1).sum().item() / len(boxes)


SHARE = "float(hits.double().mean())"
WIDTHS = "x <", "x < left +", "y <", "y < top +"
SLIPS = {
    "right and bottom belong to the box": ("x <", "x <=", "y <", "y <="),
    "left and top do not belong to the box": ("<= x", "< x", "<= y", "< y"),
    "takes right and bottom for width and height": WIDTHS,
    "the share of the weight in the box": (
        "weights.flatten(1).argmax(-1)",
        "torch.arange(rows * columns)[:, None]",
        SHARE,
        "float((weights.flatten(1).T * hits).sum() / weights.sum())",
    ),
    "a tensor, not a number": (SHARE, "hits.double().mean()"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "looks at x alone": (" & (top <= y) & (y < bottom)", ""),
    "the number of hits": ("mean()", "sum()"),
    "a box is left, right, top, bottom": ("top, right,", "right, top,"),
    "the width of a place for its height, too": ("/ rows", "/ columns"),
}
bank.fresh(plain, FRESH)
