"""What tests of checks share: all exercises, one small one, what is said."""

import pytest
import torch

from attncourse.checks.attention import averaging, weighing
from attncourse.checks.cases import case
from attncourse.checks.checker import Check
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.rooms import chapters

CHECKS = {
    f"{room}.{name}": value
    for room, chapter in chapters().items()
    for name, value in vars(chapter.check).items()
    if isinstance(value, Check)
}
EXERCISES = {
    key: each.exercise
    for key, each in CHECKS.items()
    if isinstance(each.exercise, Exercise)
}
MEAN = Exercise(
    takes={"e": "B S", "h": "B S M", "mask": "B S"},
    returns=("weights", "context"),
    steps=weighing("e", "mask", "B S") | averaging("h", "context"),
    cases={
        "two": case(1, whole=True, mask=("11",), M=1),
        "one hidden": case(2, whole=True, mask=("110",), M=1),
        "many": case(3, mask=("11011", "01110", "11111"), M=7),
    },
    mistakes={"weights are scores": {"weights": lambda masked: masked}},
)


def mean(e, h, mask):
    """The right answer to the small exercise."""
    weights = e.masked_fill(~mask, -torch.inf).softmax(-1)
    return weights, torch.einsum("bs,bsm->bm", weights, h)


CHECK = Check("mean", MEAN)


def refused(function, check=CHECK, *, hint=False) -> CheckFailed:
    with pytest.raises(CheckFailed) as failure:
        check(function, hint=hint)
    return failure.value


def said(function, check=CHECK, *, hint=False) -> str:
    return str(refused(function, check, hint=hint))
