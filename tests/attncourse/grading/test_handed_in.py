"""What a class has handed in, in the order of names, and in parts."""

from pathlib import Path

import pytest

from attncourse.grading import handed_in
from attncourse.grading.handed_in import Shard


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files and folders; a student who has handed in both; what is hidden."""
    for name in ("bob.IPYNB", "ann.ipynb", "eve.pdf", "bob.txt", ".x"):
        (tmp_path / name).touch()
    deep = "dan/" + "a/" * 21 + "a.ipynb"
    odd = deep, "cy/x.ipynb/a.py", "cy/__MACOSX/a.ipynb", "__MACOSX/a.ipynb"
    for name in ("cy/b/a.ipynb", "ann/a.ipynb", "dan/.h/a.ipynb", *odd):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_each_student_has_notebooks(folder: Path) -> None:
    found = {
        one.student: [p.relative_to(folder).as_posix() for p in one.notebooks]
        for one in handed_in.found(folder)
    }
    assert found == {
        "ann": ["ann/a.ipynb", "ann.ipynb"],
        "bob": ["bob.IPYNB"],
        "cy": ["cy/b/a.ipynb"],
        "dan": [],
        "eve": ["eve.pdf"],
    }
    assert [*found] == sorted(found)


def test_a_file_and_a_folder_are_two(folder: Path) -> None:
    ann, *_ = handed_in.found(folder)
    twice = f"{handed_in.TWICE}: a.ipynb, ann.ipynb"
    assert handed_in.content(ann, folder) == (b"", twice)


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/0", "1/99999"])
def test_no_shard_is_told(text: str) -> None:
    assert Shard.read("2/4") == (2, 4)
    with pytest.raises(ValueError, match="as 1/4 to 4/4"):
        Shard.read(text)


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="absent"):
        [*handed_in.found(tmp_path / "absent")]


def test_a_link_is_no_notebook(folder: Path) -> None:
    """It may lead to what a neighbour has handed in."""
    for name in ("fay.ipynb", "gus/a.ipynb"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(folder / "bob.IPYNB")
    *_, fay, gus = handed_in.found(folder)
    for one in (fay, gus):
        assert handed_in.content(one, folder) == (b"", handed_in.LINK)
