"""The interview: each question has a short answer, a longer one, and the cell
that shows it.
"""

import re

import nbformat
import pytest

from attncourse.experiments import results
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


def test_numbers_of_the_translators_are_those_of_their_results():
    """What attention brings by length, what is found at position 11, and what
    a beam brings.
    """
    text = " ".join(TEXT.split())
    compared = results.load("compare-en-fr")
    short, long = (
        compared.table("difference").where(**lengths).column("difference")[0]
        for lengths in ({"shortest": 1, "longest": 8}, {"shortest": 20})
    )
    assert (
        f"of 1 to 8 words the translator with attention is {short:.0f} BLEU "
        f"ahead, on those of 20 words and more {long:.0f}" in text
    )
    drift = compared.table("drift")
    (row,) = drift.where(model="translate-en-fr-seq2seq", position=11).rows
    for said in (
        f"predicts {row['forced']:.0%} of the tokens at position 11",
        f"has {row['free']:.0%} of them at that position, but "
        f"{row['found']:.0%} if they may stand elsewhere",
        f"translations of other sentences have {row['chance']:.0%}",
    ):
        assert said in text
    names = "translate-en-fr-seq2seq", "translate-en-fr-bahdanau"
    sides = map(results.load, names)
    gains = [side.value("bleu") - side.value("greedy_bleu") for side in sides]
    assert "about two BLEU" in text
    assert abs(sum(gains) / 2 - 2) < 0.5
