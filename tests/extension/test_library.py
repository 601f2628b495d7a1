"""The pages of the library: every object has its entry, which leads to a
chapter; what a chapter names leads back.
"""

import importlib
import inspect
import pkgutil
import re

import pytest
from extension import library

import attnbook
from attnbook import attention, heads
from attnbook.data.labelled import Labelled
from tests.environment import ROOT
from tests.site.browser import document
from tests.site.looks import CHAPTER_PAGES

PAGES = {path.stem: path for path in (ROOT / "book/library").glob("*.md")}
MODULES = {
    name: page
    for page, path in PAGES.items()
    for name in re.findall(r"automodule:: attnbook\.(\S+)", path.read_text())
}
INNER = {
    *("files", "validation", "data.fetch", "data.painting"),
    *("data.pixels", "models.fields", "models.fresh", "models.huggingface"),
    *("models.loading", "models.pytorch", "pretrained.processor"),
    "pretrained.text",
}
"""What the library alone calls."""


def public(name: str) -> dict[str, object]:
    """The classes and functions that a module defines."""
    module = importlib.import_module(f"attnbook.{name}")
    return {
        own: thing
        for own, thing in vars(module).items()
        if not own.startswith("_")
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__ == module.__name__
    }


def test_every_module_with_an_object_is_on_one_page():
    walked = pkgutil.walk_packages(attnbook.__path__, "attnbook.")
    names = {found.name.removeprefix("attnbook.") for found in walked}
    assert {name for name in names if public(name)} == {*MODULES, *INNER}
    contents = (ROOT / "book/library.md").read_text("utf-8")
    for name, page in MODULES.items():
        assert f"`{name}`" in contents and f"library/{page}.md" in contents


@pytest.mark.parametrize("name", MODULES)
def test_every_object_says_what_it_is_and_where_a_chapter_shows_it(name):
    for own, thing in public(name).items():
        assert inspect.getdoc(thing), f"{own} says nothing of itself"
        link = library.shown_in(f"attnbook.{name}.{own}")
        if not link:
            assert "Built in" not in str(
                importlib.import_module(f"attnbook.{name}").__doc__
            )
            continue
        found = re.search(r"<../../(\S+)\.html(?:#cell-(\S+))?>", link)
        notebook = (ROOT / f"{found[1]}.ipynb").read_text("utf-8")
        assert found[2] is None or f'"id": "{found[2]}"' in notebook


@pytest.mark.parametrize(
    ("number", "page"), [(5, "05_self_attention"), (10, "10_language_models")]
)
def test_a_docstring_is_plain_text_in_which_code_stands_between_backticks(
    number, page
):
    lines = [
        'Scores "B H T S" of |q| * k_t in `rows`.',
        *("", "Built in chapter", f"{number}."),
    ]
    library.plain(None, "module", "attnbook.heads", heads, None, lines)
    assert lines[0] == r"Scores ``B H T S`` of \|q\| \* k\_t in ``rows``."
    link = f"`{number} <../../chapters/{page}.html>`__."
    assert "\n".join(lines[2:]).strip() == f"Built in chapter\n{link}"


def test_signatures_are_those_of_the_source_with_all_axes():
    def written(what, thing):
        return library.as_written(None, what, "", thing, None)

    given, back = written("function", attention.masked_softmax)
    assert given == (
        '(scores: Float[Tensor, "B H T S"], '
        'mask: Bool[Tensor, "#B #H #T #S"] | None=None)'
    )
    assert back == 'Float[Tensor, "B H T S"]'
    assert written("class", heads.MultiHead)[0].startswith("(width: int, heads")
    assert written("class", Labelled)[0].startswith("(images: UInt8[Tensor, ")
    assert written("module", heads) is None


def test_what_a_chapter_names_leads_to_its_entry(address):
    """Which leads back to a cell."""
    links = [
        link
        for path in CHAPTER_PAGES
        for link in document(path).select("article a[href*='/library/']")
        if link.code
    ]
    assert len(links) > 2
    for link in links:
        path, _, name = link["href"].removeprefix("../").partition("#")
        assert name.endswith(link.text.split(".")[-1])
        entry = document(path).find(id=name)
        assert entry.find_next("a", href=re.compile(r"html(#cell-|$)"))
