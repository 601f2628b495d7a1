"""The recipes behind the scoreboard, in full and in miniature, and a run of
those whose results are missing.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from attncourse.chapter1.recipes.translate import Translate
from attncourse.chapter7.recipes import german
from attncourse.chapter8.recipes.language import Captions
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from attncourse.front.findings.scoreboard import FRENCH

NAMES = (
    *FRENCH,
    *(one.name for one in german.ALL),
    *("caption-scenes", "vision-digits", "vit-cifar"),
    *("lm-captions", "capstone"),
)
"""All lines, in the order of the page."""


class Phrases(Translate):
    """A translator of generated sentences."""

    corpus = "phrases"


class Sentences(Captions):
    """A language model of generated sentences."""

    corpus = "phrases"


GENERATED: dict[type, type] = {Translate: Phrases, Captions: Sentences}
MOST: dict[str, Any] = {
    **{"vocabulary": 300, "width": 16, "hidden": 24, "heads": 2, "layers": 1},
    **{"encoder_layers": 1, "decoder_layers": 1, "encoder": 16, "decoder": 16},
    **{"units": 8, "vector": 8, "epochs": 1, "warmup": 10, "average": 0.9},
    **{"scenes": 60, "singles": 60, "checked": 20, "tested": 20, "each": 200},
    **{"seeds": 1, "rates": 1, "dropouts": 1, "variants": 2, "sides": 2},
    **{"counts": 2, "beam": 2, "shown": 1, "drawn": 1, "beginnings": 1},
    "order": 1,
}
"""What a field has at most in miniature, by its name."""


class Scratch(Workspace):
    """A folder that holds checkpoints, too, and is thrown away."""

    def checkpoints(self, *parts: str) -> Path:
        """They lie beside the results."""
        return Path(str(self.out), "runs", *parts)


def full() -> list[Any]:
    """The recipes as they are."""
    return [recipes.load(name) for name in NAMES]


def smoke() -> list[Any]:
    """The same on generated sentences, scenes and digits, in a minute: whether
    all of it runs.
    """
    return [_small(recipes.load(name)) for name in NAMES]


def run(
    todo: Sequence[Any],
    workspace: Workspace,
    say: Callable[[str], None],
    *,
    progress: bool = True,
) -> None:
    """Run the recipes that have no result of the same content, one after the
    other; before each, what is left.
    """
    missing = [recipe for recipe in todo if not workspace.has(recipe)]
    say(f"{len(todo) - len(missing)} of {len(todo)} are there")
    for k, recipe in enumerate(missing, 1):
        left = [_seconds(one) for one in missing[k - 1 :]]
        told = f"{k} of {len(missing)}: {recipe.name}"
        if any(left):
            told += f", about {sum(left) / 60:.0f} minutes are left"
            if 0.0 in left:
                told += f", without the {left.count(0.0)} that are new"
        say(told)
        begun = time.perf_counter()
        recipe.run(workspace, progress=progress)
        say(f"    took {time.perf_counter() - begun:.0f} s")


def _seconds(recipe: Any) -> float:
    """How long such a recipe trained when its result was stored; 0 if none
    is.
    """
    stored = recipe.name in results.names()
    if not stored or recipe != recipes.load(recipe.name):
        return 0.0
    return float(results.load(recipe.name).made["seconds"])


def _small(recipe: Any) -> Any:
    """The recipe in miniature, its models and settings, too."""
    if getattr(recipe, "name", "") == "vit-cifar":
        # its photographs are not always there
        recipe = replace(recipes.load("vit-digits"), name="vit-cifar")
    given = {
        f.name: _less(f.name, getattr(recipe, f.name)) for f in fields(recipe)
    }
    kind = GENERATED.get(type(recipe), type(recipe))
    if kind is Phrases:
        given |= {"pair": "en-fr", "lengths": (1, 6, 100)}
    return kind(**given)


def _less(name: str, value: Any) -> Any:
    """The field of a recipe in miniature: a smaller number, or fewer things."""
    if is_dataclass(value):
        return _small(value)
    if name == "channels" and isinstance(value, tuple):
        return (4,) * len(value)
    if name not in MOST or value is None:
        return value
    most = MOST[name]
    return value[:most] if isinstance(value, tuple) else min(value, most)
