"""The check of the pointing game: the share of words whose largest weight lies
in the box of their thing.
"""

from collections.abc import Callable
from functools import partial

from attnbook.check.chapter3 import aim, misread
from attnbook.check.chapter3.looked import Looked, hit, share, told, within
from attnbook.check.chapter3.turns import CASES
from attnbook.check.checker import Mistake
from attnbook.check.rate import Rate


def _mistake(message: str, rule: Callable[[Looked], float]) -> Mistake:
    return Mistake(message, partial(share, rule))


CENTRE = "The point is the centre of its place."
BOX = "A box is (left, top, right, bottom)."

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
            "< and <= are exchanged, or half a pixel is taken from the centre: "
            "left <= x < right, with the centre as it is.",
            lambda word: misread.beside(word, -0.5),
        ),
        _mistake(
            "half a pixel is added to the centre. Leave it where it is, also "
            "between two pixels.",
            lambda word: misread.beside(word, 0.5),
        ),
        _mistake(
            "<= stands where < belongs: right and bottom are one past the end "
            "of the box.",
            misread.closed,
        ),
        _mistake(
            "right - 1 is where the last pixel begins, and a centre may lie "
            "inside it: x < right.",
            misread.to_the_last,
        ),
        _mistake(
            "the last pixel of a box is left out: right and bottom are one "
            "past the end already, so x < right is enough.",
            misread.short,
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
            "side / J and side / I are exchanged: a place is side / J wide "
            "and side / I high.",
            lambda word: within(
                word.centre[0] * word.columns / word.rows,
                word.centre[1] * word.rows / word.columns,
                word.box,
            ),
        ),
        _mistake(
            "row and column of a place are exchanged: x = (j + 0.5) side / J, "
            "y = (i + 0.5) side / I.",
            lambda word: hit(word._replace(i=word.j, j=word.i)),
        ),
        _mistake(
            "you take the row and the column with the largest sums. The "
            "largest weight decides, and nothing beside it.",
            misread.crossed,
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
