"""The check of the pointing game: the share of words whose largest weight lies
in the box of their thing.
"""

from collections.abc import Callable
from functools import partial

import torch

from attnbook.check.chapter3 import aim, misread
from attnbook.check.chapter3.looked import (
    SIDE,
    Looked,
    hit,
    share,
    told,
    within,
    word_case,
)
from attnbook.check.checker import Case, Mistake
from attnbook.check.rate import Rate


def _mistake(message: str, rule: Callable[[Looked], float]) -> Mistake:
    return Mistake(message, partial(share, rule))


CENTRE = "The point is the centre of its place."
BOX = "A box is (left, top, right, bottom)."


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
    ),
    word_case(
        "left and top belong to the box",
        (2, 3),
        ((0, 1), (12, 0, 20, 10)),
        ((0, 1), (8, 6, 16, 12)),
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

pointing = Rate(
    name="pointing",
    takes={"weights": "T I J", "boxes": "T 4", "side": ""},
    returns={"share": ""},
    reference=partial(share, hit),
    cases=CASES,
    looks=(),
    counts=told,
    each="words",
    trace=partial(aim.traced, CASES),
    mistakes=(
        _mistake(
            "x and y are exchanged: row i gives y, column j gives x, and a "
            "box is (left, top, right, bottom).",
            lambda word: within(*word.centre[::-1], word.box),
        ),
        _mistake(
            f"you take the upper left corner of the place. {CENTRE}",
            lambda word: misread.at(word, 0.0, 0.0),
        ),
        _mistake(
            f"you take the lower right corner of the place. {CENTRE}",
            lambda word: misread.at(word, 1.0, 1.0),
        ),
        _mistake(
            "<= stands where < belongs: right and bottom are one past the end "
            "of the box.",
            misread.closed,
        ),
        _mistake(
            "< stands where <= belongs: left and top belong to the box.",
            misread.open,
        ),
        _mistake(
            "x alone, or y alone, is enough for you: & belongs where | stands.",
            misread.either,
        ),
        _mistake(
            "y is not compared with top and bottom.",
            lambda word: word.box[0] <= word.centre[0] < word.box[2],
        ),
        _mistake(
            "x is not compared with left and right.",
            lambda word: word.box[1] <= word.centre[1] < word.box[3],
        ),
        _mistake(
            "you add up the weight inside the box. The game asks where the "
            "largest weight is, and counts words.",
            misread.inside,
        ),
        _mistake(
            f"a place that touches the box is a hit for you. {CENTRE}",
            misread.touches,
        ),
        _mistake("you take the smallest weight.", misread.lowest),
        _mistake(
            f"you read the box as (left, top, width, height). {BOX}",
            misread.sized,
        ),
        _mistake(
            f"you read the box as (left, right, top, bottom). {BOX}",
            misread.in_pairs,
        ),
        _mistake(
            "places are side / J wide and side / I high: you take one of the "
            "two for both.",
            lambda word: within(
                word.centre[0] * word.columns / word.rows,
                word.centre[1],
                word.box,
            ),
        ),
        _mistake(
            "places are side / J wide and side / I high: you take one of the "
            "two for both.",
            lambda word: within(
                word.centre[0],
                word.centre[1] * word.rows / word.columns,
                word.box,
            ),
        ),
        _mistake(
            "row and column of a place come by // J and % J: a row has J "
            "places, not I.",
            misread.counted_in_rows,
        ),
        _mistake(
            "row and column are no pixels yet: a place is side / J wide and "
            "side / I high.",
            lambda word: within(float(word.j), float(word.i), word.box),
        ),
        _mistake(
            "your rows are counted from the bottom. Row 0 is the upper one.",
            lambda word: within(
                word.centre[0], word.side - word.centre[1], word.box
            ),
        ),
        _mistake(
            "this is the share of words that miss.",
            lambda word: not hit(word),
        ),
        _mistake(
            "this is in per cent: leave the 100 out.",
            lambda word: 100 * hit(word),
        ),
        Mistake(
            "this is a number of words. Divide by T, the number of all.",
            misread.number,
        ),
        Mistake(
            "you divide by the number of places. Divide by T, the number of "
            "words.",
            misread.over_places,
        ),
        Mistake("this is the first word alone.", misread.first),
        Mistake(
            "a word may look into the box of any word. Word t goes with box t.",
            misread.any_box,
        ),
        Mistake(
            "you take one place for all words, that of the largest mean. Each "
            "word has its own.",
            misread.together,
        ),
    ),
)
