"""A decoder block of today: RMSNorm before each layer, a gated feed-forward
layer.
"""

import torch
from torch.nn.functional import silu

from attncourse.chapter7.check.post_norm_block import Layer
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import dot


def sized(seed, **sizes):
    """A block whose attention has no weights."""
    attend = Layer("attend", lambda x: x.cumsum(1).flip(-1).sin())
    return case(seed, attend=attend, **sizes)


def root(x):
    return (x**2).mean(-1, True).sqrt()


def layer_norm(x, gain):
    centred = x - x.mean(-1, True)
    return centred / root(centred) * gain


exercise = Exercise(
    takes={"x": "B T D", "attend": "", "g_own": "D", "g_inner": "D"}
    | {"W_gate": "D F", "W_wide": "D F", "W_narrow": "F D"},
    returns=("output",),
    steps={
        "root_own": Step("B T 1", root, "root of the mean square of x"),
        "read": Step(
            "B T D",
            lambda x, root_own, g_own: x / root_own * g_own,
            "x, normalised",
            "{x} / {root_own} * {g_own}",
        ),
        "added": Step("B T D", lambda attend, read: attend(read)),
        "y": Step("B T D", lambda x, added: x + added, "after attention"),
        "root_inner": Step(
            "B T 1", lambda y: root(y), "root of the mean square of y"
        ),
        "z": Step(
            "B T D",
            lambda y, root_inner, g_inner: y / root_inner * g_inner,
            "y, normalised",
            "{y} / {root_inner} * {g_inner}",
        ),
        "scores": Step("B T F", lambda z, W_gate: z @ W_gate),
        "gate": Step("B T F", lambda scores: silu(scores), "SiLU of scores"),
        "wide": Step(
            "B T F", lambda z, W_wide: z @ W_wide, "", dot("z", "W_wide")
        ),
        "gated": Step("B T F", lambda gate, wide: gate * wide),
        "narrow": Step("B T D", lambda gated, W_narrow: gated @ W_narrow),
        "output": Step("B T D", lambda y, narrow: y + narrow),
    },
    cases={
        "one word": sized(1, B=1, T=1, D=3, F=4),
        "two words of two features": sized(2, B=1, T=2, D=2, F=5),
        "three sentences": sized(3, B=3, T=4, D=5, F=6),
        "as wide inside as outside": sized(4, B=2, T=3, D=6, F=6),
        "more words than features": sized(5, B=2, T=7, D=3, F=5),
    },
    mistakes={
        "the mean is subtracted first: this is LayerNorm, not RMSNorm": {
            "read": lambda x, g_own: layer_norm(x, g_own),
            "z": lambda y, g_inner: layer_norm(y, g_inner),
        },
        "the sum of squares is taken, not their mean": {
            "root_own": lambda x: (x**2).sum(-1, True).sqrt(),
            "root_inner": lambda y: (y**2).sum(-1, True).sqrt(),
        },
        "it is divided by the mean square, not by its root": {
            "root_own": lambda x: root(x) ** 2,
            "root_inner": lambda y: root(y) ** 2,
        },
        "the gate is the sigmoid alone, not SiLU": {
            "gate": lambda scores: scores.sigmoid()
        },
        "SiLU is on the wide side, not on the gate": {
            "gate": lambda scores: 1 * scores,
            "wide": lambda z, W_wide: silu(z @ W_wide),
        },
        "both layers read x: they stand side by side": {
            "root_inner": lambda x: root(x),
            "z": lambda x, root_inner, g_inner: x / root_inner * g_inner,
        },
        "the norms stand after the layers, as in post-norm": {
            "read": lambda x: 1 * x,
            "y": lambda x, added, g_own: (x + added) / root(x + added) * g_own,
            "z": lambda y: 1 * y,
            "output": lambda y, narrow, g_inner: (
                (y + narrow) / root(y + narrow) * g_inner
            ),
        },
        "one norm serves both layers: its gain is used twice": {
            "z": lambda y, root_inner, g_own: y / root_inner * g_own
        },
        "the gate is added, not multiplied": {
            "gated": lambda gate, wide: gate + wide
        },
        "the mean is over the whole sentence": {
            "root_own": lambda x: torch.sqrt((x**2).mean((1, 2), True)).expand(
                *x.shape[:2], 1
            ),
        },
    },
)
