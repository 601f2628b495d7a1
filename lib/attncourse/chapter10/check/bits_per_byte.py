"""What a text costs by how often each token occurs in another one."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def tokens(inputs):
    """Whole numbers below N; the small ones occur more often."""
    for name in ("read", "asked"):
        drawn = (2 * inputs[name].abs()).long()
        inputs[name] = drawn.clamp(max=inputs["N"] - 1)


def counted(read, N):
    return torch.bincount(read, minlength=N)


exercise = Exercise(
    takes={"read": "S", "asked": "T", "N": "", "size": ""},
    returns=("bits",),
    learned=False,
    steps={
        "counts": Step("N", counted, "how often each token was read"),
        "more": Step(
            "N", lambda counts: counts.double() + 1, "once more for each"
        ),
        "whole": Step("", lambda more: float(more.sum()), "all that counts"),
        "p": Step(
            "N",
            lambda more, whole: more / whole,
            how="({counts} + 1) / {whole}",
        ),
        "cost": Step(
            "T", lambda p, asked: -p[asked].log2(), "bits of each token"
        ),
        "total": Step("", lambda cost: float(cost.sum()), "bits of the text"),
        "bits": Step("", lambda total, size: total / size, "for each byte"),
    },
    cases={
        "three tokens, one of them never read": case(
            read=(1, 1, 1, 0, 1), asked=(1, 2), N=3, size=4
        ),
        "two of five tokens": case(read=(2, 0, 2), asked=(2, 4), N=5, size=3),
        "five tokens": case(1, tokens, S=9, T=6, N=5, size=17),
        "more tokens than were read": case(2, tokens, S=4, T=7, N=11, size=13),
        "a long text is read": case(3, tokens, S=40, T=5, N=7, size=12),
    },
    mistakes={
        "the number of all tokens, N, is not added below": {
            "whole": lambda read: float(len(read))
        },
        "the logarithm is the natural one: these are nats": {
            "cost": lambda p, asked: -p[asked].log()
        },
        "a token that was never read costs nothing": {
            "cost": lambda p, asked, counts: torch.where(
                counts[asked] > 0, -p[asked].log2(), 0.0
            )
        },
        "what is divided by is the number of tokens, not of bytes": {
            "bits": lambda total, asked: total / len(asked)
        },
        "the counts are those of the text that is asked": {
            "counts": lambda asked, N: counted(asked, N)
        },
        "each different token is counted once": {
            "total": lambda p, asked: float(-p[asked.unique()].log2().sum())
        },
        "the logarithm is that of the sum, not the sum of the logarithms": {
            "total": lambda p, asked: float(-p[asked].sum().log2())
        },
        "all tokens of the vocabulary are summed, not those of the text": {
            "total": lambda p: float(-p.log2().sum())
        },
        "each token costs by its share alone, p log p is summed": {
            "total": lambda p: float(-(p * p.log2()).sum())
        },
    },
)
