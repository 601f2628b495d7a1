"""Vision Transformers of photographs: how well they classify CIFAR-10 from
scratch.
"""

from dataclasses import dataclass, replace
from functools import partial

import torch
from torch import Tensor

from attnbook.data import augment, labelled
from attnbook.data.labelled import Labelled
from attnbook.models import vit
from attnbook.train import images as training
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes.digits import Digits


@dataclass(frozen=True)
class Photographs(Digits):
    """One model, trained on 49,000 photographs that are cropped, mirrored and,
    with operations, changed; 1,000 choose the epoch.
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
    operations: int = 0
    alpha: float = 0.0  # of mixup

    def parts(self) -> tuple[Labelled, Labelled]:
        """The images to train on, and those of the test."""
        return labelled.cifar10("train"), labelled.cifar10("test")

    def lesson(self) -> training.ImageLoss:
        """What is asked in training."""
        return partial(
            training.class_loss, smoothing=self.smoothing, alpha=self.alpha
        )

    def changed(self, x: Tensor, generator: torch.Generator) -> Tensor:
        """Another crop, sides changed at random, other colours."""
        x = augment.crop(x, self.pixels, generator)
        x = augment.flip(x, generator)
        return augment.rand_augment(
            x, self.operations, self.magnitude, generator
        )


SMALL = Photographs()
LARGE = replace(
    SMALL,
    name="vit-cifar-large",
    model=vit.Config(
        *(32, 4, 3, 10, 320, 8, 960, 9), stem="convolutions", dropout=0.1
    ),
    settings=replace(
        SMALL.settings, epochs=200, rate=1e-3, warmup=4000, patience=200
    ),
    operations=2,
    alpha=0.2,
)
