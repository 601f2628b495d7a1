"""No guess gives itself away: not by the letter of the right choice, not by
the lengths of the choices, not by a reason that one of them alone has or lacks.
"""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.environment import NOTEBOOKS, prose

BOX = re.compile(r"> \*\*Prediction:\*\* (.+)\n>\n((?:> - \([a-z]\) .+\n?)+)")
CHOICE = re.compile(r"^> - \(([a-z])\) (.+)$", re.MULTILINE)
RIGHT = re.compile(r"^- \(([a-z])\) Right:", re.MULTILINE)
REASON = re.compile(r":\s|\b(because|since|although|though)\b")
OPEN = re.compile(r"\b(about|nearly|roughly|almost|hardly)\b", re.IGNORECASE)
MOST = 0.4
"""Of three choices, each is right in a third of the guesses by chance."""


class Guess(NamedTuple):
    """What is asked, what a reader chooses from, the letter that is right."""

    question: str
    choices: dict[str, str]
    right: str

    @property
    def lengths(self) -> dict[str, int]:
        """The letters of each choice; a command of a formula is one."""
        plain = {k: re.sub(r"\\\w+", "x", t) for k, t in self.choices.items()}
        return {k: len(re.sub(r"[$*`{}_^]", "", t)) for k, t in plain.items()}

    def alone(self, which: int) -> bool:
        """Whether the right choice is the longest (-1) or the shortest (0),
        and no other is.
        """
        ends = sorted(self.lengths.values())
        own = self.lengths[self.right]
        return own == ends[which] and ends.count(own) == 1


def guesses(path: Path) -> list[Guess]:
    """Those of a notebook, in their order."""
    text = prose(path)
    return [
        Guess(question, dict(CHOICE.findall(box)), right)
        for (question, box), right in zip(
            BOX.findall(text), RIGHT.findall(text), strict=True
        )
    ]


ALL = {path: guesses(path) for path in NOTEBOOKS}
BOOK = [guess for found in ALL.values() for guess in found]


def test_no_letter_is_right_in_most_guesses() -> None:
    """Neither in the book nor in one notebook, and not four times in a row."""
    counts = Counter(guess.right for guess in BOOK)
    assert max(counts.values()) <= MOST * len(BOOK), counts
    for path, found in ALL.items():
        letters = [guess.right for guess in found]
        assert max(Counter(letters).values()) <= (len(letters) + 1) / 2, path
        assert max(len([*run]) for _, run in groupby(letters)) <= 3, path


@pytest.mark.parametrize("which", [-1, 0], ids=["longest", "shortest"])
def test_the_right_choice_is_not_told_by_its_length(which: int) -> None:
    alone = sum(guess.alone(which) for guess in BOOK)
    assert alone <= MOST * len(BOOK), alone


def test_a_guess_asks_one_question() -> None:
    """What has a bracket after it is one, too."""
    for guess in BOOK:
        asked = re.fullmatch(r"[^?]+\?( \([^?]+\))?", guess.question)
        assert asked, guess.question


def test_lengths_are_alike_and_what_tells_one_stands_with_all_or_none() -> None:
    """A reason, and a word that leaves a number open."""
    for guess in BOOK:
        lengths = guess.lengths.values()
        assert max(lengths) <= 2 * min(lengths) + 10, guess.choices
        for telling in (REASON, OPEN):
            found = {bool(telling.search(t)) for t in guess.choices.values()}
            assert len(found) == 1, (telling.pattern, guess.choices)
