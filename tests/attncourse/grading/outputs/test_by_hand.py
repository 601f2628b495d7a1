"""Points of texts: entered into a table, kept there, part of all others."""

import csv
from pathlib import Path

import pytest

from attnbook import files
from attncourse.grading.classroom import Assignment
from attncourse.grading.outputs import by_hand
from attncourse.grading.outputs.counts import counted
from attncourse.grading.outputs.folder import Rows, with_texts, write
from attncourse.grading.tasks import Task, written
from tests.attncourse.grading.outputs.toys import words


@pytest.fixture
def asked(tmp_path: Path) -> Assignment:
    """A class of three, one of whom has written nothing; a file that is cut
    off is no student.
    """
    asked, rows = words("because", "", "1 < 2 <script>")
    rows[2]["student"] = "=<2>"
    for place, row in enumerate(rows):
        text = written(row)
        files.write(tmp_path / "students" / f"{place}.json", text.encode())
    (tmp_path / "students" / "cut.json").write_text(text[:30])
    return asked


def tables(folder: Path, asked: Assignment) -> dict[str, list[dict[str, str]]]:
    """All tables, by their names, as a spreadsheet reads them."""
    plain = Rows((folder / "students").iterdir())
    rows = with_texts(plain, asked, folder)
    made = {}
    for path in write(rows, asked, folder):
        with path.open() as file:
            made[path.stem] = [*csv.DictReader(file)]
    made["summary"] = counted(rows, asked).summary()
    return made


def test_the_first_table_is_empty(asked: Assignment, tmp_path: Path) -> None:
    """And a text that nobody has read is no zero."""
    made = tables(tmp_path, asked)
    names = ["'=<2>", "s0", "s1"]
    assert [row["student"] for row in made["texts"]] == names
    assert not any(row["text_5_7"] for row in made["texts"])
    assert [row["text_5_7"] for row in made["plain"]] == ["", "", "0"]
    assert made["summary"].endswith("; 2 texts to be read")
    assert by_hand.WAITS in made["moodle"][0]["Feedback comments"]


def test_texts_stand_side_by_side(asked: Assignment, tmp_path: Path) -> None:
    """In the order of names, escaped."""
    tables(tmp_path, asked)
    html = (tmp_path / "text_5_7.html").read_text()
    assert "<script>" not in html and "1 &lt; 2 &lt;script&gt;" in html
    places = [html.index(f"<h2>{n}") for n in ("=&lt;2&gt;", "s0", "s1")]
    assert places == sorted(places)
    assert html.count("No text.") == 1


def test_what_is_entered_counts_and_stays(asked, tmp_path) -> None:
    before = tables(tmp_path, asked)
    text = "student,text_5_7\r\n'=<2>, 1.5 \ns0,3\ns1,\n"
    (tmp_path / by_hand.FILE).write_text(text, "utf-8-sig")
    for _ in range(2):
        made = tables(tmp_path, asked)
        assert [row["text_5_7"] for row in made["texts"]] == ["1.5", "3", ""]
        assert [row["text_5_7"] for row in made["plain"]] == ["1.5", "3", "0"]
        for row, old in zip(made["plain"], before["plain"], strict=True):
            more = float(row["text_5_7"])
            assert float(row["points"]) == float(old["points"]) + more
            assert row["of"] == old["of"]
        most, *rows = made["canvas"]
        assert most["words"] == made["plain"][0]["of"]
        assert [row["words"] for row in rows] == [
            row["points"] for row in made["plain"]
        ]
        assert "to be read" not in made["summary"]


@pytest.mark.parametrize("value", ["four", "-1", "99", "nan", "1,5"])
def test_what_are_no_points_is_told(asked, tmp_path, value) -> None:
    text = f'student,text_5_7\ns0,"{value}"\n'
    (tmp_path / by_hand.FILE).write_text(text)
    with pytest.raises(ValueError, match="s0: text_5_7 has from 0 to 3 points"):
        tables(tmp_path, asked)


def test_no_question_no_table(tmp_path: Path) -> None:
    asked = Assignment((Task("chapter5", "cost"),), 5, "week-5")
    rows = Rows([])
    assert with_texts(rows, asked, tmp_path) is rows
