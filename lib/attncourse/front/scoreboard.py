"""The recipes behind the scoreboard, in full and in miniature, and a run of
those whose results are missing.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from attnbook.models import captioner, language_model, seq2seq, transformer
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter1.recipes.translate import Translate
from attncourse.chapter8.recipes.language import Captions
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from attncourse.front.findings.scoreboard import FRENCH, GERMAN

NAMES = (
    *FRENCH,
    *GERMAN,
    *("caption-scenes", "vision-digits", "vit-cifar"),
    *("lm-captions", "capstone"),
)
"""All lines, in the order of the page."""
ONCE = Settings(epochs=1, rate=5e-3, warmup=10)
AVERAGED = Averaged(epochs=1, rate=5e-3, warmup=10, average=0.9)


class Phrases(Translate):
    """A translator of generated sentences."""

    corpus = "phrases"


class Sentences(Captions):
    """A language model of generated sentences."""

    corpus = "phrases"


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
        known = f", about {sum(left) / 60:.0f} minutes in all" * all(left)
        say(f"{k} of {len(missing)}: {recipe.name}{known}")
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
    """The recipe in miniature."""
    if isinstance(recipe, Translate):
        return _phrases(recipe)
    if isinstance(recipe, Captions):
        given = {f.name: getattr(recipe, f.name) for f in fields(recipe)}
        return replace(
            Sentences(**given),
            model=language_model.Config(200, 16, 2, 24, 1),
            settings=AVERAGED,
            beginnings=("the",),
            drawn=1,
        )
    if hasattr(recipe, "base") and isinstance(recipe.base, Translate):
        small = replace(recipe, base=_phrases(recipe.base))
        return replace(small, seeds=(1,)) if hasattr(small, "seeds") else small
    if recipe.name == "vit-cifar":  # its photographs are not always there
        digits = replace(recipes.load("vit-digits"), name=recipe.name)
        return replace(digits, settings=ONCE, each=200)
    return replace(recipe, **OTHERS[recipe.name](recipe))


def _phrases(recipe: Translate) -> Translate:
    """A translator with a few thousand parameters."""
    given = {f.name: getattr(recipe, f.name) for f in fields(recipe)}
    attentive = isinstance(recipe.model, transformer.Config)
    model: Any = (
        transformer.Config(200, 16, 2, 24, 1, 1)
        if attentive
        else seq2seq.Config(200, 16, 16, 16, attention=recipe.model.attention)
    )
    return replace(
        Phrases(**given),
        model=model,
        pair="en-fr",
        dropouts=(0.1,),
        beam=2,
        lengths=(1, 6, 100),
        settings=AVERAGED if attentive else ONCE,
        shown=1,
    )


OTHERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "caption-scenes": lambda recipe: {
        "training": replace(
            recipe.training,
            model=captioner.Config(
                113, hidden=8, vector=8, width=8, units=8, channels=(2, 4, 4, 4)
            ),
            scenes=60,
            singles=60,
            checked=20,
            look=ONCE,
            settings=ONCE,
        ),
        "variants": recipe.variants[:2],
        "rates": (2e-3,),
        "seeds": (1,),
        "tested": 20,
    },
    "vision-digits": lambda recipe: {
        "sides": (("ViT", False), ("CNN", False)),
        "counts": (50, 100),
        "seeds": (1,),
        "rates": (4e-3,),
        "settings": replace(recipe.settings, epochs=1),
        "each": 200,
    },
    "capstone": lambda recipe: {
        "base": replace(
            recipe.base,
            model=replace(
                recipe.base.model, vocabulary=300, width=16, hidden=24, layers=1
            ),
            settings=AVERAGED,
        ),
        "seeds": (1,),
        "order": 1,
        "drawn": 1,
    },
}
