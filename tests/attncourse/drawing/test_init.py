"""Drawings are found by listing: a new one is one new file."""

import pytest

from attncourse import chapter5, drawing
from attncourse.drawing.drawing import Drawing
from attncourse.rooms import chapters

FILE = """
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

def {0}() -> Drawing:
    return finish(Canvas(9, 9), "Nothing.", "Nothing.")

def helper() -> int:
    return 1
"""


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """Makes a chapter of files with a drawing each, and lists it."""
    monkeypatch.syspath_prepend(tmp_path)

    def chapter(**files):
        folder = tmp_path / f"chapter_of_{tmp_path.name}"
        folder.mkdir()
        for file, name in ({"__init__": "none"} | files).items():
            (folder / f"{file}.py").write_text(FILE.format(name))
        return drawing.drawings(folder.name)

    return chapter


def test_a_new_file_is_a_new_drawing(listed):
    assert list(listed(one="gate", two="arrow")) == ["gate", "arrow"]


def test_a_name_is_given_once(listed):
    with pytest.raises(ValueError, match="two drawings of one name: .*gate"):
        listed(one="gate", two="gate")


def test_drawings_stand_in_their_chapters():
    """And need no argument; even one that has the name of its file, which is a
    module.
    """
    for name, chapter in chapters().items():
        found = drawing.drawings(f"attncourse.{name}.drawings")
        assert found and found.items() <= vars(chapter.drawings).items()
        assert all(isinstance(draw(), Drawing) for draw in found.values())
    assert chapter5.drawings.split().caption.startswith("From 3 words")
