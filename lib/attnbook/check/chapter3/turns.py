"""The cases of the pointing game, each with one thing that it asks."""

import torch

from attnbook.check.chapter3.looked import SIDE, word_case
from attnbook.check.checker import Case


def _close() -> dict:
    """One word; within its column and within its row another place is nearly
    as large.
    """
    weights = torch.tensor([[[0.3, 0.25, 0.0], [0.28, 0.0, 0.17]]])
    boxes = torch.tensor([[0, 0, 8, 12]])
    return {"weights": weights.double(), "boxes": boxes, "side": SIDE}


CASES = (
    word_case(
        "a word whose largest weight lies in its box is a hit",
        (2, 3),
        ((0, 2), (14, 2, 24, 11)),
    ),
    word_case(
        "a word whose largest weight lies outside is none",
        (2, 3),
        ((1, 0), (10, 2, 22, 10)),
    ),
    word_case(
        "x runs along the columns, y along the rows",
        (2, 3),
        ((0, 2), (3, 17, 9, 23)),
        ((1, 0), (2, 15, 7, 20)),
    ),
    word_case(
        "rows are counted from the top",
        (2, 3),
        ((0, 1), (8, 14, 16, 22)),
    ),
    word_case(
        "the point is the centre of the place, not a corner",
        (2, 3),
        ((1, 1), (10, 14, 16, 22)),
        ((1, 1), (6, 10, 11, 16)),
        ((0, 1), (13, 8, 20, 16)),
    ),
    word_case(
        "right and bottom are one past the end of the box",
        (2, 3),
        ((0, 1), (4, 0, 12, 12)),
        ((0, 1), (8, 0, 16, 6)),
        ((0, 1), (4, 0, 13, 7)),
    ),
    word_case(
        "left and top belong to the box",
        (2, 3),
        ((0, 1), (12, 0, 20, 10)),
        ((0, 1), (8, 6, 16, 12)),
        ((0, 1), (13, 7, 20, 12)),
    ),
    word_case(
        "only the place of the largest weight counts, however much weight "
        "the box holds",
        (2, 3),
        ((0, 0), (8, 0, 24, 24)),
    ),
    Case(
        "of close weights the largest counts, as it is (T=1, I=2, J=3)", _close
    ),
    word_case(
        "a centre may lie between two pixels",
        (8, 8),
        ((1, 1), (2, 2, 5, 5)),
        ((2, 5), (16, 7, 17, 8)),
        ((1, 1), (5, 2, 9, 9)),
    ),
    word_case(
        "each word has a box of its own",
        (3, 2),
        ((0, 0), (13, 17, 23, 24)),
        ((2, 1), (1, 0, 11, 8)),
        ((1, 1), (14, 9, 22, 15)),
    ),
    word_case(
        "the share of hits among all words",
        (4, 3),
        ((0, 0), (0, 0, 7, 8)),
        ((3, 2), (16, 16, 24, 24)),
        ((1, 2), (1, 8, 8, 14)),
        ((2, 0), (2, 12, 9, 19)),
        ((0, 2), (17, 0, 24, 5)),
    ),
)
