"""Student editions hold no solution, and a solution that got out is found with
file and line.
"""

import html
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from attnbook.grading import release

SOLVED = """def area(width, height):
    \"\"\"The area of a rectangle.\"\"\"
    ### BEGIN SOLUTION
    rectangle = [width for line_number in range(height) if height > 0]
    return sum(rectangle)
    ### END SOLUTION"""
SECRET = "rectangle = [width for line_number in range(height) if height > 0]"


BADGE = (
    "[![Open in "
    "Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/{})"
)


def write(path: Path, *answers: str) -> Path:
    """A source notebook with these answer cells, each followed by a check."""
    cells = [new_markdown_cell(f"# Areas\n\n{BADGE}\n\nMeasure.", id="title")]
    for number, answer in enumerate(answers):
        ran = {
            "execution_count": 1,
            "outputs": [new_output("stream", text="ran\n")],
        }
        cells.append(new_code_cell(answer, id=f"answer-{number}", **ran))
        cells.append(
            new_code_cell(
                "check.area(area)",
                id=f"check-{number}",
                metadata={"tags": ["check"]},
                **ran,
            )
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(
        new_notebook(cells=cells, metadata={"attnbook": {"source": "0"}}), path
    )
    return path


@pytest.fixture
def source(tmp_path):
    """A source with one solution."""
    return write(tmp_path / "private" / "areas.ipynb", SOLVED)


@pytest.fixture
def site(tmp_path):
    """A folder that students can read."""
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def test_the_student_edition_keeps_all_but_solution_and_outputs(source):
    before = source.read_bytes()
    edition = release.student(source)
    assert [cell.id for cell in edition.cells] == [
        "title",
        "answer-0",
        "check-0",
    ]
    assert edition.cells[1].source.splitlines() == [
        "def area(width, height):",
        '    """The area of a rectangle."""',
        "    # YOUR CODE HERE",
        "    raise NotImplementedError()",
    ]
    assert edition.cells[2].metadata.tags == ["check"]
    assert all(
        cell.outputs == [] and cell.execution_count is None
        for cell in edition.cells[1:]
    )
    assert "attnbook" not in edition.metadata
    assert source.read_bytes() == before


def test_the_badge_opens_the_edition_or_is_left_out(source):
    assert release.student(source).cells[0].source == "# Areas\n\nMeasure."
    edition = release.student(
        source, "https://github.com/me/course/blob/main/week/1/"
    )
    badge = BADGE.format("github/me/course/blob/main/week/1/areas.ipynb")
    assert edition.cells[0].source == f"# Areas\n\n{badge}\n\nMeasure."


def test_an_address_that_colab_cannot_open_is_refused(source, tmp_path):
    with pytest.raises(
        ValueError, match="must be like .*: https://example.org/week"
    ):
        release.release([source], tmp_path / "out", "https://example.org/week")
    assert not (tmp_path / "out").exists()


def test_release_writes_under_the_same_name_and_the_same_bytes(
    source, tmp_path
):
    written = release.release([source], tmp_path / "out")
    assert written == [tmp_path / "out" / "areas.ipynb"]
    first = written[0].read_bytes()
    release.release([source], tmp_path / "out")
    assert written[0].read_bytes() == first
    nbformat.validate(nbformat.read(written[0], as_version=4))
    assert release.leaks([source], [tmp_path / "out"]) == []


@pytest.mark.parametrize(
    "left", [f"x = 1; {SECRET}", f"    {SECRET}", f"# {SECRET}"]
)
def test_solution_text_outside_the_markers_stops_the_release(tmp_path, left):
    source = write(
        tmp_path / "areas.ipynb",
        SOLVED,
        f"{left}\n### BEGIN SOLUTION\n### END SOLUTION",
    )
    with pytest.raises(
        ValueError,
        match=r"left in a student edition:\nareas.ipynb:\d+: areas.ipynb, cell "
        r"answer-0",
    ):
        release.release([source], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_two_sources_of_one_name_are_refused(source, tmp_path):
    other = write(tmp_path / "other" / "areas.ipynb", SOLVED)
    with pytest.raises(
        ValueError, match="two sources have one name: areas.ipynb"
    ):
        release.release([source, other], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "link",
    [None, os.link, os.symlink],
    ids=["itself", "hard link", "symbolic link"],
)
def test_an_edition_never_takes_the_place_of_a_source(tmp_path, link):
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
        link(second, folder / "bodies.ipynb")
    with pytest.raises(
        ValueError,
        match="bodies.ipynb would overwrite the source .*private/bodies.ipynb",
    ):
        release.release([first, second] if link else [second], folder)
    assert second.read_bytes() == before
    assert not (tmp_path / "out" / "areas.ipynb").exists()


def test_an_edition_never_takes_the_place_of_another_source(tmp_path):
    """Of one that has another name there."""
    first, second = (
        write(tmp_path / "private" / name, SOLVED)
        for name in ("areas.ipynb", "bodies.ipynb")
    )
    (tmp_path / "out").mkdir()
    os.link(second, tmp_path / "out" / "areas.ipynb")
    with pytest.raises(
        ValueError,
        match="out/areas.ipynb would overwrite the source "
        ".*private/bodies.ipynb",
    ):
        release.release([first, second], tmp_path / "out")


def test_a_notebook_without_ids_names_cells_by_their_number(
    source, tmp_path, site
):
    """As Jupyter wrote them before version 4.5 of the format."""
    notebook = json.loads(source.read_text()) | {"nbformat_minor": 4}
    for cell in notebook["cells"]:
        del cell["id"]
    source.write_text(json.dumps(notebook))
    (site / "page.html").write_text(SECRET)
    assert (
        found(source, site)
        == f"{site}/page.html:1: areas.ipynb, cell 1: {SECRET}"
    )
    assert (
        SECRET not in release.release([source], tmp_path / "out")[0].read_text()
    )


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "3",
        "null",
        "{}",
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 3}',
        "# Text",
        "\xff",
    ],
)
def test_what_is_no_notebook_is_named(tmp_path, content):
    (tmp_path / "areas.ipynb").write_bytes(content.encode("latin-1"))
    with pytest.raises(
        ValueError, match="not a notebook: .*/areas.ipynb: ."
    ) as failure:
        release.release([tmp_path / "areas.ipynb"], tmp_path / "out")
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("x = 1", "no solution is marked in"),
        ("### BEGIN SOLUTION\nx = 1", "### END SOLUTION is missing in"),
        ("x = 1\n### END SOLUTION", "do not pair at '### END SOLUTION'"),
        (
            "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION",
            "do not pair at '### BEGIN SOLUTION'",
        ),
    ],
)
def test_markers_that_do_not_pair_are_refused(tmp_path, cell, says):
    source = write(tmp_path / "areas.ipynb", cell)
    with pytest.raises(ValueError, match=says) as failure:
        release.student(source)
    assert "areas.ipynb" in str(failure.value)


