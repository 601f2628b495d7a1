"""The interview: each question has a short answer, a longer one, and the cell
that shows it.
"""

import re

import nbformat
import pytest

from tests.environment import ROOT

TEXT = (ROOT / "book/interview.md").read_text(encoding="utf-8")
QUESTIONS = dict(
    re.findall(r"^### (.+?)\n+(.+?)(?=\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
)


def test_there_are_thirty_and_six_of_the_lecture():
    assert len(QUESTIONS) >= 30
    assert sum(name.startswith("★") for name in QUESTIONS) == 6


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_is_short_then_longer_then_shown(question):
    answer = " ".join(QUESTIONS[question].split())
    short, longer, cells = re.fullmatch(
        r"\*\*(.+?)\*\* (.+) Shown in (.+)\.", answer
    ).groups()
    assert len(short.split()) <= 30
    assert len(longer.split()) >= 15
    for path, cell in re.findall(r"`([^`#]+)#([^`]+)`", cells):
        book = nbformat.read(ROOT / path, as_version=4)
        assert cell in {one.id for one in book.cells}, cell
