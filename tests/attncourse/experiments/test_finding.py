"""What every finding has, whoever made it."""

import inspect
import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from attncourse import chapter1
from attncourse.experiments import recipes, results
from attncourse.experiments.finding import Finding, seeds
from attncourse.front.findings import models, scoreboard
from attncourse.live.base import LiveFigure
from attncourse.rooms import chapters
from tests.attncourse.experiments.stored import Made, watch

END = r"no more\b|to the end|converged|no better"
CHOSEN = r"\b(rates?|dropout)\b[^.]*\b(chosen|kept)\b|chosen\b[^.]*\brates?\b"
SPREAD = r"range(s of the seeds| shaded| shown| marked| on top)|marks show"
SEEDS = r"\b(than|as) (the |its |their )?seeds?\b|than they differ|seeds differ"

SHARED = {"translators"}
"""A file of what several findings are made of."""
MODULES = {
    name: getattr(chapter.findings, name)
    for chapter in chapters().values()
    for name in dir(chapter.findings)
    if name not in SHARED
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
def made(file: str, name: str) -> Made:
    """Each finding is made once."""
    return watch(getattr(MODULES[file], name))


def test_every_file_is_named_after_a_recipe_file():
    """One that ships a result; that each result is shown, says another test."""
    assert MODULES.keys() <= {
        entry.where.partition(":")[0].rpartition(".")[2]
        for entry in recipes.catalogue().values()
        if entry.shipped
    }
    assert {file for file, _ in ALL} == MODULES.keys()


@each
def test_a_finding_holds_and_says_on_how_much(file, name):
    """Called, it asserts its claim; its caption has numbers, and no text of it
    an address of memory.
    """
    found = made(file, name).found
    assert isinstance(found, Finding)
    assert found.name == f"{file}.{name}"
    live = isinstance(found.display, LiveFigure)
    assert live or any(letter.isdigit() for letter in found.caption)
    assert found.sources
    assert " at 0x" not in repr(found)


def edges(search: list[Any]) -> list[bool]:
    """For each search in a table, whether its best is the edge of its grid."""
    what = "rate" if "rate" in search[0] else "dropout"
    score = "validation_bleu" if what == "dropout" else "validation_loss"
    score = score if score in search[0] else "loss"
    sign = -1 if score == "validation_bleu" else 1
    grids = defaultdict(list)
    for row in search:
        grids[tuple(row[k] for k in row if k not in (what, score))].append(row)
    return [
        min(grid, key=lambda row: sign * row[score])[what]
        in (min(r[what] for r in grid), max(r[what] for r in grid))
        for grid in grids.values()
    ]


@each
def test_a_caption_says_which_runs_were_cut(file, name):
    found, rows, _ = made(file, name)
    caption = found.caption.lower()
    if any(row.get("cut") for read in rows.values() for row in read):
        assert re.search(r"\bcut\b", caption)
        for sentence in re.split(r"[.:] ", caption):
            if re.search(END, sentence):
                assert re.search(r"\bcut\b|, or for", sentence), sentence
    for of, read in rows.items():
        settings = results.load(of).recipe.get("settings", {})
        runs = [row for row in read if {"kind", "epoch"} <= row.keys()]
        if any(row["epoch"] == settings.get("epochs") for row in runs):
            assert "the last epoch was the best" in caption


@each
def test_a_caption_that_says_chosen_says_when_the_choice_is_an_edge(file, name):
    found, *_ = made(file, name)
    if re.search(CHOSEN, found.caption):
        at_edge = [
            edge
            for source in found.sources
            if "search" in source.tables
            for edge in edges(source.tables["search"])
        ]
        assert not any(at_edge) or re.search(
            r"(small|larg)est of \d|the only one", found.caption
        )


def scattered(values):
    """Whether their mean says too little: the range is wider than half of its
    middle.
    """
    low, high = min(values), max(values)
    return high - low > max(0.1, (low + high) / 4)


@each
def test_a_mean_of_seeds_far_apart_stands_with_their_range(file, name):
    this = made(file, name)
    if re.search(SPREAD, this.found.caption):
        return
    for values in filter(scattered, this.means):
        assert f"{min(values):.2f} to {max(values):.2f}" in this.text


@each
def test_no_caption_measures_by_how_much_seeds_differ(file, name):
    """The range of the seeds overlaps with another one, or does not."""
    assert not re.search(SEEDS, made(file, name).found.caption)


@each
def test_nothing_is_shown_that_was_not_run(file, name):
    assert "not run" not in made(file, name).text


def test_every_result_is_shown():
    shown = {
        source.name
        for file, name in ALL
        for source in made(file, name).found.sources
    }
    front = models.sentence(), models.scores(), scoreboard.translation()
    shown |= {source.name for found in front for source in found.sources}
    assert shown == set(results.names())


def test_a_finding_shows_itself_then_its_caption_with_the_way_back(monkeypatch):
    shown = []
    monkeypatch.setattr("attncourse.figures.figure.display", shown.append)
    found = chapter1.findings.memory.recall()
    found._ipython_display_()
    assert shown[0] is found.display
    assert (
        shown[1].data == f"{found.caption} [How this was "
        f"measured](../book/results.md#memory-recall)"
    )


def test_seeds_in_words():
    rows = [{"seed": 1}, {"seed": 1}]
    assert seeds(results.Table("x", rows)) == "one seed"
    assert seeds(results.Table("x", [*rows, {"seed": 2}])) == "2 seeds"
