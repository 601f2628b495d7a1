"""A model that counts: what follows a context, filled up by what follows a
shorter one.
"""

import torch

from attncourse.checks.cases import case, shares
from attncourse.checks.exercise import Exercise, Step

CONTEXTS = ((0, 2, 1, 2, 0), (2, 2, 0, 3, 3), (0, 2, 2, 0, 3))
WANTED = ((4, 1, 6, 1, 0), (1, 5, 4, 0, 0), (4, 1, 5, 2, 6))
LOWER = ((0.25, 0.25, 0.5),)


def table(seed, contexts, wanted, kappa, pad=0, **sizes):
    return case(
        seed,
        shares("lower", 1),
        contexts=contexts,
        wanted=wanted,
        kappa=kappa,
        pad=pad,
        **sizes,
    )


def counts(contexts, wanted, lower, real):
    found = torch.zeros_like(lower)
    one = lower.new_ones(int(real.sum()))
    pairs = contexts[real], wanted[real]
    return found.index_put(pairs, one, accumulate=True)


def draw(chance):
    B, T, C, N = (chance.randint(2, 6) for _ in range(4))
    pad = chance.choice((0, N))
    contexts, wanted = (
        tuple(tuple(chance.choices(some, k=T)) for _ in range(B))
        for some in (range(C), range(N + 1))
    )
    seed, kappa = chance.randrange(2**31), chance.choice((0.5, 1.5, 4.0))
    return table(seed, contexts, wanted, kappa, pad, C=C, N=N + 1)


exercise = Exercise(
    takes={"contexts": "B T", "wanted": "B T", "lower": "C N"}
    | {"kappa": "", "pad": ""},
    returns=("shares",),
    learned=False,
    steps={
        "real": Step("B T", lambda wanted, pad: wanted != pad, "no padding"),
        "counts": Step("C N", counts, "how often each token follows"),
        "total": Step(
            "C 1", lambda counts: counts.sum(-1, True), "of each context"
        ),
        "filled": Step(
            "C N", lambda counts, kappa, lower: counts + kappa * lower
        ),
        "whole": Step("C 1", lambda total, kappa: total + kappa),
        "shares": Step(
            "C N",
            lambda filled, whole: filled / whole,
            how="({counts} + {kappa} * {lower}) / ({total} + {kappa})",
        ),
    },
    cases={
        "one context, three words": case(
            contexts=((0, 0, 0),),
            wanted=((2, 1, 2),),
            lower=LOWER,
            kappa=1.0,
            pad=0,
        ),
        "a context that never occurs": case(
            contexts=((0, 0, 0),),
            wanted=((2, 1, 0),),
            lower=(*LOWER, (0.5, 0.25, 0.25)),
            kappa=2.0,
            pad=0,
        ),
        "four contexts (B=3, T=5, C=4, N=7)": table(
            1, CONTEXTS, WANTED, 2.0, C=4, N=7
        ),
        "padding is 6, and 0 a word": table(
            2, CONTEXTS, WANTED, 0.5, pad=6, C=4, N=8
        ),
        "padding is 4": table(3, CONTEXTS, WANTED, 3.0, pad=4, C=5, N=9),
        "as many contexts as tokens": table(4, CONTEXTS, WANTED, 1.5, C=7, N=7),
    },
    mistakes={
        "a pair that occurs again is not counted again: + 1 by an index": {
            "counts": lambda contexts, wanted, lower, real: counts(
                contexts, wanted, lower, real
            ).clamp(max=1)
        },
        "kappa is added to every token, whatever the shorter context says": {
            "filled": lambda counts, kappa: counts + kappa,
            "whole": lambda filled: filled.sum(-1, True),
        },
        "the shorter context counts only where the longer one never occurs": {
            "shares": lambda counts, total, lower: torch.where(
                total > 0, counts / total.clamp(min=1), lower
            )
        },
        "kappa is taken for a share": {
            "shares": lambda counts, total, lower, kappa: (
                (1 - kappa) * counts / total.clamp(min=1) + kappa * lower
            )
        },
        "only pairs that never occur are filled up": {
            "filled": lambda counts, kappa, lower: torch.where(
                counts > 0, counts, kappa * lower
            ),
            "whole": lambda filled: filled.sum(-1, True),
        },
    },
    draw=draw,
)
