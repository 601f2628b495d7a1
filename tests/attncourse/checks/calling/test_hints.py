"""Errors of torch and Python, with their numbers in letters."""

import math

import pytest
import torch

from attncourse.checks.calling import hints

TAKES = {"s": "B D", "h": "B S M", "W": "A D", "v": "A", "words": ""}
GIVEN = {
    "s": torch.zeros(3, 2),
    "h": torch.zeros(3, 5, 7),
    "W": torch.zeros(11, 2),
    "v": torch.zeros(11),
    "words": ["un", "chien"],
}


def told(fails, takes=TAKES, inputs=GIVEN) -> str:
    """The lines for the error that a call raises, without the line of code,
    which quotes the test itself.
    """
    return "\n".join(
        line
        for line in whole(fails, takes, inputs).splitlines()
        if not line.startswith("at the line")
    )


def whole(fails, takes=TAKES, inputs=GIVEN) -> str:
    """All lines for the error that a call raises."""
    with pytest.raises(Exception) as failure:
        fails(**inputs)
    return "\n".join(hints.lines(failure.value, fails, inputs, takes))


def test_a_matrix_that_must_be_turned_is_named():
    lines = told(lambda s, W, **_: s @ W)
    assert "(BxD and AxD)" in lines
    assert "here D meets A" in lines
    assert "W is A x D: use W.T." in lines


@pytest.mark.parametrize(
    ("message", "fails"),
    [
        ("(D) must match", lambda s, h, **_: s + h),
        ("two sizes must be equal, or one of them 1", lambda s, h, **_: s + h),
        (
            "the last axis of x must match the second-to-last",
            lambda h, v, **_: v @ h,
        ),
        (
            "the last axis of x must match the second-to-last",
            lambda W, v, **_: W @ v,
        ),
        ("use * to multiply entry by entry", lambda W, **_: W @ W),
        ("Functions of math take one number", lambda W, **_: math.exp(W)),
        ("x.new_zeros(...)", lambda h, **_: h @ torch.zeros(7).double()),
        ("log_probabilities, state = step(", lambda **_: (1, 2).argmax()),
    ],
)
def test_what_an_error_says_is_answered_with_what_to_try(message, fails):
    assert message in told(fails, TAKES | {"step": ""}, GIVEN | {"step": None})


def test_a_number_of_axes_is_no_size():
    lines = told(lambda s, h, **_: torch.cat([h, s], 1))
    assert "in letters" not in lines
    assert "give the one that lacks one a new axis" in lines


def test_a_size_of_two_axes_has_no_letter():
    takes, inputs = {"x": "B T", "y": "T D"}, torch.zeros(3, 3)
    given = {"x": inputs, "y": torch.zeros(3, 5)}
    assert hints.letters(given, takes) == {5: "D"}


def test_an_answer_that_is_not_there_is_told_from_other_names():
    cell = "The cell that defines frequencies did not run"
    assert cell in told(lambda **_: frequencies)  # noqa: F821


def test_numbers_that_are_no_sizes_stay():
    assert "in letters: dimension 1 of D.5 and 13" not in told(
        lambda **_: _raise(RuntimeError("dimension 1 of 2.5"))
    )
    assert "in letters" not in told(
        lambda **_: _raise(RuntimeError("dimension 1 of 2.5 and 13 in batch2"))
    )


def test_a_name_that_is_not_there_is_answered_with_those_that_are():
    assert "its arguments, s, h, W, v, words" in told(lambda **_: memory)  # noqa: F821


def _raise(error: Exception) -> None:
    raise error


def test_an_error_is_shown_with_the_line_of_the_learner_it_comes_from():
    def fails(s, W, **_):
        return s @ W

    lines = whole(fails).splitlines()
    assert lines[0].startswith(
        "your function raised RuntimeError: mat1 and mat2"
    )
    assert lines[1] == "at the line: return s @ W"
    assert "Your own code raises this error" not in whole(fails)


def test_an_error_of_their_own_is_told_from_others():
    def fails(**_):
        raise ValueError("no")

    assert whole(fails).splitlines()[1:] == [
        'at the line: raise ValueError("no")',
        "Your own code raises this error, but this case has a right answer.",
    ]


def bare(x):
    """Ends at a return without a value."""
    if x:
        return
    return x


def falls(x):
    """Ends without a return."""
    for _ in range(x):
        x = 0


def test_the_line_at_which_nothing_is_returned_is_shown():
    assert hints.returned_none(bare, {"x": 1}).startswith(
        "your function returned None, at the line: return\n"
    )
    assert hints.returned_none(falls, {"x": 1}).endswith(
        "Its last line was: for _ in range(x):"
    )
    assert "It needs a `return` on every path" in hints.returned_none(
        falls, {"x": 1}
    )


def test_a_size_that_was_divided_is_told_from_other_types():
    cure = "/ gives a float, // gives an int"
    assert cure in told(lambda W, **_: W.reshape(7, 6 / 2, -1))
    assert cure in told(lambda W, **_: W.unflatten(-1, (2 / 1, -1)))
    assert cure in told(lambda **_: [*range(6 / 2)])
    assert cure not in told(lambda W, **_: W.reshape("7"))


KEYS = {"Q": "B T K", "K": "B S K"}
SIZED = {"Q": torch.zeros(3, 2, 11), "K": torch.zeros(3, 5, 11)}


@pytest.mark.parametrize(
    ("message", "fails"),
    [
        ("K.mT swaps the last two", lambda Q, K: Q @ K.permute(2, 1, 0) + K.T),
        ("x[:, None]", lambda Q, K: Q + K),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_batch_turned_whole_is_named(message, fails):
    lines = told(fails, KEYS, SIZED)
    assert message in lines
    assert ("x[:, None]" in lines) == (message == "x[:, None]")


def test_an_error_that_cannot_say_its_text_is_named():
    class Mute(Exception):
        def __str__(self):
            raise ValueError

    def fails(**_):
        raise Mute

    assert "raised Mute: its text cannot be had" in told(fails)


def test_a_name_that_is_read_too_early_is_told():
    def early(**_):
        total += 1  # noqa: F821, F841
        return total

    assert hints.EARLY in told(early)
