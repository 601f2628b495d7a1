"""Recipes: a frozen dataclass that says everything about an experiment, and its
run. One file for each task.

A recipe has a `name`, that of its result, and `run(workspace, progress)`, which
trains, or goes on with it, measures, and writes the result. All sizes are
fields. It is imported when it is asked for: listing them costs nothing.
"""

import importlib
from difflib import get_close_matches
from typing import Any, NamedTuple

from attncourse.rooms import chapters


class Entry(NamedTuple):
    """One line of the catalogue: where the recipe stands, as "module:OBJECT",
    what it makes, what it needs; and if its result comes with the package.
    """

    where: str
    makes: str
    needs: str = "nothing"
    shipped: bool = True


def catalogue() -> dict[str, Entry]:
    """The recipes of all chapters by name, each with its whole address."""
    return {
        name: entry._replace(where=f"{chapter.__name__}.recipes.{entry.where}")
        for chapter in chapters().values()
        for name, entry in chapter.recipes.CATALOGUE.items()
    }


def load(name: str) -> Any:
    """The recipe of that name, a `Recipe`. Raises ValueError, listing those
    there are, for another name.
    """
    module, _, thing = _where(name).partition(":")
    return getattr(importlib.import_module(module), thing)


def chapter(name: str) -> str:
    """The package of the chapter that a recipe serves. Raises ValueError,
    listing those near it, or all, for a name that there is not.
    """
    return _where(name).partition(".recipes.")[0]


def _where(name: str) -> str:
    there = catalogue()
    if name not in there:
        known = get_close_matches(name, there, cutoff=0.5) or there
        raise ValueError(
            f"unknown recipe: {name!r}; there are {', '.join(known)}"
        )
    return there[name].where
