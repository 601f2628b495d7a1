"""What every finding has, whoever made it."""

import importlib
import inspect
import pkgutil
from functools import cache

import pytest

from attnbook import findings, recipes, results
from attnbook.findings.finding import Finding, seeds

SHARED = {"finding", "translators"}
"""Files of what several findings are made of."""
FILES = [
    module.name
    for module in pkgutil.iter_modules(findings.__path__)
    if module.name not in SHARED
]
MODULES = {
    file: importlib.import_module(f"attnbook.findings.{file}") for file in FILES
}
ALL = [
    (file, name)
    for file, module in MODULES.items()
    for name, thing in vars(module).items()
    if inspect.isfunction(thing)
    and f"{thing.__module__}.".startswith(f"{module.__name__}.")
    and not name.startswith("_")
]
each = pytest.mark.parametrize(
    ("file", "name"), ALL, ids=[".".join(pair) for pair in ALL]
)


@cache
def made(file: str, name: str) -> Finding:
    """Each finding is made once."""
    return getattr(MODULES[file], name)()


def test_there_is_one_file_for_each_recipe_file():
    assert set(FILES) == {
        entry.where.partition(":")[0]
        for entry in recipes.CATALOGUE.values()
        if entry.shipped
    }
    assert {file for file, _ in ALL} == set(FILES)


@each
def test_a_finding_holds_and_says_on_how_much(file, name):
    """Called, it asserts its claim; its caption has numbers, and no text of it
    an address of memory.
    """
    found = made(file, name)
    assert isinstance(found, Finding)
    assert found.name == f"{file}.{name}"
    assert any(letter.isdigit() for letter in found.caption)
    assert found.sources
    assert " at 0x" not in repr(found)


def test_every_result_is_shown():
    shown = {
        source.name for file, name in ALL for source in made(file, name).sources
    }
    assert shown == set(results.names())


def test_a_finding_shows_itself_then_its_caption_with_the_way_back(monkeypatch):
    shown = []
    monkeypatch.setattr("attnbook.show.figure.display", shown.append)
    found = findings.memory.copy_by_length()
    found._ipython_display_()
    assert shown[0] is found.display
    assert (
        shown[1].data == f"{found.caption} [How this was "
        f"measured](../book/results.md#memory-copy-by-length)"
    )


def test_seeds_in_words():
    rows = [{"seed": 1}, {"seed": 1}]
    assert seeds(results.Table("x", rows)) == "one seed"
    assert seeds(results.Table("x", [*rows, {"seed": 2}])) == "2 seeds"
