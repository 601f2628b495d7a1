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


def test_a_name_is_given_once(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "chapter_of_gates"
    folder.mkdir()
    for file, name in (("__init__", "none"), ("one", "gate"), ("two", "gate")):
        (folder / f"{file}.py").write_text(FILE.format(name))
    with pytest.raises(ValueError, match="two drawings of one name: .*gate"):
        drawing.drawings(folder.name)


def test_drawings_stand_in_their_chapters():
    """And need no argument; even one that has the name of its file, which is a
    module.
    """
    for name, chapter in chapters().items():
        found = drawing.drawings(f"attncourse.{name}.drawings")
        assert found and found.items() <= vars(chapter.drawings).items()
        assert all(isinstance(draw(), Drawing) for draw in found.values())
    assert chapter5.drawings.split().caption.startswith("Every row is cut")
