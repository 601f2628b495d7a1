"""What instructors read of exercises is what notebooks and checks say."""

import re

import pytest
from extension import exercises
from extension.cards import told

from attncourse.rooms import chapters
from tests.site.browser import document

LINE = re.compile(r"^\| \[(\d+\.\d)\]\((.+?)\) (.+?) \| (.+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def rows() -> dict[str, list[str]]:
    """The cells of each row of the tables, by the number of the exercise."""
    found = LINE.findall(exercises.tables())
    return {number: rest.split(" | ") for number, *_, rest in found}


def test_every_exercise_has_a_row_and_its_minutes_are_those_of_its_card(rows):
    for name, room in chapters().items():
        own = exercises.rungs(name)
        assert {*own} <= {*rows}
        sums = sum(int(rows[number][0]) for number in own)
        assert sums == int(told(name, room)["more"])
    assert len(rows) == sum(len(exercises.rungs(n)) for n in chapters())


def test_a_row_says_what_is_counted(rows):
    minutes, answer, cases, slips, traced = rows["5.2"]
    assert (minutes, answer, cases) == ("5", "1 line", "5+4")
    assert int(slips) > 300 and re.fullmatch(r"\d+/\d+", traced)
    assert rows["1.3"][3] == "–"  # a decoder, compared call by call
    assert rows["5.1"][1:] == ["4 choices", "–", "–", "–"]
    assert rows["5.7"][1] == "1 text"
    assert exercises.bound().endswith("alone, but for 2.4, which needs 2.2.")


def test_a_plan_adds_up() -> None:
    """A chapter that stands twice is counted once."""
    lines = exercises.plan(
        "week", [("1", " 5 | 5.2, 5.3"), ("2", " 5 | 5.4"), ("3", " 6, 7 | ")]
    )
    cells = [line.strip("| ").split(" | ") for line in lines]
    read = [
        int(told(f"chapter{n}", chapters()[f"chapter{n}"])["minutes"])
        for n in (5, 6, 7)
    ]
    assert cells[2][2] == exercises.clock(read[0])
    assert "|  | [5.4](" in lines[3]
    assert f"| {exercises.clock(read[1] + read[2])} |  |  |" in lines[4]
    do = sum(
        exercises.rungs("chapter5")[n].minutes for n in ("5.2", "5.3", "5.4")
    )
    assert lines[-1].endswith(
        f"| {exercises.clock(sum(read))} | | {exercises.clock(do)} |"
    )
    assert exercises.clock(65) == "1:05"


def test_links_lead_to_the_exercise(address) -> None:
    """Those of the tables, and those of both plans."""
    page = document("book/assign.html")
    links = [a for a in page.select("table a") if "/exercises/" in a["href"]]
    assert len(links) > sum(len(exercises.rungs(n)) for n in chapters())
    for link in links:
        path, _, anchor = link["href"].removeprefix("../").partition("#")
        heading = document(path).find(id=anchor).find(re.compile("h[1-3]"))
        assert heading.text.startswith(f"Exercise {link.text}:")
