"""Checks for chapter 2: additive attention, one decoder state for each sentence of a batch."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import properties
from attnbook.check.checker import Case, Check, Mistake
from attnbook.check.weights import visible, weighted_sum

SIZES = {"B": 3, "S": 5, "D": 2, "M": 7, "A": 11}  # pairwise different primes, so that a swapped axis shows
ONE = {"B": 1, "S": 3, "D": 7, "M": 5, "A": 2}  # other ones, and an axis of length 1 that must stay
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


def _case(says: str, seed: int, rows: tuple[tuple[int, ...], ...], sizes: dict[str, int] = SIZES) -> Case:
    def make():
        draw = partial(torch.randn, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        shapes = {name: shape.split() for name, shape in TAKES.items() if name != "mask"}
        given = {name: draw([sizes[letter] for letter in shape]) for name, shape in shapes.items()}
        given["v"] /= sizes["A"] ** 0.5  # scores near 1, so that no weight hides the others
        return given | {"mask": torch.tensor(rows, dtype=torch.bool)}

    return Case(f"{says} ({', '.join(f'{letter}={size}' for letter, size in sizes.items())})", make)


def _sum(s, h, W, U, **_) -> Tensor:
    """W s + U h: "B S A"."""
    return (s @ W.T)[:, None] + h @ U.T


def _attend(scores: Callable[..., Tensor], h: Tensor, mask: Tensor, **given: Tensor) -> tuple[Tensor, Tensor]:
    """The right answer but for its scores."""
    a = visible(scores(h=h, **given), mask)
    return weighted_sum(a, h), a


FORMULA = "The score is v . tanh(W s + U h)."
SCORES = (
    (
        "tanh is missing, or does not go around the whole sum: W s adds the same to every position.",
        lambda v, **given: _sum(**given) @ v,
    ),
    ("W s is missing, or stands outside the tanh.", lambda h, U, v, **_: (h @ U.T).tanh() @ v),
    ("W s and U h are subtracted; add them.", lambda s, h, W, U, v, **_: _sum(s, -h, W, U).tanh() @ v),
    (
        "tanh comes after v: it must bend the hidden units, before v adds them up.",
        lambda v, **given: (_sum(**given) @ v).tanh(),
    ),
    ("relu stands where tanh belongs.", lambda v, **given: _sum(**given).relu() @ v),
    ("sigmoid stands where tanh belongs.", lambda v, **given: _sum(**given).sigmoid() @ v),
    ("W s and U h are multiplied; add them.", lambda s, h, W, U, v, **_: ((s @ W.T)[:, None] * (h @ U.T)).tanh() @ v),
)


def _projected(s: Tensor, h: Tensor, W: Tensor, U: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The context made of U h, "B S A"."""
    a = visible(_sum(s, h, W, U).tanh() @ v, mask)
    return weighted_sum(a, h @ U.T), a


additive_attention = Check(
    name="additive_attention",
    takes=TAKES,
    returns={"context": "B M", "weights": "B S"},
    reference=_additive,
    cases=(
        _case("nothing hidden", 1, ALL_SEEN),  # first, so that the mask is not blamed for what scores do
        _case("some positions hidden in every sentence", 2, HIDDEN_AND_SEEN),
        _case("one sentence with every position hidden: it gets weights 0 and context 0", 3, NOTHING_SEEN),
        _case("one sentence alone, other sizes", 4, ((1, 0, 1),), ONE),
    ),
    looks=properties.attention(),
    mistakes=(
        *(Mistake(f"{message} {FORMULA}", partial(_attend, scores)) for message, scores in SCORES),
        Mistake("you sum U h; sum h.", _projected),
    ),
)
