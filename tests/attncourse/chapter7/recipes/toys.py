"""The recipes of chapter 7 in miniature."""

from dataclasses import replace

import torch

from attnbook import pretrained
from attnbook.data import translation
from attnbook.models import transformer, vit
from attnbook.models.transformer import Config
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter7.recipes import german, rivals
from attncourse.chapter7.recipes.peers import ENGINES, PACKAGES
from attncourse.experiments import recipes
from tests.attncourse.chapter1.recipes.toys import (
    SMALL,
    attentive,
    translator,
    words,
)
from tests.attncourse.experiments.toys import SHORT, Toy

BASE = attentive("tiny")
FEW = Settings(epochs=2, rate=3e-3, warmup=2, schedule="linear")
STARTS = replace(
    recipes.load("starts"),
    stacks=("attention alone, near a copy", "post-norm"),
    depths=(4, 2),
    rates=(1e-3, 1e-2),
    seeds=(1,),
    model=Config(1, 8, 2, 12),
    batch=3,
    each=2,
    validation=7,
    settings=FEW,
)
TRANSLATED = {"one": 1, "two": -1, "three": 1}
"""Whether a translator says what the references say, or that backward."""


def model(seed: int = 1) -> transformer.Transformer:
    """A Transformer with fresh weights."""
    generator = torch.Generator().manual_seed(seed)
    return transformer.build(SMALL, generator).eval()


def shipped(monkeypatch, workspace):
    """A tiny model in the place of the one that ships."""
    made = pretrained.Translator(model(), words())
    monkeypatch.setattr(pretrained, "load", lambda _: made)
    monkeypatch.setattr(rivals, "TRANSFORMER", BASE)


def translated(monkeypatch, workspace):
    """The results that are compared."""
    test = translation.load("multi30k", "en-fr", "test")
    references = [french for _, french in test]
    names = "validation_bleu", "greedy_bleu", "bleu"
    values = dict.fromkeys(names, (1.0, "BLEU"))
    values |= {"parameters": (7, "numbers")}
    for name, order in TRANSLATED.items():
        make = attentive if name == "one" else translator
        workspace.write(
            make(name),
            seconds=3.0,
            values=values,
            samples={"hypotheses": references[::order]},
        )


TOYS = {
    "heads-en-fr": Toy(
        replace(
            recipes.load("heads-en-fr"),
            model="ours",
            length=7,
        ),
        rows={"heads": 12, "layers": 6},
        seeds=(),
        keeps=False,
        prepare=shipped,
    ),
    "length-cost": Toy(
        replace(
            recipes.load("length-cost"),
            lengths=(4, 8),
            width=8,
            heads=2,
            hidden=8,
            rounds=1,
        ),
        rows={"cost": 8},
        seeds=(),
        timed=True,
    ),
    "speed": Toy(
        replace(
            recipes.load("speed"),
            without=(*list(ENGINES)[1:], *PACKAGES),
            model=transformer.Config(20, 8, 2, 8, 1, 1),
            image_model=vit.Config(8, 4, 1, 10, 8, 2, 8, 1),
            batch=2,
            tokens=3,
            lengths=(4, 8),
            width=8,
            heads=2,
            rounds=6,
        ),
        rows={"tasks": 5, "attention": 6, "roofline": 2},
        seeds=(),
        timed=True,
    ),
    "copy-transformer": Toy(
        replace(
            recipes.load("copy-transformer"),
            longest=4,
            lengths=(3, 9),
            seeds=(1,),
            rows=2,
            updates=3,
            settings=SHORT,
        ),
        rows={"accuracy": 2},
    ),
    **{
        name: Toy(
            german.Scored(
                name,
                replace(
                    tiny,
                    pair="de-en",
                    dropouts=(0.1,),
                    settings=Averaged(epochs=2, warmup=2, rate=0.01),
                ),
            ),
            rows={"by_length": 5, "epochs": 2},
            timed=True,
            like="translate-de-en-" + name.split("-")[3],
        )
        for name, tiny in {
            "translate-de-en-seq2seq": translator("tiny", "none"),
            "translate-de-en-bahdanau": translator("tiny"),
            **{one.name: BASE for one in german.ALL[2:]},
        }.items()
    },
    "bahdanau-same-tokens": Toy(
        rivals.Unkept(
            "bahdanau-same-tokens",
            translator(
                "tiny",
                dropouts=(0.1,),
                settings=Averaged(epochs=2, warmup=2, rate=0.01),
            ),
        ),
        rows={"by_length": 5, "epochs": 2},
    ),
    "translate-en-fr-even": Toy(
        rivals.Unkept(
            "translate-en-fr-even",
            replace(translator("tiny"), settings=FEW, dropouts=(0.1,)),
        ),
        rows={"by_length": 5, "epochs": 2},
        like="bahdanau-same-tokens",
    ),
    "fair-en-fr": Toy(
        replace(
            recipes.load("fair-en-fr"),
            first="one",
            others=("two", "three"),
            resamples=20,
        ),
        rows={"models": 3},
        seeds=(),
        keeps=False,
        prepare=translated,
    ),
    "starts": Toy(STARTS, rows={"ends": 6}),
    "hidden-units": Toy(
        replace(recipes.load("hidden-units"), shown=(0, 1)),
        rows={},
        seeds=(),
        keeps=False,
        prepare=shipped,
    ),
}
