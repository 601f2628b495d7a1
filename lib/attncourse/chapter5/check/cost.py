"""What several heads learn and what they compute, counted."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def draw(chance):
    return case(
        **dict(zip("TDHKV", chance.sample(range(2, 20), 5), strict=True))
    )


exercise = Exercise(
    takes=dict.fromkeys("TDHKV", ""),
    returns=("parameters", "multiplications"),
    steps={
        "queries": Step("", lambda D, H, K: D * H * K, "numbers in all W_q"),
        "keys": Step("", lambda D, H, K: D * H * K, "numbers in all W_k"),
        "values": Step("", lambda D, H, V: D * H * V, "numbers in all W_v"),
        "out": Step("", lambda H, V, D: H * V * D, "numbers in W_o"),
        "parameters": Step(
            "",
            lambda queries, keys, values, out: queries + keys + values + out,
            "all matrices together",
            "{queries} + {keys} + {values} + {out}",
        ),
        "projecting": Step(
            "", lambda T, parameters: T * parameters, "every word, every matrix"
        ),
        "scoring": Step(
            "", lambda T, H, K: H * T * T * K, "all pairs of words"
        ),
        "reading": Step(
            "", lambda T, H, V: H * T * T * V, "weights times values"
        ),
        "multiplications": Step(
            "",
            lambda projecting, scoring, reading: projecting + scoring + reading,
            "all three together",
            "{projecting} + {scoring} + {reading}",
        ),
    },
    cases={
        "two words, one head": case(T=2, D=3, H=1, K=1, V=2),
        "two words, two heads": case(T=2, D=5, H=2, K=3, V=7),
        "more words than numbers": case(T=11, D=3, H=2, K=5, V=7),
        "one word": case(T=1, D=7, H=3, K=2, V=5),
        "many words": case(T=101, D=13, H=5, K=7, V=3),
    },
    mistakes={
        "biases are counted, too": {
            "parameters": lambda parameters, D, H, K, V: (
                parameters + H * (2 * K + V) + D
            )
        },
        "each pair of words is counted once, not in both directions": {
            "scoring": lambda T, H, K: H * T * (T + 1) // 2 * K,
            "reading": lambda T, H, V: H * T * (T + 1) // 2 * V,
        },
    },
    draw=draw,
)
