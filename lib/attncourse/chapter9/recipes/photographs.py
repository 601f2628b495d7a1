"""Vision Transformers of photographs: how well they classify CIFAR-10 from
scratch.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from attnbook.data import augment, labelled
from attnbook.data.labelled import Labelled
from attnbook.models import vit
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes.digits import Digits


@dataclass(frozen=True)
class Photographs(Digits):
    """One model, trained on 49,000 photographs that are cropped and mirrored at
    random; 1,000 choose the epoch.
    """

    name: str = "vit-cifar"
    model: vit.Config = vit.Config(
        32, 4, 3, 10, 96, 4, 192, 4, stem="convolutions"
    )
    validation: int = 1000
    settings: Settings = Settings(
        epochs=24,
        rate=2e-3,
        warmup=400,
        schedule="linear",
        decay=0.05,
        patience=24,
    )
    each: int = 49_000
    pixels: int = 4
    operations: int = 0  # beside these

    def parts(self) -> tuple[Labelled, Labelled]:
        """The images to train on, and those of the test."""
        return labelled.cifar10("train"), labelled.cifar10("test")

    def changed(self, x: Tensor, generator: torch.Generator) -> Tensor:
        """Another crop, and sides changed at random."""
        x = augment.crop(x, self.pixels, generator)
        return augment.flip(x, generator)


SMALL = Photographs()
