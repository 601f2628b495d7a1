"""The check of several heads: split, attend in each, join, one more matrix."""

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import dependence, memories, weights
from attnbook.check.chapter4 import scale, terms
from attnbook.check.chapter5 import joined, ways
from attnbook.check.chapter5.causal import projected
from attnbook.check.chapter5.split import split_heads
from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import Read

MATRICES = ("W_q", "W_k", "W_v", "W_o")
TAKES = {"X": "B T D"} | dict.fromkeys(MATRICES, "D D")
TAKES |= {"H": "", "mask": "B 1 T T"}
SIZES = {"B": 3, "T": 5, "D": 14}
WORDS = terms.KEYS | {
    "the source positions": "the words that are read",
    "the target positions": "the words that ask",
    "position": "word",
}


def _heads(X: Tensor, W: Tensor, H: int) -> Tensor:
    return split_heads.reference(projected(X, W), H)


def _multi(
    X: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    H: int,
    mask: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Sentence by sentence, head by head, from the loops of `spec`."""
    B, T, D = X.shape
    seen = torch.ones(B, H, T, T, dtype=torch.bool)
    seen = seen if mask is None else mask.expand(B, H, T, T)
    Q, K, V = (_heads(X, W, H) for W in (W_q, W_k, W_v))
    pairs = [[(b, h) for h in range(H)] for b in range(B)]
    a = [[spec.weights(Q[i], K[i], seen[i]) for i in row] for row in pairs]
    read = [
        [
            torch.stack([spec.read(each, V[b, h]) for each in a[b][h]])
            for b, h in row
        ]
        for row in pairs
    ]
    side = torch.stack([torch.cat(heads, -1) for heads in read])  # B T D
    return projected(side, W_o), torch.stack([torch.stack(r) for r in a])


def _weights(attempt: Attempt) -> Sighting | None:
    """The looks at weights, with a context that says nothing."""
    found, right = attempt.found["weights"], attempt.expected["weights"]
    if close(found, right) and not found[right == 0].any():
        return None
    mask = attempt.given["mask"]
    seen = torch.ones_like(right, dtype=torch.bool)
    seen = seen if mask is None else mask.expand_as(right)
    nothing = right.new_zeros(len(right), right.shape[-1], 1)
    asked = attempt._replace(
        takes=attempt.takes | {"memory": ""},
        given=attempt.given | {"mask": seen, "memory": nothing},
        found=attempt.found | {"context": right[..., :1] + 1},
    )
    gone = memories.dropped(asked)
    says = gone.says if gone else weights.blame(Read(asked, "memory", "mask"))
    words = WORDS if mask is not None else terms.UNMASKED | WORDS
    return Sighting(terms.said(says, "output", words), part="weights")


def _all_at_once(attempt: Attempt) -> Sighting | None:
    """One softmax for all heads, or for all words of a head?"""
    found = attempt.found["weights"].detach()
    if not (found >= 0).all() or not found.sum(-1).all():
        return None
    if found.shape[1] > 1 and close(found.sum((1, 3)), 1.0):
        says = (
            "the weights of all heads together sum to 1: each head has a "
            "softmax of its own, over the words."
        )
        return Sighting(says, part="weights")
    if found.shape[2] > 1 and close(found.sum((2, 3)), 1.0):
        return Sighting(terms.ALL_AT_ONCE, part="weights")
    return None


def _order(attempt: Attempt) -> Sighting | None:
    """Are the right weights there, of other heads?"""
    found, right = attempt.found["weights"], attempt.expected["weights"]
    for h in range(found.shape[1]):
        for other in range(found.shape[1]):
            if h != other and close(found[:, h], right[:, other]):
                return Sighting(
                    f"weights[:, {h}] are those of head {other}: head h takes "
                    "the h-th block of K columns.",
                    part="weights",
                )
    return None


def _output(attempt: Attempt) -> Sighting:
    """The weights are right: where does the output go wrong?"""
    if others := dependence.of_others("output", attempt):
        return Sighting(others, part="output")
    name = dependence.without_effect("output", attempt)
    if name in ("W_v", "W_o"):
        says = f"the weights are right, but {name} has no effect on the output."
        return Sighting(says, part="output")
    V = _heads(attempt.given["X"], attempt.given["W_v"], attempt.given["H"])
    return Sighting(joined.blame(attempt, V), part="output")


def _case(says: str, seed: int, H: int, rows: tuple = (), **sizes: int) -> Case:
    """Without `rows`, no mask."""
    sizes = SIZES | sizes
    takes = TAKES if rows else {n: s for n, s in TAKES.items() if n != "mask"}
    drawn = memories.even(memories.case(takes, says, seed, rows, sizes, H=H))
    if rows:
        return drawn
    return Case(f"no mask, {drawn.says}", lambda: drawn.make() | {"mask": None})


def _low(case: Case) -> Case:
    """All scores 40 lower: there a finite score such as -30 hides nothing."""

    def make() -> dict:
        given = case.make()
        K = given["W_q"].shape[1] // given["H"]
        given["X"][..., 0] = 1.0
        for name, by in (("W_q", K**0.5), ("W_k", -40.0)):
            given[name][:, ::K] = 0.0
            given[name][0, ::K] = by
        return given

    return Case(f"scores near -40, {case.says}", make)


def _over_heads(
    X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, H: int, **_
) -> tuple[Tensor, Tensor]:
    """Cut without a transpose: each word is a sentence of H words."""
    Q, K, V = ((X @ W).unflatten(-1, (H, -1)) for W in (W_q, W_k, W_v))
    a = (Q @ K.mT / K.shape[-1] ** 0.5).softmax(-1)  # B T H H
    return (a @ V).flatten(2) @ W_o, a


def _widths(X: Tensor, H: int, **given) -> tuple[Tensor, Tensor]:
    """H is taken for the width of a head."""
    return _multi(X, H=X.shape[-1] // H, **given)


PAST = tuple(tuple(int(s <= t) for s in range(5)) for t in range(5))
# the past, and of the sentences 1 and 2 not every word
PADDED = PAST + tuple(row[:3] + (0, 0) for row in PAST)
PADDED += tuple((1, 0, *row[2:]) for row in PAST)

multi_head = Check(
    name="multi_head",
    takes=TAKES,
    returns={"output": "B T D", "weights": "B H T T"},
    reference=_multi,
    cases=(
        _case("two heads", 5, 2),
        _case("as many heads as words", 12, 3, B=4, T=3, D=15),
        _case("causal mask", 2, 2, PAST * 3),
        _case("each sentence has its mask", 4, 2, PADDED),
        _case("one head", 3, 1, B=2, T=3, D=7),
        _low(_case("causal mask", 6, 2, PAST * 3)),
    ),
    looks=(
        _all_at_once,
        scale.look("W_q", heads="H"),
        ways.look,
        _order,
        _weights,
        _output,
    ),
    mistakes=(
        Mistake(
            "in each word its own heads look at each other: the words come "
            "before the heads. After the cut a transpose is missing.",
            _over_heads,
        ),
        Mistake("H is the number of heads, and not the width of one.", _widths),
    ),
)
