"""What is said of a function that cannot be called, fails, does not end, or
changes its arguments.
"""

import pytest

from attnbook.check import calls
from tests.check.neutral import double, neutral
from tests.check.said import said


def test_what_is_no_function_of_these_arguments_is_refused():
    assert (
        said(neutral(), 7)
        == "double: pass the function itself, without calling it: got int"
    )
    assert (
        said(neutral(), lambda x: x)
        == "double: the function must take (x, shift): yours takes (x)"
    )


def test_arguments_in_another_order_are_named():
    message = said(neutral(), lambda shift, x: double(x, shift))
    assert message.startswith(
        "double: the arguments must stand in the order (x, shift): yours"
    )


def test_a_callable_without_a_signature_is_called():
    assert "your function raised TypeError" in said(neutral(), type)


@pytest.mark.parametrize(
    "error",
    [
        ValueError("odd"),
        SystemExit(3),
        RecursionError("deep"),
        StopIteration(),
        KeyError(1),
    ],
    ids=repr,
)
def test_an_error_in_the_answer_is_shown_with_its_case(error):
    def fails(*given):
        raise error

    lines = said(neutral(), fails).splitlines()
    assert (
        lines[0]
        == f"double: your function raised {type(error).__name__}: {error}"
    )
    assert lines[-1] == "  case: two"


def test_an_operation_that_torch_has_not_is_no_empty_answer():
    def fails(x, shift):
        return x ^ x, x

    message = said(neutral(), fails)
    assert message.startswith(
        "double: your function raised NotImplementedError"
    )
    assert "at the line: return x ^ x, x" in message


def test_an_assertion_of_the_learner_is_no_complaint_of_the_case():
    def asserts(x, shift):
        assert shift == 2
        return double(x, shift)

    assert said(neutral(), asserts).startswith(
        "double: your function raised AssertionError"
    )


def test_an_answer_that_does_not_come_is_ended(monkeypatch):
    def endless(x, shift):
        while shift:
            x = x + 0

    monkeypatch.setattr(calls, "SECONDS", 0.2)
    assert said(neutral(), endless) == (
        "double: no answer after 0 seconds. What ends its loop?\n  case: two"
    )


def test_an_interrupt_from_outside_is_passed_on():
    def interrupted(x, shift):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        neutral()(interrupted)


def test_an_argument_that_is_changed_is_named():
    assert "your function changes its argument x" in said(
        neutral(), lambda x, shift: double(x.add_(1), shift)
    )
