"""Checks for chapter 2: additive attention, one decoder state for each sentence of a batch."""

from dataclasses import replace
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import properties
from attnbook.check.checker import Case, Check, Mistake
from attnbook.check.mistakes import Attention, attention_mistakes

SIZES = {"B": 3, "S": 5, "D": 2, "M": 7, "A": 11}  # pairwise different primes, so that a swapped axis shows
TAKES = {"s": "B D", "h": "B S M", "W": "A D", "U": "A M", "v": "A", "mask": "B S"}
ALL_SEEN = ((1, 1, 1, 1, 1),) * 3
HIDDEN_AND_SEEN = ((1, 1, 1, 0, 0), (1, 0, 1, 1, 1), (0, 1, 1, 1, 0))  # both in every row and in every column
NOTHING_SEEN = ((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (1, 0, 0, 0, 0))


def _additive(s: Tensor, h: Tensor, W: Tensor, U: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Sentence by sentence, from the loops of `spec`."""
    contexts, weights = [], []
    for state, memory, seen in zip(s, h, mask, strict=True):
        scores = torch.stack([spec.additive(state, key, W, U, v) for key in memory])
        weights.append(spec.softmax(scores, seen))
        contexts.append(spec.read(weights[-1], memory))
    return torch.stack(contexts), torch.stack(weights)


def _case(says: str, seed: int, rows: tuple[tuple[int, ...], ...]) -> Case:
    def make():
        draw = partial(torch.randn, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        shapes = {name: shape.split() for name, shape in TAKES.items() if name != "mask"}
        given = {name: draw([SIZES[letter] for letter in shape]) for name, shape in shapes.items()}
        given["v"] /= SIZES["A"] ** 0.5  # scores near 1, so that no weight hides the others
        return given | {"mask": torch.tensor(rows, dtype=torch.bool)}

    return Case(f"{says} ({', '.join(f'{letter}={size}' for letter, size in SIZES.items())})", make)


def _sum(s, h, W, U, **_) -> Tensor:
    """W s + U h: "B S A"."""
    return (s @ W.T)[:, None] + h @ U.T


RIGHT = Attention(lambda v, **given: _sum(**given).tanh() @ v)
FORMULA = "The score is v . tanh(W s + U h)."
SCORES = (
    ("tanh is missing, and W s adds the same to every position.", lambda v, **given: _sum(**given) @ v),
    (
        "tanh comes after v: it must bend the hidden units, before v adds them up.",
        lambda v, **given: (_sum(**given) @ v).tanh(),
    ),
    ("relu stands where tanh belongs.", lambda v, **given: _sum(**given).relu() @ v),
    ("sigmoid stands where tanh belongs.", lambda v, **given: _sum(**given).sigmoid() @ v),
    ("W s and U h are multiplied; add them.", lambda s, h, W, U, v, **_: ((s @ W.T)[:, None] * (h @ U.T)).tanh() @ v),
)


def _softmax_early(axis: int) -> Attention:
    """The softmax taken of the hidden units "B S A", before v makes one score of them."""
    early = replace(RIGHT, scores=lambda v, **given: _sum(**given).tanh().softmax(axis) @ v)
    return replace(early, weights=lambda e, mask: e * mask)


EARLY = "the softmax is taken of the hidden units, before v makes one score of them"

additive_attention = Check(
    name="additive_attention",
    takes=TAKES,
    returns={"context": "B M", "weights": "B S"},
    reference=_additive,
    cases=(
        _case("nothing hidden", 1, ALL_SEEN),  # first, so that the mask is not blamed for what scores do
        _case("some positions hidden in every sentence", 2, HIDDEN_AND_SEEN),
        _case("one sentence with every position hidden", 3, NOTHING_SEEN),
    ),
    looks=properties.attention(),
    mistakes=(
        *attention_mistakes(RIGHT),
        *(Mistake(f"{message} {FORMULA}", replace(RIGHT, scores=scores)) for message, scores in SCORES),
        Mistake(f"{EARLY}, and over these units (the last axis).", _softmax_early(-1)),
        Mistake(f"{EARLY}. First the score, then the softmax.", _softmax_early(1)),
    ),
)
