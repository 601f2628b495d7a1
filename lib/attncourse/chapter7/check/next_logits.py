"""A decoder-only language model: from tokens to the scores of the next ones."""

import torch

from attncourse.chapter7.check import pack
from attncourse.chapter7.check.layer_norm import normed
from attncourse.chapter7.check.post_norm_block import Layer
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import dot
from attncourse.checks.running.forms import check_mask

TAKES = {"inputs": "B T", "seen": "B 1 T T'", "places": "B T"}
TAKES |= {"words": "N D", "waves": "P D", "blocks": "", "norm": ""}


def block(number):
    """A block without weights, known by its number."""

    def made(x, seen):
        B, T, _ = x.shape
        check_mask("seen", seen, "B 1 T T", **{"B": B, "1": 1, "T": T})
        shares = seen[:, 0].double()
        shares = shares / shares.sum(-1, keepdim=True).clamp(min=1)
        return x + (shares @ x).roll(1 + number, -1).sin()

    return Layer(f"block {number}", made)


BLOCKS = [block(number) for number in range(4)]


def text(seed, *tokens, L=2, **sizes):
    """Packed rows of tokens, a table of words, and L blocks."""

    def fill(inputs):
        made = pack.exercise.reference(torch.tensor(tokens), 1, 0)
        inputs["inputs"], _, inputs["seen"], inputs["places"] = made
        inputs["blocks"] = BLOCKS[:L]
        inputs["norm"] = Layer("norm", normed)

    return case(seed, fill, B=1, T=1, **sizes)


def through(x, seen, blocks):
    for each in blocks:
        x = each(x, seen)
    return x


def not_chained(x, seen, blocks):
    return blocks[-1](x, seen)


def normed_each(x, seen, blocks, norm):
    for each in blocks:
        x = norm(each(x, seen))
    return x


def added(x, seen, blocks):
    for each in blocks:
        x = x + each(x, seen)
    return x


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
        "y": Step("B T D", through, "through all blocks"),
        "normed": Step("B T D", lambda norm, y: norm(y)),
        "logits": Step(
            "B T N",
            lambda normed, words: normed @ words.mT,
            "by the same table",
            dot("normed", "words"),
        ),
    },
    cases={
        "one word, one block": text(1, (1, 2, 2), L=1, N=3, D=3, P=2),
        "two sentences in a row": text(2, pack.TWO, N=10, D=5, P=8),
        "three rows (B=3, T=8)": text(3, *pack.ROWS, L=4, N=11, D=5, P=9),
        "as many words as features": text(4, pack.TWO, N=10, D=10, P=8),
    },
    mistakes={
        "each block reads the embeddings, and the last one counts": {
            "y": not_chained
        },
        "the first block alone is used": {
            "y": lambda x, seen, blocks: blocks[0](x, seen)
        },
        "the blocks stand in the reverse order": {
            "y": lambda x, seen, blocks: through(x, seen, blocks[::-1])
        },
        "the blocks see everything: seen is not used": {
            "y": lambda x, seen, blocks: through(
                x, torch.ones_like(seen), blocks
            )
        },
        "seen is not used, but a causal mask over the whole row": {
            "y": lambda x, seen, blocks: through(
                x, torch.ones_like(seen).tril(), blocks
            )
        },
        "each block is added once more: it adds to x by itself": {"y": added},
        "a norm stands behind every block, not behind the last": {
            "normed": lambda x, seen, blocks, norm: normed_each(
                x, seen, blocks, norm
            )
        },
        "the norm stands before the blocks": {
            "normed": lambda x, seen, blocks, norm: through(
                norm(x), seen, blocks
            )
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
        "these are probabilities, not logits": {
            "logits": lambda normed, words: (normed @ words.mT).softmax(-1)
        },
    },
)
