"""The check of splitting: the D numbers of a word become H heads of K each.

No number is computed, so each one in the answer shows where it comes from.
"""

from functools import partial

import torch
from torch import Tensor

from attnbook.check import memories
from attnbook.check.checker import Attempt, Check, Mistake, Sighting

TAKES = {"x": "B T D", "H": ""}
RULE = "Head h of word t holds the numbers h K to h K + K - 1 of word t"


def _split(x: Tensor, H: int) -> Tensor:
    K = x.shape[-1] // H
    sentences = []
    for words in x:
        heads = [
            torch.stack([row[h * K : (h + 1) * K] for row in words])
            for h in range(H)
        ]
        sentences.append(torch.stack(heads))
    return torch.stack(sentences)


def _look(attempt: Attempt) -> Sighting:
    """Where does the first wrong number come from?"""
    x, found = attempt.given["x"], attempt.found["heads"].detach()
    wrong = (found != attempt.expected["heads"]).nonzero()[0].tolist()
    b, h, t, k = wrong
    K = found.shape[-1]
    due = f"x[{b}, {t}, {h * K + k}]"
    place, number = f"heads{wrong}", float(found[b, h, t, k])
    source = (x == number).nonzero()
    if not len(source):
        return Sighting(
            f"{place} is {number:.4g}, which is no number of x. It must be "
            f"{due}: splitting moves numbers, and computes nothing."
        )
    told = _moved(attempt, source[0].tolist(), wrong)
    return Sighting(
        f"{place} is x{source[0].tolist()}, and must be {due}: {told}"
    )


def _moved(attempt: Attempt, source: list[int], place: list[int]) -> str:
    """What kind of move brings this number of x to this place."""
    (x, H), h = attempt.given.values(), place[1]
    K, d = attempt.found["heads"].shape[-1], source[2]
    if source[0] != place[0]:
        return "it stands in another sentence. The batch stays as it is."
    if source[1] != place[2]:
        return (
            "it comes from another word. Each word is split by itself; to "
            "bring the heads before the words takes a transpose, since a "
            "reshape reads the numbers in their old order."
        )
    dealt = x.unflatten(-1, (K, H)).permute(0, 3, 1, 2)
    if torch.equal(attempt.found["heads"], dealt):
        return f"you deal the numbers out, every H-th to the same head. {RULE}."
    if torch.equal(attempt.found["heads"], attempt.expected["heads"].flip(1)):
        return f"the heads stand backwards. {RULE}."
    if d // K != h:
        return f"it belongs to head {d // K}. {RULE}."
    return f"it is of the right head, at another place in it. {RULE}."


def _rolled(x: Tensor, H: int) -> Tensor:
    K = x.shape[-1] // H
    return x.reshape(x.shape[0], x.shape[1], H, K)


_case = partial(memories.case, TAKES, rows=())

split_heads = Check(
    name="split_heads",
    takes=TAKES,
    returns={"heads": "B H T K"},
    reference=_split,
    cases=(
        _case("two heads", 1, sizes={"B": 3, "T": 5, "D": 14}, H=2),
        _case(
            "as many heads as words", 2, sizes={"B": 4, "T": 3, "D": 15}, H=3
        ),
        _case("words as many as K", 3, sizes={"B": 2, "T": 5, "D": 15}, H=3),
        _case("one head", 4, sizes={"B": 2, "T": 3, "D": 7}, H=1),
        _case("one number a head", 5, sizes={"B": 1, "T": 3, "D": 5}, H=5),
    ),
    looks=(_look,),
    mistakes=(
        Mistake(
            "the words still come before the heads: the transpose is missing.",
            _rolled,
        ),
        Mistake(
            "the heads come before the sentences. The batch is the first axis.",
            lambda x, H: _split(x, H).transpose(0, 1),
        ),
        Mistake(
            "the words are the last axis, and K the one before: there is one "
            "transpose too many.",
            lambda x, H: _split(x, H).mT,
        ),
        Mistake(
            "H is the number of heads, and not the width of one.",
            lambda x, H: _split(x, x.shape[-1] // H),
        ),
    ),
)
