"""The loss of each target token: what is fed, what is wanted, who sees what."""

from functools import partial

import torch

from attncourse.chapter7.check.post_norm_block import Layer
from attncourse.checks.calling.forms import check_mask
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

SOURCE = ((8, 2, 0, 0, 0), (4, 5, 6, 7, 2), (5, 8, 2, 0, 0))
TARGET = ((1, 9, 4, 2, 0, 0, 0), (1, 4, 6, 4, 7, 8, 2), (1, 7, 2, 0, 0, 0, 0))


def logits(source, inputs, seen, visible, N=10, by=1):
    """A model of N tokens without weights: each token gives waves, and words
    add up those that they see. By how much, says `by`.
    """
    sizes = {"B": len(source), "S": source.shape[1], "T": inputs.shape[1]}
    check_mask("seen", seen, "T T", **sizes)
    check_mask("visible", visible, "B S", **sizes)
    n = torch.arange(1, N + 1, dtype=torch.float64)
    own, read = (((x + 1)[..., None] * n).sin() for x in (inputs, source))
    memory = (visible.double()[:, None] @ read).cos()
    return by * (seen.double() @ own + 0.5 * own + memory)


def costs(logits, wanted):
    return -logits.log_softmax(-1).gather(-1, wanted[..., None])[..., 0]


def tokens(source, target, pad=0, **choices):
    model = Layer("model", partial(logits, **choices))
    return case(model=model, source=source, target=target, pad=pad)


def swapped(side):
    """Token 3 as padding, and 0 as a word."""
    swap = {0: 3, 9: 0}
    return tuple(tuple(swap.get(t, t) for t in row) for row in side)


def draw(chance):
    """Sentences of some words, padded with 0 or with 3."""
    B = chance.randint(2, 4)
    source, target = (
        [
            [*first, *chance.choices(range(4, 10), k=chance.randint(1, 5)), 2]
            for _ in range(B)
        ]
        for first in ((), (1,))
    )
    source, target = padded(source), padded(target)
    if chance.random() < 0.5:
        return tokens(source, target)
    return tokens(swapped(source), swapped(target), 3)


def padded(side):
    """The rows, as long as the longest."""
    T = max(map(len, side))
    return tuple((*row, *[0] * (T - len(row))) for row in side)


exercise = Exercise(
    takes={"model": "", "source": "B S", "target": "B T+1", "pad": ""},
    returns=("losses",),
    steps={
        "inputs": Step(
            "B T", lambda target: target[:, :-1], "without the last"
        ),
        "wanted": Step(
            "B T", lambda target: target[:, 1:], "without the first"
        ),
        "seen": Step(
            "T T'",
            lambda inputs: torch.ones(2 * inputs.shape[1:]).tril().bool(),
            "each token sees itself and the earlier ones",
        ),
        "visible": Step("B S", lambda source, pad: source != pad),
        "logits": Step(
            "B T N",
            lambda model, source, inputs, seen, visible: model(
                source, inputs, seen, visible
            ),
            "what the model makes of them",
        ),
        "costs": Step("B T", costs, "the loss of each wanted token"),
        "losses": Step(
            "B T",
            lambda costs, wanted, pad: costs.masked_fill(wanted == pad, 0.0),
            "0 where padding is wanted",
            exact=True,
            zeros=("padding", "a word"),
        ),
    },
    cases={
        "one sentence of one word": tokens(((5, 2),), ((1, 7, 2),)),
        "three sentences (B=3, S=5, T=6)": tokens(SOURCE, TARGET),
        "padding is 3": tokens(swapped(SOURCE), swapped(TARGET), 3),
        "large logits": tokens(
            ((5, 6, 7, 2), (6, 4, 8, 2)),
            ((1, 7, 9, 2), (1, 8, 7, 2)),
            N=13,
            by=1000,
        ),
        "no padding": tokens(((5, 6, 2), (6, 4, 2)), ((1, 7, 2), (1, 8, 2))),
    },
    draw=draw,
)
