"""Inductive bias, measured: Vision Transformers and convolutional networks of
the same size, with the patches in their places and under one fixed shuffle.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from attnbook import patches
from attnbook.data import augment, labelled
from attnbook.data.labelled import Labelled
from attnbook.models import convnet, vit
from attnbook.train import images as training
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter9 import hybrid, plain, pools, twins
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Rows, numbers
from attncourse.experiments.workspace import Workspace

BUILD: dict[str, tuple[Any, str]] = {
    "ViT": (vit.build, "transformer"),
    "CNN": (convnet.build, "convolutional"),
    "MLP": (plain.build, "transformer"),
    "CNN, hidden layer": (pools.hidden_head, "hidden"),
    "CNN, whole grid": (pools.whole_grid, "whole"),
    "ViT, offsets": (hybrid.with_offsets, "transformer"),
    "ViT, stem": (hybrid.with_stem, "transformer"),
    "ViT, both": (hybrid.with_both, "transformer"),
    "ViT, large patches": (plain.large_patches, "transformer"),
}
"""How a model of each kind is built, and which field of the recipe has its
sizes.
"""
DATA = {"digits": labelled.digits, "twins": twins.load}
RIGHT = (0, 1)  # how the examples are moved


class Parts(NamedTuple):
    """Images to train on, to validate on, and to test on."""

    training: Labelled
    validation: Labelled
    test: Labelled


@dataclass(frozen=True)
class Vision(Comparison):
    """Classifiers, each trained until it gets no more validation images right;
    these are taken from the training part, and choose rate and epoch.
    """

    name: str = "vision-digits"
    data: str = "digits"
    transformer: vit.Config = vit.Config(8, 2, 1, 10, 48, 4, 96, 3)
    convolutional: convnet.Config = convnet.Config(8, 1, 10, (32, 64, 64), (1,))
    hidden: convnet.Config | None = None
    whole: convnet.Config | None = None
    validation: int = 200  # images
    settings: Settings = Plateau(
        epochs=120, warmup=50, decay=0.05, patience=8, halvings=2
    )
    each: int = 6000  # images that an epoch shows
    batch: int = 64
    smoothing: float = 0.1
    pad: int = 1  # pixels of the random crop
    # kinds, "shuffled" or not; and how many images
    sides: tuple[tuple[str, bool], ...] = (
        *(("ViT", False), ("CNN", False)),
        *(("ViT", True), ("CNN", True), ("MLP", False)),
    )
    counts: tuple[int, ...] = (50, 200, 1200)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (2e-3, 4e-3, 8e-3)
    moved: int = 397  # test images that are moved by a pixel
    shown: int = 6  # test images that one step makes wrong, written down

    measures = ("scores",)

    def cases(self) -> Iterator[Case]:
        """All classifiers, those of many images last."""
        for images in self.counts:
            for kind, shuffled in self.sides:
                yield {"kind": kind, "shuffled": shuffled, "images": images}

    @cached_property
    def parts(self) -> Parts:
        """The same validation images for all."""
        load = DATA[self.data]
        chosen, rest = labelled.balanced(load("train"), self.validation, 0)
        return Parts(rest, chosen, load("test"))

    def fit(
        self,
        case: Case,
        seed: int,
        rate: float | None = None,
        workspace: Workspace | None = None,
    ) -> tuple[nn.Module, Rows]:
        """One classifier, judged by the share of wrong validation images."""
        rate = self.settings.rate if rate is None else rate
        run = self.run_name(case, rate, seed)
        model = self.fresh(case, seed)
        history = training.fit(
            model,
            self.seen(case, seed),
            self.parts.validation,
            replace(self.settings, rate=rate),
            workspace.checkpoints(self.name, run) if workspace else None,
            batch=self.batch,
            each=self.each,
            change=self.changed,
            fixed=self.fixed(case),
            loss=partial(training.class_loss, smoothing=self.smoothing),
            validation_loss=training.class_errors,
            seed=seed,
            fingerprint={"recipe": self.trained, "run": run},
            progress=False,
        )
        return model, history

    @property
    def trained(self) -> dict[str, Any]:
        """The fields on which a single run depends: not those that say which
        runs there are, and what is measured.
        """
        fields = asdict(self)
        for name in (
            *("name", "sides", "counts", "seeds", "rates"),
            *("moved", "shown", "hidden", "whole"),
        ):
            del fields[name]
        return fields

    def fresh(self, case: Case, seed: int) -> nn.Module:
        """With weights of its own."""
        build, sizes = BUILD[case["kind"]]
        generator = torch.Generator().manual_seed(seed)
        return build(getattr(self, sizes), generator)

    def seen(self, case: Case, seed: int) -> Labelled:
        """The images that it learns from, as many of each class."""
        found, _ = labelled.balanced(self.parts.training, case["images"], seed)
        return found

    def changed(self, x: Tensor, generator: torch.Generator) -> Tensor:
        """Moved at random."""
        return augment.crop(x, self.pad, generator) if self.pad else x

    def fixed(self, case: Case) -> training.Change:
        """The shuffle, the same for all images, or none."""
        if not case["shuffled"]:
            return lambda x, generator: x
        first = torch.Generator().manual_seed(0)
        order = torch.randperm(self.transformer.grid**2, generator=first)
        patch = self.transformer.patch
        return lambda x, generator: patches.shuffle(x, patch, order)

    def measure(
        self, model: nn.Module, case: Case, seed: int
    ) -> dict[str, Rows]:
        """The share of right images of each part, and of answers that change
        when the image is moved by one pixel to a side, its edge repeated; the
        mean of the four sides.
        """
        fixed = self.fixed(case)
        parts = {"train": self.seen(case, seed), "test": self.parts.test}
        row = {
            name: training.accuracy(model, part, fixed)
            for name, part in parts.items()
        }
        some = labelled.subset(self.parts.test, torch.arange(self.moved))
        still = training.answers(model, some, fixed)
        changed = [
            training.answers(model, some, partial(_moved, side, fixed)) != still
            for side in augment.DIRECTIONS
        ]
        row["moved"] = float(torch.stack(changed).double().mean())
        return {"scores": [case | {"seed": seed} | row]}

    def values(self) -> dict[str, tuple[Any, str]]:
        """How many numbers a model of each kind has."""
        kinds = dict.fromkeys(kind for kind, _ in self.sides)
        return {
            kind: (numbers(self.fresh({"kind": kind}, 1)), "numbers")
            for kind in kinds
        }

    def samples(self, models: list[tuple[Case, Any]]) -> dict[str, Any]:
        """The first test images that the ViT of the most images gets right as
        they are and wrong one pixel further to the right; and what it says, and
        the CNN of the next fewer.
        """
        if not self.shown:
            return {}
        counts = {"ViT": self.counts[-1], "CNN": self.counts[-2]}
        best = {
            case["kind"]: model
            for case, model in models
            if not case["shuffled"]
            and case["images"] == counts.get(case["kind"])
        }
        test = self.parts.test
        x = training.pixels(test.images)
        pairs = torch.stack([x, augment.move(x, *RIGHT, "replicate")], 1)
        pairs = (255 * pairs).round().to(torch.uint8)
        both = test._replace(images=pairs.flatten(0, 1))
        said = {
            kind: training.answers(model, both).reshape(-1, 2)
            for kind, model in best.items()
        }
        still, moved = (said["ViT"] == test.labels[:, None]).T
        fallen = (still & ~moved).nonzero()[: self.shown, 0]
        examples = [
            {"images": pairs[k].tolist(), "label": int(test.labels[k])}
            | {kind: found[k].tolist() for kind, found in said.items()}
            for k in fallen
        ]
        return {"examples": examples}


DIGITS = Vision()
# exercise 9.8: two assumptions of a CNN, each by itself and both; and patches
# that leave less to attention
HYBRID = replace(
    DIGITS,
    name="vision-hybrid",
    sides=(
        *(("ViT, offsets", False), ("ViT, stem", False), ("ViT, both", False)),
        ("ViT, large patches", False),
    ),
    counts=(50,),
    shown=0,
)
TWINS = Vision(
    "vision-twins",
    "twins",
    vit.Config(24, 4, 1, 2, 48, 4, 96, 3),
    convnet.Config(24, 1, 2, (32, 64, 68), (0, 1)),
    # a layer that reads the mean, or the whole last grid
    hidden=convnet.Config(24, 1, 2, (32, 64, 56), (0, 1)),
    whole=convnet.Config(24, 1, 2, (32, 48, 8), (0, 1)),
    validation=1000,
    smoothing=0.0,
    pad=0,
    sides=(
        *(("ViT", False), ("CNN", False)),
        *(("CNN, hidden layer", False), ("CNN, whole grid", False)),
    ),
    counts=(20_000,),
    rates=(1e-3, 2e-3, 4e-3),
    moved=1000,
    shown=0,
)


def _moved(
    side: tuple[int, int],
    fixed: training.Change,
    images: Tensor,
    generator: torch.Generator,
) -> Tensor:
    return fixed(augment.move(images, *side, "replicate"), generator)
