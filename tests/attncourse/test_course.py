"""One map in nine chapters."""

import pytest

from attncourse.course import course_map
from attncourse.rooms import chapters
from tests.attncourse.drawing.toys import bold, said

ALWAYS = {"encoder", "decoder"}
ROOMS = dict(enumerate(chapters().values(), 1))


@pytest.mark.parametrize("chapter", ROOMS)
def test_the_part_of_the_chapter_is_lit_and_no_other(chapter):
    drawing = course_map(chapter)
    room = ROOMS[chapter]
    lit = {label for *_, label, _ in room.PARTS} or {"pretraining"}
    assert set(bold(drawing)) - ALWAYS == lit
    assert room.SAID in drawing.alt and room.SAID in drawing.caption


def test_every_chapter_sees_the_same_map():
    first = said(course_map(1))
    assert all(said(course_map(chapter)) == first for chapter in ROOMS)
    assert {str(chapter) for chapter in ROOMS} <= set(first)


def test_without_a_chapter_nothing_is_lit():
    assert set(bold(course_map())) == ALWAYS
    assert "Lit" not in course_map().alt


@pytest.mark.parametrize("chapter", [0, 10])
def test_other_chapters_are_refused(chapter):
    with pytest.raises(ValueError, match=f"1 to 9: chapter={chapter}"):
        course_map(chapter)
