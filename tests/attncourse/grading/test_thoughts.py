"""Choices and texts are read as data, and texts laid side by side."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from attncourse.grading import grade, thoughts
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.tasks import Task

CHOICE = Task("chapter5", "answer_5_1_1", 2.0, key="b")
TEXT = Task("chapter5", "text_5_7", 0.0, by_hand=3.0)


def text(words: str, **metadata: object):
    """A cell that a student has written, its comments in place."""
    said = f"<!-- text_5_7 begins -->\n{words}\n<!-- text_5_7 ends -->"
    return new_markdown_cell(said, metadata=metadata)


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ('"b"', 2.0),
        ("' (B) '", 2.0),
        ('"a"\nanswer_5_1_1 = "b"', 2.0),
        ('"b"\nanswer_5_1_1 = "a"', 0.0),
        ('""', 0.0),
        ("'b.'", 2.0),
        ("b", 2.0),
        ('"other"', 0.0),
        ("other", 0.0),
        ("1 / 0", 0.0),
        ('open("/tmp/x", "w").write("b") and "b"', 0.0),
        ('"b', 0.0),
    ],
)
def test_a_choice_is_a_letter_and_nothing_is_run(written, points):
    """The last one counts, as it would in the notebook."""
    code = ["other = 'a'", f"answer_5_1_1 = {written}"]
    report = grade.grade(code, [CHOICE], workers=Workers("no such"))
    assert report.points == points and report.errors == {}
    (one,) = report.grades
    assert (one.message == "") == bool(points)
    assert "b" not in one.message.removeprefix(CHOICE.name)


def test_a_text_is_found_by_its_comments_or_its_cell():
    """In all cells that carry its name, with quotes and Greek as they are."""
    named = new_markdown_cell("No 'comments'.")
    named.metadata["nbgrader"] = {"grade_id": "text_5_7"}
    odd = new_markdown_cell("other", metadata={"nbgrader": "odd"})
    cells = [text('"""α"""'), new_code_cell("x = 1"), named, odd]
    code = grade.code_of(cells)
    assert code[0] == "x = 1" and len(code) == 2
    (one,) = grade.grade(code, [TEXT]).grades
    assert one.text == '"""α"""\n\nNo \'comments\'.'
    assert (one.points, one.of, one.message) == (0.0, 0.0, "")


def test_a_text_that_nobody_has_written_is_named():
    for cells in ([], [text(thoughts.STUB)], [text("  ")]):
        (one,) = grade.grade(grade.code_of(cells), [TEXT]).grades
        assert (one.text, one.message) == ("", "text_5_7: no text.")


def test_a_long_text_is_cut():
    (one,) = grade.grade(grade.code_of([text("x" * 100_000)]), [TEXT]).grades
    assert len(one.text) == thoughts.LONGEST


def test_a_cell_that_is_too_long_is_not_read():
    """Its syntax would take gigabytes of the grader's memory."""
    assert thoughts.values(["x = 'a'" + " " * 9]) == {"x": "a"}
    assert thoughts.values(["x = 'a'" + " " * thoughts.MOST]) == {}
