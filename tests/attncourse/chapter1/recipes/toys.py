"""The recipes of chapter 1 in miniature."""

from dataclasses import replace

import torch

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attnbook.models import seq2seq, transformer
from attnbook.train.settings import Averaged
from attncourse.chapter1 import reader
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

SMALL = transformer.Config(
    211, width=8, heads=2, hidden=12, encoder_layers=2, decoder_layers=2
)
TINY = {"state": 4, "width": 4, "pool": 100}
TINY |= {"items": 6, "validated": 3, "tested": 2}
"""Sizes of a recipe that learns phrases."""
FEW = {"settings": SHORT, "rates": (0.01,), "seeds": (1,)}


def translator(name: str, attention: str = "additive", **fields):
    """A translator with a model of a few thousand parameters, made by `replace`
    alone.
    """
    recipe = recipes.load("translate-en-fr-bahdanau")
    model = seq2seq.Config(211, 7, 11, 13, attention=attention)
    small = {"dropouts": (0.0, 0.1), "settings": SHORT}
    return replace(recipe, name=name, model=model, **small | fields)


def attentive(name: str, **fields):
    """A Transformer that translates, of a few thousand parameters."""
    recipe = recipes.load("translate-en-fr-transformer")
    settings = Averaged(epochs=1, warmup=2, rate=0.01, schedule="linear")
    small = {"dropouts": (0.1,), "model": SMALL, "settings": settings}
    return replace(recipe, name=name, **small | fields)


def words() -> tokenizer.Tokenizer:
    """The tokens of the small Multi30k."""
    pairs = translation.load("multi30k", "en-fr", "train")
    return tokenizer.train((s for pair in pairs for s in pair), 211)


def both_translated(monkeypatch, workspace):
    """Two results that say the same, and one model for both."""
    pairs = translation.load("multi30k", "en-fr", "test")
    model = seq2seq.build(
        translator("one").model, torch.Generator().manual_seed(1)
    )
    made = pretrained.Translator(model.eval(), words())
    for name in ("one", "two"):
        said = {"hypotheses": [french for _, french in pairs[::-1]]}
        workspace.write(translator(name), seconds=0.0, samples=said)
    monkeypatch.setattr(pretrained, "load", lambda _: made)


def both_shipped(monkeypatch, workspace):
    """Fresh models in the place of those that ship."""
    made = {
        name: pretrained.Translator(
            seq2seq.build(
                seq2seq.Config(211, 7, 11, 13, attention=kind),
                torch.Generator().manual_seed(1),
            ).eval(),
            words(),
        )
        for name, kind in {"one": "none", "two": "additive"}.items()
    }
    monkeypatch.setattr(pretrained, "load", lambda name: made[name])


TOYS = {
    "phrases-three": Toy(
        replace(recipes.load("phrases-three"), **TINY, **FEW),
        rows={"runs": None, "epochs": 2, "accuracy": 2},
    ),
    "recall-delay": Toy(
        replace(
            recipes.load("recall-delay"),
            biases=(0.0, 3.0),
            lengths=(2,),
            model=reader.Config(3, 3),
            updates=2,
            rows=3,
            **FEW,
        ),
        rows={"runs": None, "epochs": 2, "accuracy": 2},
    ),
    "copy-length": Toy(
        replace(
            recipes.load("copy-length"),
            longest=2,
            lengths=(1, 3),
            model=seq2seq.Config(7, 3, 5, 7),
            updates=2,
            rows=3,
            settings=SHORT,
            seeds=(1,),
        ),
        rows={"accuracy": 4},
    ),
    "colours": Toy(
        replace(recipes.load("colours"), models=("one", "two"), each=2),
        rows={"shares": 8},
        seeds=(),
        keeps=False,
        prepare=both_shipped,
    ),
    "compare-en-fr-longer": Toy(
        replace(
            recipes.load("compare-en-fr-longer"),
            first=translator("one"),
            second=translator("two", "none"),
            dropouts=(0.0, 0.1),
            times=1,
            each=2,
        ),
        rows={"search": 4, "epochs": 4, "by_length": 12, "colours": 8},
        seeds=(),
        like=None,
    ),
    "translate-en-fr-bahdanau": Toy(
        translator("translate-en-fr-bahdanau", shown=3),
        rows={"by_length": 5, "search": 2, "epochs": 2},
    ),
    "compare-en-fr": Toy(
        replace(
            recipes.load("compare-en-fr"),
            first=translator("one"),
            second=translator("two"),
            resamples=20,
            positions=3,
            words=1,
            opening=0,
        ),
        rows={"difference": 6, "drift": 6},
        keeps=False,
        prepare=both_translated,
    ),
}
