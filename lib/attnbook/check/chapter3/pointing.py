"""The pointing game: does the largest weight lie in the box?"""

import torch

from attnbook.check.cases import drawn
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import text

TAKES = {"weights": "T I J", "boxes": "T four", "side": ""}


def case(seed, side, boxes, whole=False, **sizes):
    """Boxes are (left, top, right, bottom)."""
    given = {"side": side, "boxes": torch.tensor(boxes, dtype=torch.float64)}

    def positive(values):
        values["weights"] = (
            values["weights"]
            .flatten(1)
            .softmax(-1)
            .reshape(values["weights"].shape)
        )

    return drawn(TAKES, seed, positive, given=given, T=len(boxes), **sizes)


def place_case(side, rows, columns, *looks):
    """Each look is the place of the largest weight, row and column, and the
    box of the thing.
    """

    def make():
        weights = torch.full((len(looks), rows, columns), 0.05).double()
        for t, ((i, j), _) in enumerate(looks):
            weights[t, i, j] = 0.5
        boxes = torch.tensor([box for _, box in looks], dtype=torch.float64)
        return {"weights": weights, "boxes": boxes, "side": side}

    return make


exercise = Exercise(
    name="pointing",
    takes=TAKES,
    returns=("share",),
    steps={
        "place": Step(
            "T",
            lambda weights: weights.flatten(1).argmax(-1),
            "the number of the place with the largest weight",
        ),
        "row": Step(
            "T",
            lambda place, weights: place // weights.shape[2],
            "place // J",
        ),
        "column": Step(
            "T", lambda place, weights: place % weights.shape[2], "place % J"
        ),
        "x": Step(
            "T",
            lambda column, side, weights: (
                (column + 0.5) * side / weights.shape[2]
            ),
            "the centre's pixels from the left",
        ),
        "y": Step(
            "T",
            lambda row, side, weights: (row + 0.5) * side / weights.shape[1],
            "the centre's pixels from the top",
        ),
        "left": Step("T", lambda boxes: boxes[:, 0], "column 0 of the box"),
        "top": Step("T", lambda boxes: boxes[:, 1], "column 1 of the box"),
        "right": Step("T", lambda boxes: boxes[:, 2], "column 2 of the box"),
        "bottom": Step("T", lambda boxes: boxes[:, 3], "column 3 of the box"),
        "across": Step(
            "T",
            lambda left, x, right: (left <= x) & (x < right),
            "left <= x < right",
        ),
        "down": Step(
            "T",
            lambda top, y, bottom: (top <= y) & (y < bottom),
            "top <= y < bottom",
        ),
        "hits": Step(
            "T", lambda across, down: (across & down).double(), "both hold"
        ),
        "share": Step(
            "",
            lambda hits: float(hits.mean()),
            "the mean over the words",
            text("the mean of {hits}"),
        ),
    },
    cases={
        "one word, places of 4 x 8 pixels, a hit": place_case(
            8, 1, 2, ((0, 1), (4, 0, 8, 8))
        ),
        "one word, a thing below": place_case(
            8, 2, 1, ((1, 0), (0, 5, 8, 7)), ((0, 0), (3, 1, 5, 3))
        ),
        "the box ends at the centre, or begins there": place_case(
            8,
            2,
            2,
            ((0, 0), (0, 0, 2, 4)),
            ((0, 1), (6, 0, 8, 4)),
            ((1, 0), (0, 4, 4, 6)),
            ((1, 1), (4, 6, 8, 8)),
            ((1, 1), (4, 5, 8, 7)),
        ),
        "three words, 2 rows of 5 places": place_case(
            20,
            2,
            5,
            ((0, 3), (12, 2, 16, 8)),
            ((1, 1), (4, 10, 9, 20)),
            ((1, 4), (2, 14, 6, 18)),
        ),
        "places of odd width, boxes of half pixels": place_case(
            9,
            3,
            3,
            ((0, 1), (4.25, 0, 6, 3)),
            ((2, 2), (6, 7.25, 9, 9)),
            ((1, 0), (0, 3, 1.25, 6)),
            ((1, 1), (3, 3, 6, 4.75)),
        ),
        "places of no whole number of pixels": place_case(
            64,
            5,
            7,
            ((4, 6), (59, 57, 61, 59)),
            ((0, 6), (59, 0, 64, 7)),
            ((4, 0), (4, 57, 5, 64)),
            ((3, 5), (50, 44, 51, 46)),
        ),
        "many words, weights at random": case(
            1,
            40,
            [[8 * t, 0, 8 * t + 20, 26] for t in range(4)]
            + [[0, 8 * t, 33, 8 * t + 22] for t in range(3)],
            I=4,
            J=5,
        ),
    },
    mistakes={
        "row and column of a place are exchanged": {
            "row": lambda place, weights: place % weights.shape[2],
            "column": lambda place, weights: place // weights.shape[2],
        },
        "places are counted in columns of I": {
            "row": lambda place, weights: place % weights.shape[1],
            "column": lambda place, weights: place // weights.shape[1],
        },
        "side / I and side / J are exchanged": {
            "x": lambda column, side, weights: (
                (column + 0.5) * side / weights.shape[1]
            ),
            "y": lambda row, side, weights: (
                (row + 0.5) * side / weights.shape[2]
            ),
        },
        "a place is taken at its corner, not at its centre": {
            "x": lambda column, side, weights: column * side / weights.shape[2],
            "y": lambda row, side, weights: row * side / weights.shape[1],
        },
        "centres are rounded to whole pixels": {
            "x": lambda column, side, weights: (
                (column * (side // weights.shape[2]))
                + side // weights.shape[2] // 2
            ),
            "y": lambda row, side, weights: (
                (row * (side // weights.shape[1]))
                + side // weights.shape[1] // 2
            ),
        },
        "row and column are no pixels yet": {
            "x": lambda column: column,
            "y": lambda row: row,
        },
        "the right and the lower edge belong to the box": {
            "across": lambda left, x, right: (left <= x) & (x <= right),
            "down": lambda top, y, bottom: (top <= y) & (y <= bottom),
        },
        "the left and the upper edge do not belong to the box": {
            "across": lambda left, x, right: (left < x) & (x < right),
            "down": lambda top, y, bottom: (top < y) & (y < bottom),
        },
        "the box is read as (top, left, bottom, right)": {
            "across": lambda top, x, bottom: (top <= x) & (x < bottom),
            "down": lambda left, y, right: (left <= y) & (y < right),
        },
        "the box is read as (left, top, width, height)": {
            "across": lambda left, x, right: (left <= x) & (x < left + right),
            "down": lambda top, y, bottom: (top <= y) & (y < top + bottom),
        },
        "one of the two is enough": {
            "hits": lambda across, down: (across | down).double()
        },
        "this is a number of words, not a share": {
            "share": lambda hits: float(hits.sum())
        },
        "a word may point at the box of any word": {
            "hits": lambda left, top, right, bottom, x, y: (
                (
                    (left <= x[:, None])
                    & (x[:, None] < right)
                    & (top <= y[:, None])
                    & (y[:, None] < bottom)
                )
                .any(1)
                .double()
            )
        },
    },
)
