"""What tokens cost somebody who bets on some of them and leaves the rest to
their frequencies.
"""

import torch

from attncourse.checks.cases import case, shares
from attncourse.checks.exercise import Exercise, Step

SIXTEENTHS = (0.5, 0.25, 0.125, 0.0625, 0.0625)


def placed(inputs):
    """Bets: rows that keep a part for the rest; what comes, by number."""
    bets = inputs["bets"]
    T, N = bets.shape
    kept = torch.linspace(0.1, 0.9, T, dtype=bets.dtype)[:, None]
    inputs["bets"] = (4 * bets).softmax(-1) * kept
    inputs["answers"] = (5 * inputs["answers"].abs()).long() % N


def sized(seed, **sizes):
    return case(seed, placed, shares("lower", 1), **sizes)


exercise = Exercise(
    takes={"bets": "T N", "lower": "N", "answers": "T"},
    returns=("bits",),
    learned=False,
    steps={
        "rest": Step(
            "T 1", lambda bets: 1 - bets.sum(-1, True), "what is not bet"
        ),
        "spread": Step(
            "T N", lambda rest, lower: rest * lower, "the rest, by lower"
        ),
        "p": Step("T N", lambda bets, spread: bets + spread),
        "own": Step(
            "T",
            lambda p, answers: p.gather(-1, answers[:, None])[:, 0],
            "of what came",
        ),
        "bits": Step(
            "T",
            lambda own: -own.log2(),
            how="-log2({own})",
        ),
    },
    cases={
        "half on the right token": case(
            bets=((0.5, 0, 0, 0, 0),), lower=SIXTEENTHS, answers=(0,)
        ),
        "no bet at all": case(
            bets=((0.0,) * 5, (0.0,) * 5), lower=SIXTEENTHS, answers=(1, 3)
        ),
        "on another token": case(
            bets=((0, 0.75, 0, 0, 0), (0, 0, 0, 0.5, 0.25)),
            lower=SIXTEENTHS,
            answers=(0, 4),
        ),
        "three bets on seven tokens": sized(1, T=3, N=7),
        "as many bets as tokens": sized(2, T=5, N=5),
        "more bets than tokens": sized(3, T=8, N=4),
    },
    mistakes={
        "the rest is lost: only bets count": {"p": lambda bets: bets + 1e-9},
        "the rest is shared out evenly, not by lower": {
            "spread": lambda rest, lower: (
                rest * torch.full_like(lower, 1 / len(lower))
            )
        },
        "lower is added whole, whatever was bet": {
            "spread": lambda rest, lower: torch.ones_like(rest) * lower
        },
        "lower counts only where nothing was bet on the token": {
            "p": lambda bets, spread: torch.where(bets > 0, bets, spread)
        },
        "bets are scaled to 1 in each row": {
            "p": lambda bets, lower: torch.where(
                bets.sum(-1, True) > 0,
                bets / bets.sum(-1, True).clamp(min=1e-9),
                lower,
            ).clamp(min=1e-9)
        },
        "the logarithm is the natural one: these are nats": {
            "bits": lambda own: -own.log()
        },
        "what is taken is the largest bet, not that on what came": {
            "own": lambda p: p.amax(-1)
        },
        "these are the bits on average, not of each token": {
            "bits": lambda own: -own.log2().mean().expand_as(own)
        },
    },
)
