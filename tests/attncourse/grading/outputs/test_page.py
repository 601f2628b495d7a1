"""The page of a class: what it says, and what it cannot do."""

from html.parser import HTMLParser

import pytest

from attncourse.grading.outputs.page import page, width
from tests.attncourse.grading.outputs.toys import ASSIGNMENT, said, words

EVIL = "<script>alert(1)</script>\"'&"


class Reader(HTMLParser):
    """What a browser sees: elements, their attributes, and text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.lines: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.lines += filter(None, [data.strip()])


def read(rows: list) -> Reader:
    """The page of these students."""
    return Reader("".join(page(rows, ASSIGNMENT)))


def test_what_students_wrote_runs_nowhere() -> None:
    """Their names, messages, problems and notes are text."""
    rows = [said(EVIL, 0, 0, message=EVIL), said(f"{EVIL}2", problem=EVIL)]
    rows[0]["grades"][0]["note"] = EVIL
    found = read(rows)
    assert "script" not in found.elements
    known = {"lang", "charset", "http-equiv", "content", "name", "class"}
    assert found.attributes == known | {"style", "scope"}
    assert found.lines.count(EVIL) == 4
    assert f"split_heads: {EVIL}" in found.lines


def test_the_hardest_exercise_is_named() -> None:
    """And the messages of most students, most first."""
    rows = [said(f"r{k}", 2, 4) for k in range(5)]
    rows += [said(f"w{k}", 2, 0, message=f"slip {k % 8}") for k in range(11)]
    lines = read(rows).lines
    place = lines.index("The hardest:")
    assert lines[place + 1 : place + 3] == [
        "post_norm_block",
        ", right in 5 of 16 notebooks.",
    ]
    told = lines.index("were told")
    slips = ["slip 0", "slip 1", "slip 2", "slip 3", "slip 4"]
    assert lines[told + 2 : told + 12 : 2] == slips
    assert lines[told + 1 : told + 11 : 2] == ["2", "2", "2", "1", "1"]
    assert "3 more, no more frequent." in lines


def test_how_many_have_how_many_points() -> None:
    """From none to all, and an exercise that is right in part."""
    rows = [said("a", 2, 4), said("b", 2, 1), said("c", 0, 3)]
    lines = read(rows).lines
    start = lines.index("How many of the graded notebooks have so many points.")
    assert lines[start + 1 : start + 15 : 2] == [*"0123456"]
    assert lines[start + 2 : start + 16 : 2] == [*"0002001"]
    assert "chapter 7, 4 points: 33\xa0% right, 67\xa0% in part" in lines


def test_a_class_without_a_notebook() -> None:
    for rows in [], [said("a", problem="no notebook was handed in")]:
        found = read(rows)
        assert ("Not graded" in found.lines) == bool(rows)
        assert "Exercises" not in found.lines


def test_a_class_that_has_only_written_texts() -> None:
    """The page leads to the one on which they stand."""
    asked, rows = words("because", "", "and")
    source = "".join(page(rows, asked))
    assert '<a href="text_5_7.html">text_5_7</a>: 2 texts' in source
    assert "<h2>Points" not in source and "<h2>Exercises" not in source


@pytest.mark.parametrize("most", [0.01, 0.3, 1, 5, 6, 11, 12, 100, 1e6])
def test_there_are_few_bars(most: float) -> None:
    assert 1 <= most / width(most) < 12
