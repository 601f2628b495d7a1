"""A solution that got out is found with file and line."""

import html
import json

import pytest

from attncourse.grading import release
from attncourse.grading.leaks import leaks
from tests.attncourse.grading.toys import ESCAPED, SECRET, marked, write


def found(source, site) -> str:
    """The one leak in the site."""
    (leak,) = leaks([source], [site])
    return leak


def test_a_notebook_without_ids_names_cells_by_their_number(
    source, tmp_path, site
):
    """As Jupyter wrote them before version 4.5 of the format."""
    notebook = json.loads(source.read_text()) | {"nbformat_minor": 4}
    for cell in notebook["cells"]:
        del cell["id"]
    source.write_text(json.dumps(notebook))
    (site / "page.html").write_text(SECRET)
    place = f"{site}/page.html:1: areas.ipynb, cell 1"
    assert found(source, site) == f"{place}: {SECRET}"
    (edition,) = release.release([source], tmp_path / "out")
    assert SECRET not in edition.read_text()


def test_a_leak_in_a_page_is_found_through_its_markup(source, site):
    words = " ".join(
        f'<span class="n">{html.escape(word)}</span>' for word in SECRET.split()
    )
    (site / "page.html").write_text(f"<html>\n<pre>{words}\n</pre></html>")
    place = f"{site}/page.html:2: areas.ipynb, cell answer-0"
    assert found(source, site) == f"{place}: {SECRET}"


@pytest.mark.parametrize("secret", ESCAPED)
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("plain", [True, False], ids=["utf-8", "ascii"])
def test_a_leak_is_found_through_the_escapes_of_json(
    tmp_path, site, secret, indent, plain
):
    source = write(tmp_path / "areas.ipynb", marked(secret))
    cell = {"cell": ["x\n", f"{secret}\n"]}
    leak = json.dumps(cell, ensure_ascii=not plain, indent=indent)
    script = f"<script>{html.escape(leak, quote=False)}</script>"
    line = 4 if indent else 1
    for name in ("data.json", "areas.ipynb", "page.html"):
        (site / name).write_text(script if name == "page.html" else leak)
        place = f"{site}/{name}:{line}: areas.ipynb, cell answer-0"
        assert found(source, site) == f"{place}: {secret}"
        (site / name).unlink()


def test_signs_of_order_are_not_taken_for_markup(tmp_path, site):
    secret = "between = lowest <value and highest> value"
    source = write(tmp_path / "areas.ipynb", marked(secret))
    (site / "notes.txt").write_text(f"\n\n{secret}\n")
    assert found(source, site).startswith(f"{site}/notes.txt:3: ")


def test_a_leak_behind_a_link_is_found_once(source, site, tmp_path):
    """Also where a link leads back."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "page.html").write_text(SECRET)
    (tmp_path / "elsewhere" / "back").symlink_to(site)
    (site / "link").symlink_to(tmp_path / "elsewhere")
    assert found(source, site).startswith(f"{site}/link/page.html:1: ")


def test_the_name_of_a_page_steers_no_terminal(source, site):
    (site / "a\x1b[31m\n.html").write_text(SECRET)
    assert found(source, site).startswith(f"{site}/a\\x1b[31m\\n.html:1: ")


def test_a_short_solution_is_found_by_its_longest_line(tmp_path, site):
    source = write(tmp_path / "areas.ipynb", marked("x = 2\nreturn 3 * x"))
    (site / "a.txt").write_text("return 3*x\n")
    assert found(source, site).endswith("return 3 * x")


def index(words: dict[str, list[int] | int]) -> str:
    """What Sphinx writes as searchindex.js."""
    index = {"docnames": ["first", "second"], "terms": words}
    return f"Search.setIndex({json.dumps(index)})"


def test_a_search_index_that_names_all_of_a_solution_is_found(tmp_path, site):
    secret = "diagonal_product = sideways_lengths(map_of_heights)"
    source = write(tmp_path / "areas.ipynb", marked(secret))
    words = {"diagonal_product": [0, 1], "sideways_length": 1}
    page = site / "searchindex.js"
    page.write_text(index(words | {"map_of_height": [1]}))
    names = "diagonal_product, map_of_heights, sideways_lengths"
    assert found(source, site) == (
        f"{page}:1: areas.ipynb, cell answer-0: page second has the words "
        f"{names}"
    )
    page.write_text(index(words | {"map_of_height": [0]}))
    assert leaks([source], [site]) == []


def test_what_the_source_says_openly_is_no_leak(source, site):
    (site / "page.html").write_text(
        "def area(width, height):\nrectangle\nreturn sum(rows)\n"
    )
    (site / "picture.png").write_bytes(b"\0" + SECRET.encode())
    assert leaks([source], [site]) == []


def test_a_folder_that_is_not_there_is_no_proof(source, tmp_path):
    with pytest.raises(FileNotFoundError, match="no such folder: .*nowhere"):
        leaks([source], [tmp_path / "nowhere"])
