"""Slips: every one that makes a difference is refused and named."""

import random
from itertools import islice

import pytest
import torch

from attncourse.checks.diagnosis import diagnosis
from attncourse.checks.mutations import search
from tests.attncourse.checks.toys import CHECKS, EXERCISES, mean, refused, said

pytestmark = pytest.mark.long
MANY = 2  # slips of each exercise that are named; `make soak` takes them all


def answer(exercise, slip):
    return lambda *inputs: exercise.answer(
        dict(zip(exercise.takes, inputs, strict=True)), slip.change
    )


def every(exercise):
    """Every slip that some case calls for."""
    with search.quiet():
        for part in exercise.returns:
            cases = exercise.traces().values()
            yield from search.all_slips(exercise, cases, part)


def telling(exercise, some):
    """Those of some slips that run in all cases, and make a difference in
    one.
    """
    expected = exercise.traces()
    for slip in some:
        try:
            with search.quiet():
                made = [
                    exercise.trace({}, slip.change, v)
                    for v in expected.values()
                ]
        except Exception:  # a slip need not fit every case
            continue
        if not all(map(exercise.same, made, expected.values())):
            yield slip


def check_named(check, slip):
    """Refused, and named as itself or as one of the same result; or refused for
    its form.
    """
    exercise = check.exercise
    with search.quiet():
        seen = refused(answer(exercise, slip), check).seen
    if not isinstance(seen, diagnosis.Diagnosis):
        return
    assert seen.slip, (check.name, slip.step, slip.message)
    same = search.explains(
        exercise, seen.slip, [seen.part], seen.answers, seen.expected
    )
    assert same, (slip.message, seen.slip.message)


@pytest.mark.parametrize("key", EXERCISES)
def test_slips_that_make_a_difference_are_refused_and_named(key):
    found = list(every(EXERCISES[key]))
    assert len(found) > 40
    random.Random(1).shuffle(found)
    some = list(islice(telling(EXERCISES[key], found), MANY))
    assert len(some) == MANY
    for slip in some:
        check_named(CHECKS[key], slip)


@pytest.mark.parametrize("key", EXERCISES)
def test_every_typical_mistake_makes_a_difference_and_is_named(key):
    exercise = EXERCISES[key]
    found = list(telling(exercise, exercise.typical()))
    assert [slip.message for slip in found] == [*exercise.mistakes]
    for slip in found:
        seen = refused(answer(exercise, slip), CHECKS[key]).seen
        assert not seen or seen.slip.message == slip.message


def weights_of(e, h, mask, weights):
    return weights, torch.einsum("bs,bsm->bm", weights, h)


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("mask is inverted", lambda e, m: e.masked_fill(m, -torch.inf)),
        ("the step is left out: e is used", lambda e, m: e),
        (
            "mask uses its first row for every row",
            lambda e, m: e.masked_fill(~m[:1], -torch.inf),
        ),
        (
            "the result is the right value times 2",
            lambda e, m: 2 * e.masked_fill(~m, -torch.inf),
        ),
    ],
)
def test_a_slip_is_named_with_its_step(message, wrong):
    def function(e, h, mask):
        return weights_of(e, h, mask, wrong(e, mask).softmax(-1))

    slip = refused(function).seen.slip
    assert slip.step == "masked" and slip.message.startswith(message)


def test_a_mask_after_the_softmax_is_named_late():
    def late(e, h, mask):
        return weights_of(e, h, mask, e.softmax(-1) * mask)

    assert (
        "in weights, mask is applied after this step, not before it."
        in said(late, hint=True)
    )


def test_weights_from_before_the_mask_are_named():
    def stale(e, h, mask):
        return mean(e, h, mask)[0], torch.einsum("bs,bsm->bm", e.softmax(-1), h)

    message = said(stale, hint=True)
    assert message.startswith("mean: weights right, context wrong.")
    assert "weights is computed from e, not from masked" in message
