"""Recipes in miniature, and a place to run them."""

from dataclasses import replace

from attnbook import recipes
from attnbook.models import captioner, seq2seq
from attnbook.train.settings import Settings

SHORT = Settings(epochs=1, warmup=2, rate=0.01)


def translator(name: str, attention: str = "additive", **fields):
    """A translator with a model of a few thousand parameters, made by `replace`
    alone.
    """
    recipe = recipes.load("translate-en-fr-bahdanau")
    model = seq2seq.Config(211, 7, 11, 13, attention=attention)
    small = {"dropouts": (0.0, 0.1), "settings": SHORT}
    return replace(recipe, name=name, model=model, **small | fields)


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
