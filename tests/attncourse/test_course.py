"""One map in nine chapters."""

import pytest

from attncourse.course import PARTS, SAID, course_map
from tests.attncourse.drawing.toys import bold, said

ALWAYS = {"encoder", "decoder"}


@pytest.mark.parametrize("chapter", SAID)
def test_the_part_of_the_chapter_is_lit_and_no_other(chapter):
    drawing = course_map(chapter)
    lines = [p[4].split("\n") for p in PARTS if p[0] == chapter]
    lit = {line for part in lines for line in part}
    expected = lit or {"pretraining"}
    assert set(bold(drawing)) - ALWAYS == expected
    assert SAID[chapter] in drawing.alt and SAID[chapter] in drawing.caption


def test_every_chapter_sees_the_same_map():
    first = said(course_map(1))
    assert all(said(course_map(chapter)) == first for chapter in SAID)
    assert {str(chapter) for chapter in SAID} <= set(first)


def test_without_a_chapter_nothing_is_lit():
    assert set(bold(course_map())) == ALWAYS
    assert "Lit" not in course_map().alt


@pytest.mark.parametrize("chapter", [0, 10])
def test_other_chapters_are_refused(chapter):
    with pytest.raises(ValueError, match=f"1 to 9: chapter={chapter}"):
        course_map(chapter)
