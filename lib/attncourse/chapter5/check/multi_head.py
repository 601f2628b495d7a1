"""Several heads: split, attend in each, join, and one more matrix."""

from functools import partial

import torch
from torch import Tensor

from attncourse.checks.attention import low, product, reading, scaling, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import dot

TAKES = {"X": "B T D"}
TAKES |= dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), "D D'")
TAKES |= {"H": "", "mask": "B 1 T T'"}
PAST = torch.ones(3, 1, 5, 5).tril().bool()
PADDED = PAST.clone()
PADDED[0, :, :, 4:] = False
PADDED[1, :, :, 3:] = False
PADDED[2, :, 2:, 1] = False

sized = partial(case, mask=None, B=3, T=5, D=14)


def split(x: Tensor, H: int) -> Tensor:
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def in_heads(letter: str, axes: str) -> Step:
    needs = (f"X_{letter}", "H")
    return Step(axes, split, "split into heads", needs=needs)


exercise = Exercise(
    takes=TAKES,
    returns=("output", "weights"),
    steps={f"X_{x}": product("B T D'", "X", f"W_{x}") for x in "qkv"}
    | {
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
        "two words, two heads of width 2": sized(
            830, whole=True, H=2, B=1, T=2, D=4
        ),
        "no mask, two heads": sized(5, H=2),
        "no mask, as many heads as words": sized(12, H=3, B=4, T=3, D=15),
        "causal mask": sized(2, H=2, mask=PAST),
        "each sentence has its own mask": sized(4, H=2, mask=PADDED),
        "no mask, one head": sized(3, H=1, B=2, T=3, D=7),
        "scores near -40, causal mask": sized(6, low, H=2, mask=PAST),
        "large scores, causal mask": sized(8, large("W_q"), H=2, mask=PAST),
    },
    mistakes={
        "H is the number of heads, not the width of one": {
            name: lambda x, H: split(x, x.shape[-1] // H) for name in "QKV"
        },
        "a head takes every H-th column instead of a block": {
            name: lambda x, H: x.unflatten(-1, (-1, H)).permute(0, 3, 1, 2)
            for name in "QKV"
        },
    },
)
