"""One map in all chapters, and the house of the code."""

from io import BytesIO

import numpy as np
import pytest
from house import boundary, house
from PIL import Image

from attncourse.course import course_map
from attncourse.rooms import chapters
from tests.attncourse.drawing.toys import bold, said
from tests.environment import ROOT

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


@pytest.mark.parametrize("draw", [house, boundary])
def test_contributors_see_what_is_drawn(draw):
    """`book/house.png` is what `house().png` is today."""
    stored, drawn = (
        np.asarray(Image.open(file).convert("RGB"), dtype=int)
        for file in (ROOT / f"book/{draw.__name__}.png", BytesIO(draw().png))
    )
    assert stored.shape == drawn.shape
    assert abs(stored - drawn).mean() < 0.1


def test_every_package_and_file_of_the_house_is_drawn():
    names = {
        path.stem
        for package in ("attnbook", "attncourse")
        for path in (ROOT / "lib" / package).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    drawn = set(said(house()))
    assert {name for name in names if not name.startswith("_")} <= drawn
