"""Every exercise: the kinds of wrong answers that its cases tell, and the kinds
of right ones that it takes.

Each answer is the right one, done otherwise by a rule that knows no exercise.
`TOLD`, from the chapters, names the kinds that an exercise tells.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from attncourse.checks.calling import forms
from attncourse.checks.exercise import Change
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.loop import Loop
from attncourse.checks.mutations.one_value import is_mask
from tests.attncourse.checks.expectations import WHY, known
from tests.attncourse.checks.toys import CHECKS

pytestmark = pytest.mark.usefixtures("undiagnosed")
Answer = Callable[..., Any]
aten = torch.ops.aten
every = pytest.mark.parametrize("name", CHECKS)
TOLD, SIZES, EQUAL, OWN = map(known, ("TOLD", "SIZES", "EQUAL", "OWN"))


def told(kind: str, name: str) -> bool:
    return kind in TOLD[name].split()


def refused(name: str, answer: Answer, fails: bool = False) -> bool:
    """True when the check of an exercise does not take an answer, which may
    fail or may not.
    """
    try:
        CHECKS[name](answer)
    except CheckFailed as failed:
        assert fails or failed.__cause__ is None, failed
        return True
    return False


def right(name: str, *inputs: Any) -> Any:
    return CHECKS[name].exercise.reference(*inputs)


def cases(name: str) -> list[dict[str, Any]]:
    exercise = CHECKS[name].exercise
    if isinstance(exercise, Loop):
        return [exercise.arguments(case)[1] for case in exercise.cases]
    return [exercise.inputs(case) for case in exercise.cases]


def turned(name: str, turn: Callable[[dict[str, Any]], Any]) -> Answer:
    """The right answer to arguments some of which are turned before."""

    def answer(*inputs):
        given = dict(zip(CHECKS[name].exercise.takes, inputs, strict=True))
        return right(name, *(given | turn(given)).values())

    return answer


def dressed(name: str, dress: Answer) -> Answer:
    """The right answer, each part in other clothes."""

    def answer(*inputs):
        found = right(name, *inputs)
        many = isinstance(found, tuple)
        return tuple(map(dress, found)) if many else dress(found)

    return answer


def changed(name: str, change: Change) -> Answer:
    """The right answer, some steps made otherwise."""
    exercise = CHECKS[name].exercise

    def answer(*inputs):
        given = dict(zip(exercise.takes, inputs, strict=True))
        return exercise.answer(given, change)

    return answer


class Operations(TorchDispatchMode):
    """Some operations done otherwise."""

    def __init__(self, **others: Answer) -> None:
        super().__init__()
        self.others = others

    def __torch_dispatch__(self, operation, types, inputs=(), named=None):
        name = operation.overloadpacket.__name__
        return self.others.get(name, operation)(*inputs, **(named or {}))


def done(name: str, **others: Answer) -> Answer:
    """The right answer, some operations done otherwise."""

    def answer(*inputs):
        with Operations(**others):
            return right(name, *inputs)

    return answer


def test_every_exercise_says_what_it_tells():
    assert TOLD.keys() == CHECKS.keys()
    assert {kind for told in TOLD.values() for kind in told.split()} == {*WHY}
    assert {*SIZES, *EQUAL, *OWN} <= TOLD.keys()


TOPS = {
    "0": ("softmax", lambda x, dim: 0),
    "the largest of all": ("softmax", lambda x, dim: x.max()),
    "that of the row": ("log", lambda x, dim: x.amax(dim, True)),
}


@every
@pytest.mark.parametrize("top", TOPS)
def test_a_softmax_as_its_formula_reads_and_its_logarithm(name, top):
    """Exponentials of scores less a number, divided by their sum."""
    kind, less = TOPS[top]

    def softmax(x, dim, half):
        powers = (x - less(x, dim)).exp()
        return powers / powers.sum(dim, keepdim=True)

    def log_softmax(*inputs):
        return softmax(*inputs).log()

    other = done(name, _softmax=softmax, _log_softmax=log_softmax)
    assert refused(name, other) == told(kind, name)


@every
def test_the_maximum_of_a_row_is_that_of_visible_scores(name):
    """Beside a far larger hidden one, all that is seen vanishes."""
    exercise = CHECKS[name].exercise
    steps = getattr(exercise, "steps", {})
    assert ("masked" in steps) == told("hidden", name)
    if "masked" in steps:
        needs = steps["masked"].needs

        def weights(scores, mask):
            powers = (scores - scores.amax(-1, True)).exp()
            seen = powers * (1 if mask is None else mask)
            return (seen / seen.sum(-1, True)).nan_to_num(0.0)

        change = {"weights": steps["weights"].made(weights, *needs)}
        assert refused(name, changed(name, change))


@every
def test_a_mask_that_is_that_of_one_row_for_all_is_refused(name):
    """Along any axis, so in some case each row has a mask of its own."""
    takes = CHECKS[name].exercise.takes
    masks = {n for case in cases(name) for n in case if is_mask(case[n])}
    assert bool(masks) == told("mask", name)
    for n in masks:
        for i, axis in enumerate(takes[n].split()):

            def one(x, n=n, i=i):
                m = x[n]
                return {n: m if m is None else m.narrow(i, 0, 1).expand_as(m)}

            assert axis == "1" or refused(name, turned(name, one)), axis


@every
def test_in_some_case_the_first_sentence_has_a_mask_of_its_own(name):
    """Neither a full one nor what any sentence sees: else the mistake to use it
    for all looks like another one.
    """
    exercise = CHECKS[name].exercise
    some, told = dict[str, bool](), dict[str, bool]()
    for case in cases(name) if hasattr(exercise, "steps") else ():
        for n, m in exercise.trace(case).items():
            if is_mask(m) and m.ndim > 1 and exercise.axes(n)[0] == "B":
                differs = bool((m != m[:1]).any())
                own = not m[0].all() and not torch.equal(m[0], m.any(0))
                some[n] = some.get(n, False) or differs
                told[n] = told.get(n, False) or bool(differs and own)
    assert all(told[n] for n in some if some[n]), told


@every
@pytest.mark.parametrize("which", [0, 1])
def test_a_mask_that_is_passed_on_has_its_type_and_shape(name, which):
    def over(turn, function, *inputs):
        masks = [i for i, x in enumerate(inputs) if is_mask(x)]
        some = masks[which : which + 1] or masks[:1]
        return function(
            *(turn(x) if i in some else x for i, x in enumerate(inputs))
        )

    for turn in (Tensor.double, lambda x: x[None]):

        def given(x, turn=turn):
            return {
                n: partial(over, turn, f) for n, f in x.items() if callable(f)
            }

        assert refused(name, turned(name, given)) == told("given", name)


@every
def test_an_argument_that_is_returned_itself_is_refused(name):
    def answer(*inputs):
        objects = [x for x in inputs if isinstance(x, Tensor | list | set)]

        def itself(part):
            return next((x for x in objects if forms.same(x, part)), part)

        return dressed(name, itself)(*inputs)

    assert refused(name, answer) == told("itself", name)


SPOIL = {
    Tensor: lambda x: x.copy_(~x if is_mask(x) else x + 1),
    list: lambda x: x.append(7),
    set: lambda x: x.clear(),
}


@every
def test_an_argument_that_is_changed_is_refused(name):
    each = [(n, type(x)) for case in cases(name) for n, x in case.items()]
    objects = {n: SPOIL[kind] for n, kind in each if kind in SPOIL}
    assert bool(objects) == told("changed", name)
    for n, spoil in objects.items():

        def answer(*inputs, n=n, spoil=spoil):
            found = right(name, *inputs)
            own = inputs[[*CHECKS[name].exercise.takes].index(n)]
            if own is not None:
                spoil(own)
            return found

        assert refused(name, answer), n


def clothes(part: Any, trained: bool) -> list[Answer]:
    """The other forms of a part that are as good; a parameter of its own cuts
    the gradient.
    """
    if isinstance(part, list):
        return [lambda x: [*map(np.int64, x)]]
    if not isinstance(part, Tensor):
        return [Fraction, np.float32] if type(part) is float else [np.int64]
    if part.is_floating_point():
        stacked = [lambda x: torch.stack([x, x], -1)[..., 0]]
        return stacked if trained else [nn.Parameter, *stacked]
    turned = [lambda x: x[None].mT.clone().mT[0]]
    return turned if is_mask(part) else [Tensor.int, Tensor.char, *turned]


@every
@pytest.mark.parametrize("number", range(3))
def test_a_right_answer_is_right_in_any_clothes(name, number):
    """Also after random numbers that it does not depend on."""
    trained = getattr(CHECKS[name].exercise, "learned", False)

    def dress(part):
        nn.Conv2d(1, 1, 2), random.random(), np.random.rand()
        return (3 * clothes(part, trained))[number](part)

    assert not refused(name, dressed(name, dress))


@every
def test_of_equal_numbers_any_may_be_taken_first(name):
    def argmax(x, dim=-1, *more):
        return x.shape[dim] - 1 - aten.argmax(x.flip(dim), dim, *more)

    def sort(x, dim=-1, *more):
        values, order = aten.sort(x.flip(dim), dim, *more)
        return values, x.shape[dim] - 1 - order

    assert not refused(name, done(name, argmax=argmax, sort=sort))


TOKENS = ("pad", "hidden", "start", "stop")  # plain numbers that are no sizes


def sizes(name: str, inputs: dict[str, Any]) -> dict[str, int]:
    """The size of everything that has one."""
    found = {
        n: x if type(x) is int else len(x)
        for n, x in inputs.items()
        if isinstance(x, int | set | list | tuple) and n not in TOKENS
    }
    exercise = CHECKS[name].exercise
    if isinstance(exercise, Loop):
        return found
    for n, x in exercise.trace(inputs).items():
        if isinstance(x, Tensor):
            found |= zip(exercise.axes(n), x.shape, strict=True)
    gone = SIZES.get(name, "").split()
    return {a: n for a, n in found.items() if a.isalpha() and a not in gone}


@every
def test_in_some_case_all_sizes_differ(name):
    found = [[*sizes(name, case).values()] for case in cases(name)]
    assert any(1 not in x and len(x) == len({*x}) for x in found)


@every
def test_a_root_of_the_width_of_keys_shows_in_every_case(name):
    steps = getattr(CHECKS[name].exercise, "steps", {}).values()
    rooted = any("root of the key width" in step.gloss for step in steps)
    assert rooted == told("root", name)
    if rooted:
        widths = {sizes(name, case)["K"] for case in cases(name)}
        assert not widths & {1, 4}  # 4 halved is its root


@every
def test_some_case_has_equal_numbers_where_one_is_picked(name):
    assert (name in EQUAL) == told("equal", name)
    if name in EQUAL:
        rows = [row for case in cases(name) for row in EQUAL[name](**case)]
        assert any(len(row) > len({*row}) for row in rows)


def read_off(name: str, n: str) -> Iterator[Answer]:
    """Where a plain argument may come from, if not from itself."""
    common = Counter(case[n] for case in cases(name)).most_common(1)[0][0]
    yield lambda _: common
    for other, axes in CHECKS[name].exercise.takes.items():
        if all(isinstance(case[other], Tensor) for case in cases(name)):
            for take in (Tensor.min, Tensor.max, lambda x: x.max() + 1):
                yield lambda x, m=other, f=take: f(x[m]).item()
            for i, _ in enumerate(axes.split()):
                yield lambda x, m=other, i=i: x[m].shape[i]


@every
def test_a_plain_argument_is_not_to_be_read_off_the_others(name):
    plain = [n for n, x in cases(name)[0].items() if type(x) in (int, float)]
    assert bool(plain) == told("plain", name)
    for n in plain:
        for i, read in enumerate(read_off(name, n)):
            wrong = turned(name, lambda x, n=n, read=read: {n: read(x)})
            assert refused(name, wrong, fails=True), (n, i)


@every
def test_what_data_give_does_not_do_for_a_constant(name):
    assert (name in OWN) == told("own", name)
    for step, make in OWN.get(name, []):
        change = {step: CHECKS[name].exercise.steps[step].made(make)}
        assert refused(name, changed(name, change)), step
