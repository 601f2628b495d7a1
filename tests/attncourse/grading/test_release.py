"""Student editions hold no solution."""

import os

import nbformat
import pytest

from attncourse.grading import release
from attncourse.grading.leaks import leaks
from tests.attncourse.grading.toys import (
    ESCAPED,
    SECRET,
    SOLVED,
    marked,
    write,
)
from tests.toys import refused


def test_the_student_edition_keeps_all_but_solution_and_outputs(source):
    before = source.read_bytes()
    edition = release.student(source)
    names = [cell.id for cell in edition.cells]
    assert names == ["title", "answer-0", "check-0"]
    assert edition.cells[1].source.splitlines() == [
        "def area(width, height):",
        '    """The area of a rectangle."""',
        "    # YOUR CODE HERE",
        "    raise NotImplementedError()",
    ]
    assert edition.cells[2].metadata.tags == ["check"]
    for cell in edition.cells[1:]:
        assert (cell.outputs, cell.execution_count) == ([], None)
    assert "attnbook" not in edition.metadata
    assert source.read_bytes() == before


def test_the_badge_that_opens_the_solutions_is_left_out(source):
    assert release.student(source).cells[0].source == "# Areas\n\nMeasure."


def test_release_writes_under_the_same_name_and_the_same_bytes(
    source, tmp_path, monkeypatch
):
    """And nothing else: nbgrader leaves nothing behind."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "home")
    written = release.release([source], tmp_path / "out")
    assert written == [tmp_path / "out" / "areas.ipynb"]
    first = written[0].read_bytes()
    release.release([source], tmp_path / "out")
    assert written[0].read_bytes() == first
    assert not [*(tmp_path / "home").iterdir()]
    nbformat.validate(nbformat.read(written[0], as_version=4))
    assert leaks([source], [tmp_path / "out"]) == []


@pytest.mark.parametrize(
    "answers",
    [
        *(
            (SOLVED, marked("", f"{left}{SECRET}\n"))
            for left in ("x = 1; ", "    ", "# ")
        ),
        (marked(ESCAPED[0]), marked("", f"{ESCAPED[0]}\n")),
    ],
)
def test_solution_text_outside_the_markers_stops_the_release(tmp_path, answers):
    source = write(tmp_path / "areas.ipynb", *answers)
    left = r"areas.ipynb:\d+: areas.ipynb, cell answer-0"
    with refused(f"left in a student edition:\n{left}"):
        release.release([source], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_two_sources_of_one_name_are_refused(source, tmp_path):
    other = write(tmp_path / "other" / "areas.ipynb", SOLVED)
    with refused("two sources have one name: areas.ipynb"):
        release.release([source, other], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("link", "name"),
    [
        (None, "bodies.ipynb"),
        (os.symlink, "bodies.ipynb"),
        (os.link, "areas.ipynb"),
    ],
    ids=["itself", "symbolic link", "hard link with another's name"],
)
def test_an_edition_never_takes_the_place_of_a_source(tmp_path, link, name):
    """By whatever name or way the folder leads to it: refused before any
    edition is written.
    """
    first, second = (
        write(tmp_path / "private" / name, SOLVED)
        for name in ("areas.ipynb", "bodies.ipynb")
    )
    before = second.read_bytes()
    folder = tmp_path / "private" / ".." / "private"
    if link:
        folder = tmp_path / "out"
        folder.mkdir()
        link(second, folder / name)
    with refused(f"{name} would overwrite the source .*private/bodies.ipynb"):
        release.release([first, second] if link else [second], folder)
    assert second.read_bytes() == before
    assert len([*folder.iterdir()]) == (1 if link else 2)


def test_hidden_tests_are_taken_out(tmp_path):
    """Wherever they stand; who finds them elsewhere finds a leak."""
    hidden = "assert area(31, 41) == 1271  # nobody sees this"
    tests = f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    path = write(tmp_path / "a" / "areas.ipynb", SOLVED, f"x = 1\n{tests}")
    edition = release.student(path)
    assert edition.cells[3].source == "x = 1"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "page.html").write_text(hidden)
    (leak,) = leaks([path], [tmp_path / "site"])
    assert "1271" in leak
