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
    with pytest.raises(Exception) as failure:
        fails(**inputs)
    return "\n".join(hints.lines(failure.value, fails, inputs, takes))


class Mute(Exception):
    def __str__(self):
        raise ValueError


def early(**_):
    total += 1  # noqa: F821, F841
    return total


SIZE = "/ gives a float, // gives an int"


@pytest.mark.parametrize(
    ("message", "fails"),
    [
        ("(BxD and AxD)", lambda s, W, **_: s @ W),
        ("here D meets A", lambda s, W, **_: s @ W),
        ("W is A x D: use W.T.", lambda s, W, **_: s @ W),
        (
            "The cell that defines frequencies did not run",
            lambda **_: frequencies,  # noqa: F821
        ),
        ("its arguments, s, h, W, v, words", lambda **_: memory),  # noqa: F821
        (hints.EARLY, early),
        ("raised Mute: its text cannot be had", lambda **_: _raise(Mute())),
        (SIZE, lambda W, **_: W.reshape(7, 6 / 2, -1)),
        (SIZE, lambda W, **_: W.unflatten(-1, (2 / 1, -1))),
        (SIZE, lambda **_: [*range(6 / 2)]),
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
        ("give the one that lacks one", lambda s, h, **_: torch.cat([h, s], 1)),
        ("use * to multiply entry by entry", lambda W, **_: W @ W),
        ("Functions of math take one number", lambda W, **_: math.exp(W)),
        ("x.new_zeros(...)", lambda h, **_: h @ torch.zeros(7).double()),
        ("log_probabilities, state = step(", lambda **_: (1, 2).argmax()),
    ],
)
def test_what_an_error_says_is_answered_with_what_to_try(message, fails):
    assert message in told(fails, TAKES | {"step": ""}, GIVEN | {"step": None})


@pytest.mark.parametrize(
    ("message", "fails"),
    [
        ("in letters", lambda s, h, **_: torch.cat([h, s], 1)),
        (SIZE, lambda W, **_: W.reshape("7")),
    ],
)
def test_a_number_of_axes_is_no_size_nor_is_a_text(message, fails):
    assert message not in told(fails)


def test_the_line_at_which_nothing_is_returned_is_shown():
    def bare(x):
        if x:
            return
        return x

    def falls(x):
        for _ in range(x):
            x = 0

    assert hints.returned_none(bare, {"x": 1}).startswith(
        "your function returned None, at the line: return\n"
    )
    said = hints.returned_none(falls, {"x": 1})
    assert "It needs a `return` on every path" in said
    assert said.endswith("Its last line was: for _ in range(x):")


def test_a_size_of_two_axes_has_no_letter():
    takes, inputs = {"x": "B T", "y": "T D"}, torch.zeros(3, 3)
    given = {"x": inputs, "y": torch.zeros(3, 5)}
    assert hints.letters(given, takes) == {5: "D"}


def test_numbers_that_are_no_sizes_stay():
    assert "in letters: dimension 1 of D.5 and 13" not in told(
        lambda **_: _raise(RuntimeError("dimension 1 of 2.5"))
    )
    assert "in letters" not in told(
        lambda **_: _raise(RuntimeError("dimension 1 of 2.5 and 13 in batch2"))
    )


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
