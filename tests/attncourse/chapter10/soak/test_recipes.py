"""The cheapest rows of chapter 10 trained again give what is stored."""

import pytest

from attnbook.data import text
from attncourse.chapter10.recipes import capstone
from attncourse.experiments import results
from tests.soak.toys import check_first_epoch
from tests.toys import real_data


def test_the_first_epoch_of_letters(monkeypatch, tmp_path) -> None:
    check_first_epoch("induction-letters", monkeypatch, tmp_path)


@real_data
def test_the_first_epoch_of_captions(monkeypatch, tmp_path) -> None:
    check_first_epoch("five-changes", monkeypatch, tmp_path)
    check_first_epoch("scaling-law", monkeypatch, tmp_path)


def test_the_first_epoch_of_the_capstone(monkeypatch, tmp_path) -> None:
    """Another Python has another reference."""
    found = text.read(capstone.reference(tmp_path))
    size = sum(map(len, [*found.train, *found.held]))
    if size != results.load("capstone").value("characters"):
        pytest.skip("the stored result is of another version of Python")
    check_first_epoch("capstone", monkeypatch, tmp_path)
