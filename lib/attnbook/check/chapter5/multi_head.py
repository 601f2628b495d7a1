"""Several heads: split, attend in each, join, and one more matrix."""

import torch
from torch import Tensor

from attnbook.check.attention import low, reading, scaling, weighing
from attnbook.check.cases import drawn, large
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import dot

TAKES = {"X": "B T D"}
TAKES |= dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), "D D'")
TAKES |= {"H": "", "mask": "B 1 T T'"}
PAST = torch.ones(3, 1, 5, 5).tril().bool()
PADDED = PAST.clone()
PADDED[1, :, :, 3:] = False
PADDED[2, :, 2:, 1] = False


def split(x: Tensor, H: int) -> Tensor:
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def case(seed, H, mask=None, *changes, whole=False, **sizes):
    sizes = {"B": 3, "T": 5, "D": 14} | sizes
    sizes["D'"] = sizes["D"]
    inputs = {"H": H, "mask": mask}
    return drawn(TAKES, seed, *changes, whole=whole, inputs=inputs, **sizes)


def projected(matrix: str) -> Step:
    return Step(
        "B T D'", torch.matmul, f"X times {matrix}", needs=("X", matrix)
    )


def in_heads(letter: str, axes: str) -> Step:
    needs = (f"X_{letter}", "H")
    return Step(axes, split, "split into heads", needs=needs)


exercise = Exercise(
    name="multi_head",
    takes=TAKES,
    returns=("output", "weights"),
    steps={
        "X_q": projected("W_q"),
        "X_k": projected("W_k"),
        "X_v": projected("W_v"),
        "Q": in_heads("q", "B H T K"),
        "K": in_heads("k", "B H T' K"),
        "V": in_heads("v", "B H T' K"),
    }
    | scaling("B H T T'")
    | weighing("scores", "mask", "B H T T'")
    | reading("V", "read", axes="B H T K")
    | {
        "joined": Step(
            "B T D",
            lambda read: read.transpose(1, 2).flatten(2),
            "heads side by side",
        ),
        "output": Step(
            "B T D'",
            lambda joined, W_o: joined @ W_o,
            "times W_o",
            dot("joined", "W_o"),
        ),
    },
    cases={
        "two words, two heads of width 1": case(
            10, 2, whole=True, B=1, T=2, D=2
        ),
        "no mask, two heads": case(5, 2),
        "no mask, as many heads as words": case(12, 3, B=4, T=3, D=15),
        "causal mask": case(2, 2, PAST),
        "each sentence has its own mask": case(4, 2, PADDED),
        "no mask, one head": case(3, 1, B=2, T=3, D=7),
        "scores near -40, causal mask": case(6, 2, PAST, low),
        "large scores, causal mask": case(8, 2, PAST, large("W_q")),
    },
    mistakes={
        "H is the number of heads, not the width of one": {
            name: lambda x, H: split(x, x.shape[-1] // H) for name in "QKV"
        },
        "the columns are dealt out: a head takes every H-th": {
            name: lambda x, H: x.unflatten(-1, (-1, H)).permute(0, 3, 1, 2)
            for name in "QKV"
        },
    },
)
