"""What several heads learn and what they compute, counted."""

from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import text

TAKES = dict.fromkeys(("T", "D", "H", "K", "V"), "")


def case(*counts):
    return lambda: dict(zip(TAKES, counts, strict=True))


exercise = Exercise(
    name="cost",
    takes=TAKES,
    returns=("parameters", "multiplications"),
    steps={
        "queries": Step("", lambda D, H, K: D * H * K, "numbers in all W_q"),
        "keys": Step("", lambda D, H, K: D * H * K, "numbers in all W_k"),
        "values": Step("", lambda D, H, V: D * H * V, "numbers in all W_v"),
        "out": Step("", lambda H, V, D: H * V * D, "numbers in W_o"),
        "parameters": Step(
            "",
            lambda queries, keys, values, out: queries + keys + values + out,
            "all four kinds of matrices",
            text("{queries} + {keys} + {values} + {out}"),
        ),
        "projecting": Step(
            "", lambda T, parameters: T * parameters, "each word, each matrix"
        ),
        "scoring": Step(
            "", lambda T, H, K: H * T * T * K, "each word with each word"
        ),
        "reading": Step(
            "", lambda T, H, V: H * T * T * V, "weights times values"
        ),
        "multiplications": Step(
            "",
            lambda projecting, scoring, reading: projecting + scoring + reading,
            "all products",
            text("{projecting} + {scoring} + {reading}"),
        ),
    },
    cases={
        "two words, one head": case(2, 3, 1, 1, 2),
        "two words, two heads": case(2, 5, 2, 3, 7),
        "more words than numbers": case(11, 3, 2, 5, 7),
        "one word": case(1, 7, 3, 2, 5),
        "many words": case(101, 13, 5, 7, 3),
    },
)
