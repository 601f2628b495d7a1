"""What is said of a function that cannot be called, fails, does not end, keeps
something, or changes its arguments.
"""

import gc
import random
import time
from contextlib import contextmanager, suppress

import numpy as np
import pytest
import torch

from attncourse.checks.calling import calls
from attncourse.checks.cases import case
from attncourse.checks.checker import Check
from attncourse.checks.exercise import Exercise, Step
from tests.attncourse.checks.toys import CHECK, CHECKS, mean, said


def test_what_is_no_function_of_these_arguments_is_refused():
    assert said(7) == (
        "mean: pass the function itself, without calling it: got int"
    )
    assert said(lambda e: e) == (
        "mean: the function must take (e, h, mask): yours takes (e)"
    )


def test_the_stub_is_not_written_yet():
    def stub(*inputs):
        raise NotImplementedError()

    for check in CHECKS.values():
        assert "not written yet. Replace the line that raises" in said(
            stub, check
        )


@pytest.mark.parametrize(
    "error",
    [ValueError("odd"), SystemExit(3), RecursionError("x"), StopIteration()],
    ids=repr,
)
def test_an_error_in_the_answer_is_shown_with_its_case(error):
    def fails(*inputs):
        raise error

    lines = said(fails).splitlines()
    name = type(error).__name__
    assert lines[0] == f"mean: your function raised {name}: {error}"
    assert lines[-1] == "  case: many"


@pytest.mark.parametrize("act", [int, lambda: time.sleep(0.01)])
def test_an_answer_that_does_not_come_is_ended(monkeypatch, act):
    """Whether it computes or waits."""

    def endless(e, h, mask):
        while True:
            act()

    monkeypatch.setattr(calls, "SECONDS", 0.2)
    assert said(endless) == (
        "mean: no answer after 0 seconds. What ends your loop?\n  case: many"
    )


def test_a_further_call_that_fails_or_does_not_end_says_nothing():
    def endless(x):
        while True:
            x = x + 0

    assert calls.rerun(endless, {"x": 1.0}) is None
    assert calls.rerun(len, {"x": 1.0}) is None
    assert calls.rerun(len, {"x": [1]}) == 1


def test_only_what_the_answer_computes_counts():
    """Time that other programs take is none of its own."""

    def slowed(x):
        time.sleep(2 * calls.AGAIN)
        return x

    assert calls.rerun(slowed, {"x": 1.0}) == 1.0


def test_a_search_for_garbage_takes_none_of_its_time():
    found = []
    gc.collect()  # else one may be due before the call or behind it
    gc.callbacks.append(lambda phase, _: found.append(phase))
    try:
        assert calls.rerun(lambda x: [[x] for _ in range(50_000)][0], {"x": 1})
        assert not found and gc.isenabled()
    finally:
        gc.callbacks.pop()


def test_nor_can_its_end_fall_into_such_a_search(monkeypatch):
    """From before its clock starts until after it has stopped."""
    limit, found = calls._limit, []

    @contextmanager
    def watched(seconds):
        found.append(gc.isenabled())
        with limit(seconds) as over:
            yield over
        found.append(gc.isenabled())

    monkeypatch.setattr(calls, "_limit", watched)
    assert calls.rerun(len, {"x": [1]}) == 1
    assert found == [False, False]


def test_an_interrupt_that_is_caught_is_not_the_last(monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", 0.2)

    def deaf(e, h, mask):
        end = time.process_time() + 5
        with suppress(KeyboardInterrupt):
            while time.process_time() < end:
                pass
        while time.process_time() < end:
            pass

    assert "no answer after 0 seconds" in said(deaf)


def test_an_interrupt_is_told_in_one_line():
    def interrupted(e, h, mask):
        raise KeyboardInterrupt

    assert said(interrupted) == (
        "mean: interrupted after 0.0 seconds, without an answer.\n  case: many"
    )


KEPT = []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("changes its argument e", lambda e, *a: mean(e.add_(1), *a)),
        ("makes a random choice", lambda e, *a: mean(torch.rand_like(e), *a)),
        ("makes a random choice", lambda e, *a: mean(e * random.random(), *a)),
        ("makes a random choice", lambda e, *a: mean(e * np.random.rand(), *a)),
        (
            "keeps something between calls",
            lambda e, *a: mean(e * (KEPT.append(e) or len(KEPT)), *a),
        ),
        ("raised NotImplementedError", lambda e, *a: (e ^ e, a[0])),
    ],
)
def test_what_it_does_beside_its_answer_is_named(words, answer):
    assert f"your function {words}" in said(answer)


def test_random_numbers_that_change_nothing_are_no_choice():
    def drawn(e, h, mask):
        layer = torch.nn.Linear(1, 1)
        layer.weight.data = e[:1, :1] + random.random()
        return mean(e, h, mask)

    CHECK(drawn)


def test_an_argument_that_is_returned_itself_is_named():
    weighed = Exercise(
        takes={"x": "S", "by": ""},
        returns=("y",),
        steps={"y": Step("S", lambda x, by: by * x)},
        cases={"once": case(1, S=3, by=1.0), "twice": case(1, S=3, by=2.0)},
    )
    check = Check("weighed", weighed)
    assert "your function returns its argument x itself" in said(
        lambda x, by: x if by == 1 else by * x, check
    )
    check(lambda x, by: x[:] * by)


class Hostile(torch.Tensor):
    """A tensor that answers nothing."""

    @classmethod
    def __torch_function__(cls, *inputs, **named):
        raise AttributeError("no")


def test_a_tensor_of_a_class_of_its_own_is_refused():
    def hostile(e, h, mask):
        return e.as_subclass(Hostile), h[:, 0]

    assert "weights must be a tensor: yours is Hostile" in said(hostile)
