"""The recipes of chapter 9 in miniature."""

from dataclasses import replace

import torch

from attnbook.data import labelled
from attnbook.models import convnet, vit
from attnbook.train.settings import Settings
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import Toy

TINY = vit.Config(8, 4, 1, 10, 8, 2, 8, 2)
BRIEF = {
    "validation": 20,
    "settings": Settings(epochs=2, rate=1e-2, warmup=1),
    "each": 60,
    "batch": 20,
}
CLASSIFIERS = BRIEF | {
    "transformer": TINY,
    "convolutional": convnet.Config(8, 1, 10, (4, 6), (0,)),
    "settings": Settings(epochs=2, rate=1.0, warmup=1, patience=2),
    "searched": 20,
    "shifted": 30,
}
DIGITS = replace(
    recipes.load("vision-digits"),
    **CLASSIFIERS,
    shown=3,
    rates=(1e-2,),
    budgets=((10, 2), (20, 1), (40, 0)),
)
MASKED = replace(
    recipes.load("vision-cifar-masked"),
    **CLASSIFIERS,
    data="digits",
    pretraining=Settings(epochs=2, rate=1e-2, warmup=1, patience=2),
    pad=1,
    flip=False,
    rates=(1e-2,),
    budgets=((10, 2), (20, 1)),
)
SCENES = replace(
    recipes.load("vit-scenes"),
    model=vit.Config(64, 16, 3, 6, 8, 2, 8, 2),
    scenes=200,
    held=100,
    settings=Settings(epochs=1, rate=0.01, warmup=1, patience=1),
    each=20,
    batch=10,
    seeds=2,
    shown=3,
)


def photographs(monkeypatch, workspace):
    """Noise in the place of CIFAR-10."""

    def load(part):
        generator = torch.Generator().manual_seed(len(part))
        x = torch.randint(256, (90, 3, 32, 32), generator=generator)
        return labelled.Labelled(
            x.to(torch.uint8), torch.arange(90) % 10, labelled.CLASSES
        )

    monkeypatch.setattr(labelled, "cifar10", load)


TOYS = {
    "vit-digits": Toy(
        replace(recipes.load("vit-digits"), model=TINY, **BRIEF),
        rows={"epochs": 2},
        seeds=(),
    ),
    "vit-cifar": Toy(
        replace(
            recipes.load("vit-cifar"),
            model=vit.Config(32, 8, 3, 10, 8, 2, 8, 1, stem="convolutions"),
            operations=2,
            alpha=0.2,
            **BRIEF | {"each": 40},
        ),
        rows={"epochs": 2},
        seeds=(),
        prepare=photographs,
    ),
    "vision-digits": Toy(
        DIGITS,
        rows={"scores": 12, "search": 2, "distances": 24},
        seeds=(1, 2),
    ),
    "vision-cifar-masked": Toy(
        MASKED,
        rows={"scores": 3, "search": 1, "distances": 12, "pretraining": 2},
        seeds=(1, 2),
        like=None,  # the shipped one has the size of a CNN, too
    ),
    "vit-scenes": Toy(SCENES, rows={"scores": 2, "pointing": 12}, seeds=(1, 2)),
}
