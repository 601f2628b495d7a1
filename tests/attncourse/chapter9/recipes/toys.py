"""The recipes of chapter 9 in miniature."""

from dataclasses import replace

import torch

from attnbook.data import labelled
from attnbook.models import convnet, vit
from attnbook.train.settings import Plateau, Settings
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import Toy

TINY = vit.Config(8, 4, 1, 10, 8, 2, 8, 2)
BRIEF = {
    "validation": 20,
    "settings": Settings(epochs=2, rate=1e-2, warmup=1),
    "each": 60,
    "batch": 20,
}
DIGITS = replace(
    recipes.load("vision-digits"),
    **BRIEF
    | {
        "settings": Plateau(
            epochs=3, rate=1.0, warmup=1, patience=1, halvings=1
        )
    },
    transformer=TINY,
    convolutional=convnet.Config(8, 1, 10, (4, 6), (0,)),
    moved=30,
    shown=3,
    seeds=(1, 2),
    rates=(1e-2,),
    counts=(10, 20),
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
            **BRIEF | {"each": 40},
        ),
        rows={"epochs": 2},
        seeds=(),
        prepare=photographs,
    ),
    "vision-digits": Toy(
        DIGITS,
        rows={"runs": None, "scores": 20, "epochs": None},
        seeds=(1, 2),
    ),
    "vit-scenes": Toy(SCENES, rows={"scores": 2, "pointing": 12}, seeds=(1, 2)),
}
