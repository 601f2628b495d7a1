"""The engine: what is said first, what beside it, and that no answer makes a
check crash.
"""

import random

import numpy
import pytest
import torch

from attnbook.check.calls import Refused
from attnbook.check.checker import Mistake, Sighting
from tests.check.neutral import double, neutral
from tests.check.said import said


def halved(x, shift):
    """A wrong answer in its first part."""
    return x / 2, x + shift


def negated(x, shift):
    """A wrong answer in both parts."""
    return -x, -x


HALF = Mistake("you halve.", halved)


def test_a_right_answer_prints_one_line(capsys):
    neutral()(double)
    assert capsys.readouterr().out == "double: right in all 2 cases.\n"


def test_unknown_wrong_values_are_shown_beside_the_expected_ones():
    assert said(neutral(), halved).splitlines() == [
        "double: the values are wrong.",
        "  case: two",
        "  expected twice[0]: [4.0]",
        "  found    twice[0]: [1.0]",
    ]


def test_the_first_wrong_case_is_shown():
    message = said(
        neutral(),
        lambda x, shift: double(x, shift) if len(x) == 2 else halved(x, shift),
    )
    assert "case: three" in message
    assert "expected twice[0]: [10.0]" in message


def test_a_mistake_that_gives_just_this_answer_is_named():
    assert said(neutral(mistakes=(HALF,)), halved).startswith(
        "double: you halve.\n  case: two\n"
    )
    assert "you halve" not in said(neutral(mistakes=(HALF,)), negated)


def test_the_place_comes_first_and_the_known_mistake_beside_it():
    seen = Sighting("the first part is wrong.", ("a line",), "twice")
    lines = said(
        neutral(lambda attempt: None, lambda attempt: seen, mistakes=(HALF,)),
        halved,
    ).splitlines()
    assert lines[:4] == [
        "double: the first part is wrong.",
        "  likely: you halve.",
        "  case: two",
        "  a line",
    ]


def test_only_the_blamed_part_is_shown():
    blamed = said(
        neutral(lambda attempt: Sighting("wrong.", part="moved")), negated
    )
    assert "found    moved[0]: [-2.0]" in blamed
    assert "twice" not in blamed
    assert "twice" in said(neutral(lambda attempt: Sighting("wrong.")), negated)


def test_a_look_sees_arguments_answers_and_can_ask_again():
    seen = []

    def look(attempt):
        change = {"shift": 3}
        seen.append(
            (
                attempt.given["shift"],
                attempt.found["moved"],
                attempt.expected["moved"],
            )
        )
        seen.append(
            (attempt.again(change)["moved"], attempt.right(change)["moved"])
        )

    said(neutral(look), lambda x, shift: (x, x - shift))
    shown = [
        [
            part if isinstance(part, int) else part.flatten().tolist()
            for part in parts
        ]
        for parts in seen
    ]
    assert shown == [[1, [1.0, 2.0], [3.0, 4.0]], [[-1.0, 0.0], [5.0, 6.0]]]


@pytest.mark.parametrize(
    "odd", [ValueError("fails"), None], ids=["error", "other form"]
)
def test_asking_again_gives_none_where_the_answer_fails(odd):
    def fragile(x, shift):
        if shift == 1:
            return halved(x, shift)
        if odd:
            raise odd
        return None

    def look(attempt):
        assert attempt.again({"shift": 3}) is None
        return Sighting("asked.")

    assert said(neutral(look), fragile).startswith("double: asked.")


@pytest.mark.parametrize(
    "draw", [lambda: torch.rand(1), random.random], ids=["torch", "random"]
)
def test_a_random_choice_is_named(draw):
    def lucky(x, shift):
        draw()
        return halved(x, shift)

    assert said(neutral(mistakes=(HALF,)), lucky).startswith(
        "double: a random choice was made."
    )


ODD = [
    None,
    (),
    [],
    "text",
    object(),
    float("nan"),
    [True, 2.0, None],
    torch.zeros(2, 3, 5, 7),
    torch.zeros(2).double().to_sparse(),
    numpy.zeros(2),
    (numpy.zeros(2), numpy.zeros(2)),
    (torch.zeros(2, 1).double(), None),
    (torch.zeros(2).double().to_sparse(), torch.zeros(2).double()),
]


@pytest.mark.parametrize(
    "answer", ODD, ids=lambda answer: type(answer).__name__
)
def test_any_answer_gets_a_message_on_its_form(answer):
    first, where = said(neutral(), lambda *given: answer).splitlines()
    assert any(words in first for words in ("returned", "yours is"))
    assert where == "  case: two"


def test_what_a_case_complains_about_is_said_as_it_is():
    def fails(*given):
        raise Refused("no such token.")

    assert said(neutral(), fails) == "double: no such token.\n  case: two"


def test_a_gradient_in_the_answer_does_no_harm(capsys):
    neutral()(lambda x, shift: double(torch.nn.Parameter(x), shift))
    assert "right" in capsys.readouterr().out


def test_an_answer_that_is_another_one_the_second_time_is_named():
    kept = []

    def remembers(x, shift):
        kept.append(1)
        return 2 * x, x + shift + len(kept)

    assert said(neutral(mistakes=(HALF,)), remembers).startswith(
        "double: a second call with the same arguments gives"
    )


def test_a_look_may_say_more_of_a_call_that_was_refused():
    def look(attempt):
        assert set(attempt.found.values()) == {None}
        return Sighting("this came before.", ("a line",))

    def fails(*given):
        raise Refused("no such token.")

    assert said(neutral(look), fails).splitlines() == [
        "double: this came before.",
        "  case: two",
        "  a line",
    ]


def test_a_known_mistake_of_form_is_named_beside_the_form():
    short = Mistake("you forget a part.", lambda x, shift: 2 * x)
    lines = said(
        neutral(mistakes=(short,)), lambda x, shift: 2 * x
    ).splitlines()
    assert lines[1:] == ["  likely: you forget a part.", "  case: two"]


def test_the_row_that_is_spoken_of_is_shown():
    message = said(
        neutral(lambda attempt: Sighting("moved[1] is wrong.", part="moved")),
        negated,
    )
    assert "found    moved[1]: [-3.0]" in message


def test_a_random_choice_is_named_where_a_call_was_refused():
    def lucky(*given):
        random.random()
        raise Refused("no such token.")

    assert said(neutral(), lucky).startswith(
        "double: a random choice was made."
    )
