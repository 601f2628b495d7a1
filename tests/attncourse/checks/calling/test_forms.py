"""Answers compared, and what is wrong with their form."""

from dataclasses import replace

import pytest
import torch

from attncourse.checks.calling import forms
from attncourse.checks.checker import Check
from attncourse.checks.failed import CheckFailed
from tests.attncourse.checks.toys import CHECKS, said

PAIR = {"context": "B M", "weights": "B S"}
CONTEXT, WEIGHTS = torch.zeros(3, 7).double(), torch.zeros(3, 5).double()


RIGHT = {"context": CONTEXT, "weights": WEIGHTS}


def test_a_copy_of_a_tuple_is_the_same_answer_and_another_is_not():
    assert forms.same((CONTEXT, WEIGHTS), (CONTEXT, WEIGHTS))
    assert not forms.same((CONTEXT,), (CONTEXT, WEIGHTS))
    assert not forms.same([CONTEXT, WEIGHTS], (CONTEXT, WEIGHTS))
    assert forms.same([5, 8], [5, 8])
    assert not forms.same([5, 8.5], [5, 8])


def test_the_order_of_three_is_told():
    """Before their axes are."""
    right = RIGHT | {"loss": torch.zeros(())}
    axes = PAIR | {"loss": ""}
    found = forms.complaint(
        (WEIGHTS, right["loss"], CONTEXT), right, axes, {}, {torch.float64}
    )
    assert "the order is wrong: return (context, weights, loss)" in found


def test_what_compares_is_taken_before_a_learners_code_runs(monkeypatch):
    monkeypatch.setattr(torch, "isclose", lambda a, b, **_: a == a)
    monkeypatch.setattr(torch, "equal", lambda a, b: True)
    check = CHECKS["chapter5.split_heads"]
    with pytest.raises(CheckFailed):
        check.judge(lambda x, H: check.exercise.reference(x, H) + 1)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            CONTEXT,
            "return 2 values, (context, weights): yours returned a tensor of "
            "shape (3, 7)",
        ),
        (
            (WEIGHTS, CONTEXT),
            "the order is wrong: return (context, weights), in this order",
        ),
        (
            (CONTEXT.mT, WEIGHTS),
            "context must have the shape (B, M) = (3, 7): yours is (7, 3)",
        ),
        (
            (CONTEXT.float(), WEIGHTS),
            "context must have the dtype of the arguments, torch.float64: "
            "yours is torch.float32",
        ),
        (
            (CONTEXT, [0.0]),
            "weights must be a tensor: yours is a list of 1. torch.tensor(...)",
        ),
        ((CONTEXT, [CONTEXT]), "a list of 1. torch.stack(...)"),
        (
            (CONTEXT, WEIGHTS.to("meta")),
            "weights must be a tensor: yours is a tensor without numbers",
        ),
        (
            (CONTEXT, torch.zeros(1).expand(10**6, 10**6)),
            "weights must have the shape (B, S) = (3, 5): yours is (1000000",
        ),
        ((CONTEXT, WEIGHTS.to_sparse()), "must be a tensor: yours is Tensor"),
    ],
)
def test_a_wrong_form_of_tensors_is_named(found, words):
    dtypes = {torch.float64}
    assert words in forms.complaint(found, RIGHT, PAIR, {}, dtypes)


ONES = torch.ones(3)


@pytest.mark.parametrize(
    ("found", "right", "words"),
    [
        ({5, 8}, [5, 8], "part must be a list of ints: yours is set."),
        ([5, torch.tensor(8)], [5, 8], "item 1 is a tensor of shape (). int("),
        ([5, 8.0], [5, 8], "item 1 is float."),
        (
            torch.tensor(0.5),
            0.5,
            "part must be a plain float: yours is a tensor "
            "of shape (). float(...) turns a tensor into one.",
        ),
        (True, 0.5, "part must be a plain float: yours is bool."),
        (2.0, 2, "part must be a plain int: yours is float."),
        (ONES.bool(), ONES.long(), "the dtype"),
        (ONES, ONES.bool(), "be boolean, True or False"),
    ],
)
def test_another_wrong_form_is_named(found, right, words):
    axes = {"part": "S" if isinstance(right, list | torch.Tensor) else ""}
    assert words in forms.complaint(found, {"part": right}, axes, {})


def test_a_right_form_has_no_complaint():
    """A list for a tuple, a parameter for a tensor, any width of ints."""
    for found in (
        [CONTEXT, WEIGHTS + 1],
        (torch.nn.Parameter(CONTEXT), WEIGHTS),
    ):
        assert forms.complaint(found, RIGHT, PAIR, {}) is None
    for found, right in (([3], [5]), (3, 0.5), (ONES.int(), ONES.long())):
        given = {"part": right}, {"part": "S"}, {}
        assert forms.complaint(found, *given) is None


def test_a_mask_that_is_given_has_its_axes():
    """Also where another shape would be broadcast to the right one."""
    seen = torch.ones(2, 5, 5).bool()
    forms.check_mask("seen", seen[0], "T T", B=2, T=5)
    with pytest.raises(CheckFailed, match="B should be gone"):
        forms.check_mask("seen", seen, "T T", B=2, T=5)


LETTERS = {3: "B", 5: "S", 7: "M", 11: "A"}


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (
            (3, 11),
            "yours is (3, 11) = (B, A). A stands where M belongs.",
        ),
        (
            (3, 5, 7),
            "yours is (3, 5, 7) = (B, S, M). S should be gone: sum over it, or "
            "remove it.",
        ),
        ((7, 3), "yours is (7, 3) = (M, B): the axes are in the wrong order."),
        ((3, 13), "yours is (3, 13)."),
        ((3, 3, 7), "(B, B, M). One axis appears twice."),
        ((3, 13, 7), "yours is (3, 13, 7)."),
    ],
)
def test_a_wrong_shape_is_read_in_letters(shape, words):
    found = (torch.zeros(shape).double(), WEIGHTS)
    assert words in forms.complaint(found, RIGHT, PAIR, LETTERS)


def test_a_dtype_that_no_argument_has_is_said_to_be_none_of_theirs():
    found = (CONTEXT.float(), WEIGHTS)
    words = forms.complaint(found, RIGHT, PAIR, {}, {torch.int64})
    assert "must have the dtype torch.float64: yours is torch.float32" in words
    assert "dtype=torch.float64" in words and "argument" not in words


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (lambda z: z.mT, "= (5, 6, 7): yours is (5, 7, 6): the axes are in"),
        (lambda z: z[..., :1], "(5, 6, 7): yours is (5, 6, 1).\n"),
    ],
)
def test_axes_of_one_size_are_not_told_apart(turn, words):
    """Six patches, in images that are six wide."""
    check = CHECKS["chapter9.by_convolution"]
    images = torch.zeros(5, 2, 9, 6).double()
    E, b = torch.zeros(18, 7).double(), torch.zeros(7).double()
    case = lambda takes: {"images": images, "E": E, "b": b, "patch": 3}  # noqa: E731
    same = Check("z", replace(check.exercise, cases={"equal": case}))
    message = said(lambda *a: turn(check.exercise.reference(*a)), same)
    assert words in message
    assert "stands where" not in message
