"""Answers compared, and what is wrong with their form."""

import pytest
import torch

from attnbook.check import forms

PAIR = {"context": "B M", "weights": "B S"}
CONTEXT, WEIGHTS = torch.zeros(3, 7).double(), torch.zeros(3, 5).double()


def test_a_list_of_parts_is_as_good_as_a_tuple():
    assert forms.same([CONTEXT, WEIGHTS], (CONTEXT, WEIGHTS))


@pytest.mark.parametrize(
    "answer", [[5, 8.0], [5, True], (5, 8), torch.tensor([5, 8]), [5]], ids=repr
)
def test_tokens_are_equal_as_a_list_of_int_only(answer):
    assert not forms.same(answer, [5, 8])
    assert forms.same([5, 8], [5, 8])


def test_rounding_is_no_difference_and_anything_more_is_one():
    assert forms.same(WEIGHTS + 1e-12, WEIGHTS)
    assert not forms.same(WEIGHTS + 1e-8, WEIGHTS)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            CONTEXT,
            "return 2 things, (context, weights): yours returned a tensor of "
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
            "context must keep the type of the arguments, torch.float64: yours "
            "is torch.float32",
        ),
        (
            (CONTEXT, WEIGHTS.to_sparse()),
            "weights must be a dense tensor on cpu: yours is torch.sparse_coo",
        ),
        ((CONTEXT, [0.0]), "weights must be a tensor: yours is a list of 1"),
    ],
)
def test_a_wrong_form_of_tensors_is_named(found, words):
    assert words in forms.complaint(found, (CONTEXT, WEIGHTS), PAIR)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((5, 8), "tokens must be a list of int: yours is a tuple of 2."),
        (
            [5, torch.tensor(8)],
            "item 1 is a tensor of shape (). int(...) turns it into one.",
        ),
        ([5, 8.0], "item 1 is float."),
    ],
)
def test_a_wrong_form_of_tokens_is_named(found, words):
    assert forms.complaint(found, [5, 8], {"tokens": "T"}).endswith(words)


def test_a_right_form_has_no_complaint():
    assert (
        forms.complaint((CONTEXT, WEIGHTS + 1), (CONTEXT, WEIGHTS), PAIR)
        is None
    )
    assert forms.complaint([3], [5, 8], {"tokens": "T"}) is None


def test_of_a_tensor_the_first_wrong_row_is_shown():
    wrong = WEIGHTS.clone()
    wrong[2, 3] = 0.25
    ((part, lines),) = forms.difference(
        (CONTEXT, wrong), (CONTEXT, WEIGHTS), PAIR
    )
    assert part == "weights"
    assert lines.splitlines() == [
        "expected weights[2]: [0.0, 0.0, 0.0, 0.0, 0.0]",
        "  found    weights[2]: [0.0, 0.0, 0.0, 0.25, 0.0]",
    ]


@pytest.mark.parametrize(
    ("off", "shown"), [(0.1, "0.6"), (1e-6, "0.500001"), (2e-9, "0.500000002")]
)
def test_numbers_have_as_many_digits_as_it_takes_to_see_a_difference(
    off, shown
):
    right = torch.full((1, 1), 0.5).double()
    ((_, lines),) = forms.difference(right + off, right, {"weights": "B S"})
    assert f"found    weights[0]: [{shown}]" in lines
    assert "expected weights[0]: [0.5]" in lines


def test_a_long_answer_is_cut():
    ((_, lines),) = forms.difference([7] * 999, [5], {"tokens": "T"})
    assert all(len(line) < 200 for line in lines.splitlines())


LETTERS = {3: "B", 5: "S", 7: "M", 11: "A"}


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (
            (3, 11),
            "yours is (3, 11) = (B, A). A stands where M belongs; another "
            "argument has it.",
        ),
        (
            (3, 5, 7),
            "yours is (3, 5, 7) = (B, S, M). S is left: sum over it, or take "
            "it away.",
        ),
        ((7,), "yours is (7,) = (M). B is lost: summed or squeezed away"),
        ((7, 3), "yours is (7, 3) = (M, B): the axes are turned."),
        ((3, 13), "yours is (3, 13)."),
        ((), "yours is (), one number. B, M is lost"),
        ((3, 1), "yours is (3, 1) = (B, 1). M is lost"),
        ((3, 3, 7), "(B, B, M). An axis stands there twice."),
    ],
)
def test_a_wrong_shape_is_read_in_letters(shape, words):
    found = (torch.zeros(shape).double(), WEIGHTS)
    assert words in forms.complaint(found, (CONTEXT, WEIGHTS), PAIR, LETTERS)


def test_the_row_that_is_asked_for_is_shown_if_it_differs():
    for row, shown in ((2, 2), (0, 1)):
        ((_, lines),) = forms.difference(
            WEIGHTS + torch.tensor([[0], [1], [1]]),
            WEIGHTS,
            {"weights": "B S"},
            row,
        )
        assert lines.startswith(f"expected weights[{shown}]")


def test_a_copy_keeps_what_was_answered():
    answer = [[7], torch.zeros(2)]
    copy = forms.copied(answer)
    answer[0].append(8)
    answer[1] += 1
    assert copy[0] == [7]
    assert copy[1].tolist() == [0.0, 0.0]
