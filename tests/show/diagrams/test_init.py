"""Drawings are found by listing: a new one is one new file."""

import sys

import pytest

from attnbook.show import diagrams

FILE = """
from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.drawing import Drawing, finish

def {0}() -> Drawing:
    return finish(Canvas(9, 9), "Nothing.", "Nothing.")

def helper() -> int:
    return 1
"""


@pytest.fixture
def drawn(tmp_path, monkeypatch):
    """Puts files with a drawing each into a chapter, and lists it."""

    def chapter(**files):
        for file, name in files.items():
            (tmp_path / f"{file}.py").write_text(FILE.format(name))
            module = f"{diagrams.chapter1.__name__}.{file}"
            # forgotten again afterwards
            monkeypatch.setitem(sys.modules, module, None)
            del sys.modules[module]
        places = [*diagrams.chapter1.__path__, str(tmp_path)]
        monkeypatch.setattr(diagrams.chapter1, "__path__", places)
        return diagrams.drawings(diagrams.chapter1)

    return chapter


def test_a_new_file_is_a_new_drawing(drawn):
    before = set(diagrams.drawings(diagrams.chapter1))
    assert set(drawn(fresh="arrow")) - before == {"arrow"}


def test_a_name_is_given_once(drawn):
    with pytest.raises(ValueError, match="two drawings of one name: .*gate"):
        drawn(fresh="gate")


def test_drawings_stand_in_their_chapters():
    """Even one that has the name of its file, which is a module."""
    for chapter in diagrams.chapters().values():
        found = diagrams.drawings(chapter)
        assert found and found.items() <= vars(chapter).items()
    assert diagrams.chapter5.split().caption.startswith("From 3 words")
