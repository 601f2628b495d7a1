"""A decoder-only language model: from tokens to the scores of the next ones."""

import torch

from attncourse.chapter7.check import pack
from attncourse.chapter7.check.layer_norm import normed
from attncourse.chapter7.check.post_norm_block import Layer
from attncourse.checks.calling.forms import check_mask
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import dot

TAKES = {"inputs": "B T", "seen": "B 1 T T'", "places": "B T"}
TAKES |= {"words": "N D", "waves": "P D"}
TAKES |= dict.fromkeys(("first", "second", "norm"), "")


def block(name, turn):
    """A block without weights, known by its name."""

    def made(x, seen):
        B, T, _ = x.shape
        check_mask("seen", seen, "B 1 T T", **{"B": B, "1": 1, "T": T})
        shares = seen[:, 0].double()
        shares = shares / shares.sum(-1, keepdim=True).clamp(min=1)
        return x + (shares @ x).roll(turn, -1).sin()

    return Layer(name, made)


LAYERS = {
    "first": block("first", 1),
    "second": block("second", 2),
    "norm": Layer("norm", normed),
}


def text(seed, *tokens, **sizes):
    """Packed rows of tokens, and a table of words."""

    def fill(inputs):
        made = pack.exercise.reference(torch.tensor(tokens), 1, 0)
        inputs["inputs"], _, inputs["seen"], inputs["places"] = made

    return case(seed, fill, B=1, T=1, **LAYERS, **sizes)


def everywhere(seen):
    return torch.ones_like(seen)


exercise = Exercise(
    takes=TAKES,
    returns=("logits",),
    steps={
        "rows": Step("B T D", lambda words, inputs: words[inputs]),
        "scaled": Step(
            "B T D",
            lambda rows: rows * rows.shape[-1] ** 0.5,
            "times the root of D",
        ),
        "positions": Step(
            "B T D", lambda waves, places: waves[places], "by their places"
        ),
        "x": Step("B T D", lambda scaled, positions: scaled + positions),
        "y": Step("B T D", lambda first, x, seen: first(x, seen)),
        "z": Step("B T D", lambda second, y, seen: second(y, seen)),
        "normed": Step("B T D", lambda norm, z: norm(z)),
        "logits": Step(
            "B T N",
            lambda normed, words: normed @ words.mT,
            "by the same table",
            dot("normed", "words"),
        ),
    },
    cases={
        "one word": text(1, (1, 2, 2), N=3, D=3, P=2),
        "two sentences in a row": text(2, pack.TWO, N=10, D=5, P=8),
        "three rows (B=3, T=8)": text(3, *pack.ROWS, N=11, D=5, P=9),
        "as many words as features": text(4, pack.TWO, N=10, D=10, P=8),
    },
    mistakes={
        "both blocks read the embeddings, and are added": {
            "z": lambda first, second, x, seen: first(x, seen) + second(x, seen)
        },
        "the second block comes before the first": {
            "y": lambda second, x, seen: second(x, seen),
            "z": lambda first, y, seen: first(y, seen),
        },
        "seen is not used, but a causal mask over the whole row": {
            "y": lambda first, x, seen: first(x, everywhere(seen).tril()),
            "z": lambda second, y, seen: second(y, everywhere(seen).tril()),
        },
        "each block is added once more: it adds to x by itself": {
            "y": lambda first, x, seen: x + first(x, seen),
            "z": lambda second, y, seen: y + second(y, seen),
        },
        "a norm stands behind each block, not only behind the second": {
            "z": lambda second, norm, y, seen: second(norm(y), seen)
        },
        "the norm stands before the blocks": {
            "y": lambda first, norm, x, seen: first(norm(x), seen),
            "normed": lambda z: 1 * z,
        },
        "positions are those in the row: places is not used": {
            "positions": lambda waves, places: waves[
                torch.arange(places.shape[1])
            ].expand(*places.shape, -1)
        },
        "the scaled table makes the logits, too": {
            "logits": lambda normed, words: (
                normed @ words.mT * words.shape[1] ** 0.5
            )
        },
        "these are log-probabilities, not logits": {
            "logits": lambda normed, words: (normed @ words.mT).log_softmax(-1)
        },
    },
)
