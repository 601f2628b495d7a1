"""Top-p: the fewest tokens that have the share p of the probability."""

import torch

from attncourse.checks.cases import case, shares
from attncourse.checks.exercise import Exercise, Step

HALVES = 0.5, 0.25, 0.125, 0.0625, 0.0625  # their sums are exact
SUMS = 0.5, 0.75, 0.875
SHARES = shares("probabilities", 2)
EIGHTHS = (0.125, 0.5, 0.375), (0.25, 0.125, 0.625)


def ranks(probabilities):
    """The place of each token, the most probable one at 0."""
    return probabilities.argsort(-1, descending=True).argsort(-1)


def sums_before(row):
    return row.cumsum(-1) - row


def draw(chance):
    """Half of them with a sum that is p exactly."""
    if chance.random() < 0.5:
        row = chance.sample(HALVES, len(HALVES))
        return case(probabilities=(row, HALVES), p=chance.choice(SUMS))
    B, N = chance.randint(1, 5), chance.randint(3, 9)
    p = chance.uniform(0.3, 0.95)
    return case(chance.randrange(2**31), SHARES, B=B, N=N, p=p)


exercise = Exercise(
    takes={"probabilities": "B N", "p": ""},
    returns=("output",),
    learned=False,
    steps={
        "ordered": Step(
            "B N",
            lambda probabilities: probabilities.sort(-1, True).values,
            "the largest first",
        ),
        "sums": Step("B N", lambda ordered: ordered.cumsum(-1), "up to each"),
        "before": Step(
            "B N",
            lambda sums, ordered: sums - ordered,
            "the sum of those before it",
        ),
        "stays": Step(
            "B N", lambda before, p: before < p, "in order: p is not reached"
        ),
        "kept": Step(
            "B N",
            lambda stays, probabilities: stays.gather(-1, ranks(probabilities)),
            "which tokens stay, at their own places",
        ),
        "cut": Step(
            "B N",
            lambda probabilities, kept: probabilities * kept,
            "all others are 0",
            exact=True,
        ),
        "total": Step("B 1", lambda cut: cut.sum(-1, True), "what is left"),
        "output": Step(
            "B N",
            lambda cut, total: cut / total,
            how="{cut} / {total}",
            exact=True,
            zeros=("outside the nucleus", "in the nucleus"),
        ),
    },
    cases={
        "three tokens, p = 0.75": case(probabilities=EIGHTHS[:1], p=0.75),
        "a sum is p exactly": case(
            probabilities=(HALVES, HALVES[::-1]), p=0.75
        ),
        "equal tokens that all stay": case(
            probabilities=((0.25, 0.125, 0.25, 0.375),), p=0.8
        ),
        "p = 1 keeps all": case(probabilities=EIGHTHS, p=1.0),
        "a tiny p keeps one": case(probabilities=EIGHTHS, p=0.01),
        "three rows, p = 0.9": case(1, SHARES, B=3, N=7, p=0.9),
        "three rows, p = 0.5": case(2, SHARES, B=3, N=7, p=0.5),
        "as many rows as tokens": case(3, SHARES, B=5, N=5, p=0.8),
        "one probable token": case(probabilities=((0.01, 0.95, 0.04),), p=0.9),
    },
    mistakes={
        "the token that reaches p is left out": {
            "stays": lambda sums, p: sums <= p
        },
        "the token that reaches p is left out, except the first": {
            "stays": lambda sums, p: (sums <= p).index_fill(
                -1, torch.tensor([0]), True
            )
        },
        "a sum that is p exactly does not reach it": {
            "stays": lambda before, p: before <= p
        },
        "tokens with a probability of at least p stay": {
            "kept": lambda probabilities, p: probabilities >= p
        },
        "tokens with a probability above 1 - p stay": {
            "kept": lambda probabilities, p: probabilities > 1 - p
        },
        "tokens with at least p times the largest probability stay": {
            "kept": lambda probabilities, p: (
                probabilities >= p * probabilities.amax(-1, True)
            )
        },
        "the sums run through the row as it is, without an order": {
            "kept": lambda probabilities, p: sums_before(probabilities) < p
        },
        "the least probable tokens are taken first": {
            "kept": lambda probabilities, p: (
                sums_before(probabilities.sort(-1).values) < p
            ).gather(-1, probabilities.argsort(-1).argsort(-1))
        },
        "the marks are put back by gather, where scatter belongs": {
            "kept": lambda probabilities, stays: stays.gather(
                -1, probabilities.argsort(-1, descending=True)
            )
        },
        "what stays is left in the order of the probabilities": {
            "cut": lambda ordered, stays: ordered * stays
        },
        "what stays is put back by gather, where scatter belongs": {
            "cut": lambda probabilities, ordered, stays: (
                ordered * stays
            ).gather(-1, probabilities.argsort(-1, descending=True))
        },
    },
    draw=draw,
)
