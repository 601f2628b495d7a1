"""Vision Transformers of handwritten digits: the runs behind the shipped
ones.
"""

from dataclasses import asdict, dataclass, replace
from functools import partial

import torch
from torch import Tensor

from attnbook import pretrained
from attnbook.data import augment, labelled
from attnbook.data.labelled import Labelled
from attnbook.models import vit
from attnbook.train import images as training
from attnbook.train.settings import Settings
from attncourse.chapter9.live import patches
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Digits:
    """One model, trained on digits that are moved, turned and sheared at
    random. Of the 1,400 images to train, 200 choose the epoch.
    """

    name: str = "vit-digits"
    model: vit.Config = vit.Config(8, 2, 1, 10, 48, 4, 96, 3)
    validation: int = 200
    settings: Settings = Settings(
        epochs=60,
        rate=4e-3,
        warmup=100,
        schedule="linear",
        decay=0.05,
        patience=60,
    )
    each: int = 6000  # images that an epoch shows
    batch: int = 64
    smoothing: float = 0.1
    pixels: int = 1  # by which a digit is moved at most
    operations: int = 1  # of data.augment for each image
    magnitude: float = 0.5
    seed: int = 1

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it, write its weights, then measure the stored file."""
        workspace.check_writable(self.name)
        whole, test = self.parts()
        held_out, seen = labelled.balanced(whole, self.validation, 0)
        model = vit.build(self.model, torch.Generator().manual_seed(self.seed))
        history = training.fit(
            model,
            seen,
            held_out,
            self.settings,
            workspace.checkpoints(self.name, "run"),
            batch=self.batch,
            each=self.each,
            change=self.changed,
            loss=partial(training.class_loss, smoothing=self.smoothing),
            seed=self.seed,
            fingerprint={"recipe": asdict(self)},
            progress=progress,
        )
        path = pretrained.write(workspace.weights(self.name), model)
        shipped = pretrained.read(path).model
        moved = [
            training.accuracy(shipped, test, partial(_moved, side))
            for side in augment.DIRECTIONS
        ]
        values = {
            "validation": (training.accuracy(shipped, held_out), "share"),
            "accuracy": (training.accuracy(shipped, test), "share"),
            "moved": (sum(moved) / len(moved), "share"),
            "parameters": (
                sum(p.numel() for p in shipped.parameters()),
                "numbers",
            ),
            "bytes": (path.stat().st_size, "bytes"),
        }
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values=values,
            tables={"epochs": history},
        )

    def parts(self) -> tuple[Labelled, Labelled]:
        """The images to train on, and those of the test."""
        return labelled.digits("train"), labelled.digits("test")

    def changed(self, x: Tensor, generator: torch.Generator) -> Tensor:
        """A digit written another way."""
        x = augment.shift(x, self.pixels, generator)
        return augment.rand_augment(
            x, self.operations, self.magnitude, generator
        )


def _moved(
    by: tuple[int, int], images: Tensor, generator: torch.Generator
) -> Tensor:
    return augment.move(images, *by)


TWO = Digits()
ONE = replace(TWO, name="vit-digits-1", model=replace(TWO.model, patch=1))
FOUR = replace(TWO, name="vit-digits-4", model=replace(TWO.model, patch=4))
PLACELESS = replace(
    TWO, name="vit-digits-none", model=replace(TWO.model, positions=False)
)


@dataclass(frozen=True)
class Looks:
    """What the shipped models make of test digits, the first of so many
    classes: recorded for the live figure.
    """

    name: str = "vit-digits-looks"
    models: tuple[str, ...] = tuple(
        recipe.name for recipe in (ONE, TWO, FOUR, PLACELESS)
    )
    classes: int = 3

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        readers = [pretrained.load(name) for name in self.models]
        test = labelled.digits("test")
        first = [test.labels.tolist().index(k) for k in range(self.classes)]
        recorded = [
            patches.record(readers, test.images[k, 0] / 255, label)
            for label, k in enumerate(first)
        ]
        return workspace.write(
            self, seconds=0.0, samples={"examples": recorded}
        )


LOOKS = Looks()
