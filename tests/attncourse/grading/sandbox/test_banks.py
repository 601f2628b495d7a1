"""Banked answers, wrong and right, in the sandbox."""

import linecache
import re
from pathlib import Path

import pytest

from attncourse.grading import grade, judging
from attncourse.grading.judging import Judges
from attncourse.grading.sandbox.submission import Submission
from attncourse.grading.tasks import Task
from tests.attncourse.checks.bank import Function, load
from tests.environment import ROOT

IMPORT = "from tests.attncourse.checks.bank import Bank"
BANK = """
class Bank:
    def __init__(self):
        self.rights, self.wrongs = [], []

    def right(self, function):
        globals()[f"right_{len(self.rights)}"] = function
        self.rights.append(function)
        return function

    def wrong(self, says):
        def file(function):
            globals()[f"wrong_{len(self.wrongs)}"] = function
            self.wrongs.append(function)
            return function
        return file

    def slips(self, function, slips):
        pass

    fresh = slips
"""


class Named(Submission):
    """One whose answer has another name."""

    answer = ""

    def function(self, name, takes):
        """The answer that is asked for."""
        return super().function(self.answer, takes)


def cell(key: str) -> str:
    """The bank of an exercise as a student's cell; slips follow as text."""
    chapter, name = key.split(".")
    folder = Path("tests/attncourse", chapter, "bank")
    text = ROOT.joinpath(folder, f"{name}.py").read_text("utf-8")
    assert IMPORT in text
    cells = [text.replace(IMPORT, BANK)]
    for k, slip in enumerate(slips(key)):
        lines = linecache.getlines(slip.__code__.co_filename)
        name = rf"\b{slip.__name__}\("  # others may call the right one
        cells.append(re.sub(name, f"slip_{k}(", "".join(lines)))
    return "\n\n".join(cells)


def slips(key: str) -> list[Function]:
    """The wrong answers that are edits of a right one."""
    functions = [function for _, function in load(key).wrongs]
    return [f for f in functions if f.__code__.co_filename.startswith("<")]


def graded_right(key: str) -> None:
    """Right answers have all points and wrong ones less; with cases that are
    not in the notebook.
    """
    bank, task = load(key), Task(*key.split("."))
    rights = [f"right_{k}" for k in range(len(bank.rights))]
    n = len(slips(key))
    wrongs = [f"wrong_{k}" for k in range(len(bank.wrongs) - n)]
    wrongs += [f"slip_{k}" for k in range(n)]
    with Named([cell(key)]) as submission:
        for submission.answer in (*rights, *wrongs):
            right = submission.answer in rights
            (found,) = grade.judged_all(submission, [task], Judges(3))
            assert (found.points == 1) == right, (submission.answer, found)
            assert bool(found.message) != right
            assert judging.STRANGE not in found.message


KINDS = {
    "tensors": "chapter9.to_patches",
    "a tensor and plain numbers": "chapter6.frequencies",
    "lists": "chapter8.infill",
    "a model that is called": "chapter7.token_losses",
    "a decoder that is called step by step": "chapter1.greedy",
}
"""What the sandbox carries there and back, with an exercise that has it."""


@pytest.mark.usefixtures("bwrap")
@pytest.mark.parametrize("kind", KINDS)
def test_of_each_kind_one(kind: str) -> None:
    """`make soak` has all of them."""
    graded_right(KINDS[kind])