@pytest.mark.parametrize("module", ["nbgrader.preprocessors", "nbformat"])
def test_without_nbgrader_the_error_says_what_to_install(
    source, monkeypatch, module
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ImportError,
        match=rf"{module} is missing: install attnbook with .* \[grading\]",
    ):
        release.student(source)


def test_nbgrader_leaves_nothing_behind(source, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    code = (
        f"from attnbook.grading import release; "
        f"release.release([{str(source)!r}], 'out')"
    )
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=home,
        env=environment,
        check=True,
        capture_output=True,
    )
    assert [
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file()
    ] == ["out/areas.ipynb"]


def found(source, site) -> str:
    """The one leak in the site."""
    leaks = release.leaks([source], [site])
    assert len(leaks) == 1
    return leaks[0]


def test_a_leak_in_a_page_is_found_through_its_markup(source, site):
    words = " ".join(
        f'<span class="n">{html.escape(word)}</span>' for word in SECRET.split()
    )
    (site / "page.html").write_text(f"<html>\n<pre>{words}\n</pre></html>")
    assert (
        found(source, site)
        == f"{site}/page.html:2: areas.ipynb, cell answer-0: {SECRET}"
    )


def test_a_leak_in_a_source_notebook_is_found(source, site):
    (site / "_sources").mkdir()
    write(site / "_sources" / "areas.ipynb", SOLVED)
    assert found(source, site).startswith(f"{site}/_sources/areas.ipynb:")


ESCAPED = [
    'answer = {"width": "how far it reaches", "height": 3}',
    'text = "\\n".join(sorted(words_of_the_sentence))',
    "both = 'one column\\tthe other' or 'no\t\tcolumn'",
    "été = [élève for élève in la_classe_entière]",
    "smile = '\N{GRINNING FACE}' * how_many_of_them",
    "pattern = re.compile(r'\\\\u00e9\\d+ of \\/')",
]
"""Lines that JSON writes in another way: quotes, backslashes, tabs, accents,
letters beyond 16 bits.
"""


