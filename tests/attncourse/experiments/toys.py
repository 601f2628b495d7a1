"""Recipes in miniature, and a place to run them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from attnbook.models import captioner, seq2seq, transformer
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter3.recipes.caption import Caption
from attncourse.chapter3.recipes.captioners import Training, Variant
from attncourse.experiments import recipes
from attncourse.experiments.results import Table


@contextmanager
def place(folder: Path, verbs: ModuleType) -> Iterator[pytest.MonkeyPatch]:
    """Runs lie in this folder, and what a model says is cut off early."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("ATTNBOOK_RUNS", str(folder / "runs"))
        monkeypatch.setattr(verbs, "LIMIT", 13)
        yield monkeypatch


def cells(table: Table, *columns: str) -> list[tuple]:
    """The rows of a table, of these columns alone."""
    return [tuple(row[name] for name in columns) for row in table.rows]


SHORT = Settings(epochs=1, warmup=2, rate=0.01)


def translator(name: str, attention: str = "additive", **fields):
    """A translator with a model of a few thousand parameters, made by `replace`
    alone.
    """
    recipe = recipes.load("translate-en-fr-bahdanau")
    model = seq2seq.Config(211, 7, 11, 13, attention=attention)
    small = {"dropouts": (0.0, 0.1), "settings": SHORT}
    return replace(recipe, name=name, model=model, **small | fields)


SMALL = transformer.Config(
    211, width=8, heads=2, hidden=12, encoder_layers=2, decoder_layers=2
)


def attentive(name: str, **fields):
    """A Transformer that translates, of a few thousand parameters."""
    recipe = recipes.load("translate-en-fr-transformer")
    settings = Averaged(epochs=1, warmup=2, rate=0.01, schedule="linear")
    small = {"dropouts": (0.1,), "model": SMALL, "settings": settings}
    return replace(recipe, name=name, **small | fields)


FOLDER = replace(
    recipes.load("caption-folder"),
    model=captioner.Config(
        60, side=8, channels=(3, 5), hidden=7, width=11, units=13
    ),
    validation=0.25,
    batch_tokens=60,
    settings=Settings(epochs=2, rate=1e-2, warmup=2),
)
"""A captioner of images 8 pixels wide; its folder is still to be named."""

CAPTION = Caption(
    training=Training(
        model=captioner.Config(
            113, channels=(3, 3, 5, 5, 7), hidden=7, width=11, units=13
        ),
        scenes=60,
        singles=40,
        checked=20,
        batch_tokens=400,
        batch_singles=20,
        look=SHORT,
        settings=SHORT,
    ),
    variants=(
        Variant("attention"),
        Variant("none", attention="none", vector=5),
        Variant("blind", attention="none", vector=5, sees=False, joint=False),
    ),
    rates=(1e-2, 1e-3),
    seeds=(1, 2),
    tested=40,
    resamples=20,
)
"""Captioners of scenes with a grid of 4 by 4, which have learned next to
nothing.
"""