@pytest.mark.parametrize("secret", ESCAPED)
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("plain", [True, False], ids=["utf-8", "ascii"])
def test_a_leak_is_found_through_the_escapes_of_json(
    tmp_path, site, secret, indent, plain
):
    source = write(
        tmp_path / "areas.ipynb",
        f"### BEGIN SOLUTION\n{secret}\n### END SOLUTION",
    )
    leak = json.dumps(
        {"cell": ["x\n", f"{secret}\n"]}, ensure_ascii=not plain, indent=indent
    )
    for name in ("data.json", "areas.ipynb", "page.html"):
        (site / name).write_text(
            leak
            if name != "page.html"
            else f"<script>{html.escape(leak, quote=False)}</script>"
        )
        assert (
            found(source, site)
            == f"{site}/{name}:{4 if indent else 1}: areas.ipynb, cell "
            f"answer-0: {secret}"
        )
        (site / name).unlink()


@pytest.mark.parametrize("secret", ESCAPED)
def test_escaped_solution_text_outside_the_markers_stops_the_release(
    tmp_path, secret
):
    cells = (
        f"### BEGIN SOLUTION\n{secret}\n### END SOLUTION",
        f"{secret}\n### BEGIN SOLUTION\n### END SOLUTION",
    )
    with pytest.raises(ValueError, match="left in a student edition"):
        release.release(
            [write(tmp_path / "areas.ipynb", *cells)], tmp_path / "out"
        )
    assert not (tmp_path / "out").exists()


def test_signs_of_order_are_not_taken_for_markup(tmp_path, site):
    secret = "between = lowest <value and highest> value"
    source = write(
        tmp_path / "areas.ipynb",
        f"### BEGIN SOLUTION\n{secret}\n### END SOLUTION",
    )
    (site / "notes.txt").write_text(f"\n\n{secret}\n")
    assert found(source, site).startswith(f"{site}/notes.txt:3: ")


def test_a_leak_inside_a_wheel_is_found(source, site):
    with zipfile.ZipFile(site / "package.whl", "w") as archive:
        archive.writestr("attnbook/areas.py", f"import os\n{SECRET}\n")
    assert found(source, site).startswith(
        f"{site}/package.whl!attnbook/areas.py:2: "
    )


def test_a_short_solution_is_found_by_its_longest_line(tmp_path, site):
    source = write(
        tmp_path / "areas.ipynb",
        "### BEGIN SOLUTION\nx = 2\nreturn 3 * x\n### END SOLUTION",
    )
    (site / "a.txt").write_text("return 3*x\n")
    assert found(source, site).endswith("return 3 * x")


def index(words: dict[str, list[int] | int]) -> str:
    """What Sphinx writes as searchindex.js."""
    index = {"docnames": ["first", "second"], "terms": words}
    return f"Search.setIndex({json.dumps(index)})"


def test_a_search_index_that_names_all_of_a_solution_is_found(tmp_path, site):
    secret = "diagonal_product = sideways_lengths(map_of_heights)"
    source = write(
        tmp_path / "areas.ipynb",
        f"### BEGIN SOLUTION\n{secret}\n### END SOLUTION",
    )
    (site / "searchindex.js").write_text(
        index(
            {
                "diagonal_product": [0, 1],
                "sideways_length": 1,
                "map_of_height": [1],
            }
        )
    )
    names = "diagonal_product, map_of_heights, sideways_lengths"
    assert found(source, site) == (
        f"{site}/searchindex.js:1: areas.ipynb, cell answer-0: page second has "
        f"the words {names}"
    )
    (site / "searchindex.js").write_text(
        index(
            {
                "diagonal_product": [0, 1],
                "sideways_length": 1,
                "map_of_height": [0],
            }
        )
    )
    assert release.leaks([source], [site]) == []


def test_what_the_source_says_openly_is_no_leak(source, site):
    (site / "page.html").write_text(
        "def area(width, height):\nrectangle\nreturn sum(rows)\n"
    )
    (site / "picture.png").write_bytes(b"\0" + SECRET.encode())
    assert release.leaks([source], [site]) == []


def test_a_folder_that_is_not_there_is_no_proof(source, tmp_path):
    with pytest.raises(FileNotFoundError, match="no such folder: .*nowhere"):
        release.leaks([source], [tmp_path / "nowhere"])
