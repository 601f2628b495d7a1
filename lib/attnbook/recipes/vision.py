"""Inductive bias, measured: a Vision Transformer and a convolutional network of
the same size, over the number of images, with the patches in their places and
under one fixed shuffle.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from attnbook import patches
from attnbook.data import augment, labelled, twins
from attnbook.data.labelled import Labelled
from attnbook.models import convnet, vit
from attnbook.recipes.trial import Rows
from attnbook.recipes.workspace import Workspace
from attnbook.results import Result
from attnbook.train import images as training
from attnbook.train.settings import Settings

BUILD: dict[str, tuple[Any, str]] = {
    "ViT": (vit.build, "transformer"),
    "CNN": (convnet.build, "convolutional"),
}
"""How a model of each kind is built, and which field of the recipe has its
sizes.
"""


class Case(NamedTuple):
    """One classifier to train."""

    kind: str
    shuffled: bool
    images: int
    seed: int


DATA = {
    "cifar10": labelled.cifar10,
    "digits": labelled.digits,
    "twins": twins.load,
}
APART = {
    *("name", "budgets", "rates", "searched", "shifted", "shown"),
    *("shuffles", "kinds"),
}
"""Fields on which no single training depends."""
RIGHT = (0, 1)  # how the examples are moved


@dataclass(frozen=True)
class Vision:
    """Classifiers that all see as many images, however few there are to choose
    from. Validation images are taken from the training part, and choose the
    learning rate of each kind and the epoch that is kept.
    """

    name: str = "vision-cifar"
    data: str = "cifar10"
    transformer: vit.Config = vit.Config(32, 4, 3, 10, 96, 4, 192, 4)
    convolutional: convnet.Config = convnet.Config(
        32, 3, 10, (40, 72, 144, 144), (0, 1, 2)
    )
    validation: int = 1000  # images
    settings: Settings = Settings(
        epochs=10, warmup=50, schedule="linear", decay=0.05, patience=10
    )
    each: int = 10_000  # images that an epoch shows
    batch: int = 64
    smoothing: float = 0.1
    pad: int = 4  # pixels of the random crop
    flip: bool = True
    kinds: tuple[str, ...] = ("ViT", "CNN")
    shuffles: tuple[bool, ...] = (False, True)
    rates: tuple[float, ...] = (1e-3, 2e-3, 4e-3)
    searched: int = 2000  # images, when the rates are tried
    shifted: int = 1000  # test images that are moved by a pixel
    shown: int = 0  # test images whose answers are written down
    # images; seeds, 0: not run
    budgets: tuple[tuple[int, int], ...] = (
        (500, 3),
        (1000, 3),
        (2000, 3),
        (5000, 3),
        (8000, 0),
        (20_000, 0),
        (49_000, 0),
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every classifier that no earlier result of this recipe, to
        which budgets were added, holds; the result is written anew after each.
        """
        workspace.check_writable(self.name)
        trainer = Trainer(self, workspace, progress)
        scores = trainer.tables["scores"]
        known = {tuple(row[name] for name in Case._fields) for row in scores}
        for case in self.cases():
            if case not in known:
                trainer.score(case)
                trainer.write()
        if self.shown:
            trainer.write(examples=trainer.examples())
        return workspace.stored(self.name)

    def cases(self) -> Iterator[Case]:
        """All classifiers, seed by seed."""
        most = max(seeds for _, seeds in self.budgets)
        for seed in range(1, most + 1):
            for count, seeds in self.budgets:
                if seed <= seeds:
                    for kind in self.kinds:
                        for shuffled in self.shuffles:
                            yield Case(kind, shuffled, count, seed)


CIFAR = Vision()
DIGITS = Vision(
    "vision-digits",
    "digits",
    vit.Config(8, 2, 1, 10, 48, 4, 96, 3),
    convnet.Config(8, 1, 10, (32, 64, 64), (1,)),
    validation=200,
    each=6000,
    rates=(1e-3, 2e-3, 4e-3, 8e-3),
    pad=1,
    flip=False,
    searched=400,
    shifted=397,
    shown=4,
    budgets=((50, 3), (100, 3), (200, 3), (400, 3), (1200, 3)),
)
TWINS = Vision(
    "vision-twins",
    "twins",
    vit.Config(24, 4, 1, 2, 48, 4, 96, 3),
    convnet.Config(24, 1, 2, (32, 64, 68), (0, 1)),
    each=6000,
    rates=(2e-3,),
    smoothing=0.0,
    pad=0,
    flip=False,
    shuffles=(False,),
    budgets=((2000, 3), (20_000, 3)),
)
# the remedy: as many parameters, and its last grid sees the whole image
TWINS_DEEP = replace(
    TWINS,
    name="vision-twins-deep",
    convolutional=convnet.Config(24, 1, 2, (24, 44, 52, 60), (0, 1, 2)),
    kinds=("CNN",),
)


class Trainer:
    """Trains and measures the classifiers of one recipe."""

    def __init__(self, recipe: Vision, workspace: Workspace, progress: bool):
        self.recipe, self.workspace, self.progress = recipe, workspace, progress
        load = DATA[recipe.data]
        whole, self.test = load("train"), load("test")
        self.validation, self.training = labelled.balanced(
            whole, recipe.validation, 0
        )
        order = torch.Generator().manual_seed(0)
        self.order = torch.randperm(recipe.transformer.grid**2, generator=order)
        self.earlier = workspace.earlier(recipe, "budgets", "shown")
        known = self.earlier.tables if self.earlier else {}
        self.tables: dict[str, Rows] = {
            name: [*map(dict, known.get(name, []))]
            for name in ("search", "scores", "distances")
        }
        self.seconds = self.earlier.made["seconds"] if self.earlier else 0.0

    def score(self, case: Case) -> None:
        """Train one classifier, and add what is measured."""
        model, seen, history = self.trained(case, self.rate(case.kind))
        fixed = self.fixed(case)
        parts = {"train": seen, "validation": self.validation}
        parts["test"] = self.test
        row = case._asdict() | {
            name: training.accuracy(model, part, fixed)
            for name, part in parts.items()
        }
        row["moved"] = self.moved(model, case)
        row["epoch"] = best_epoch(history)
        row["seconds"] = history[-1]["seconds"]
        self.seconds += row["seconds"]
        self.tables["scores"].append(row)
        if case.kind == "ViT":
            x = training.pixels(self.test.images[: training.BATCH])
            x = fixed(x, torch.default_generator)
            with torch.no_grad():
                far = vit.distances(
                    model.weights(x), self.recipe.transformer.grid
                )
            self.tables["distances"] += [
                case._asdict() | {"layer": k, "head": h, "distance": float(d)}
                for k, heads in enumerate(far, 1)
                for h, d in enumerate(heads, 1)
            ]

    def write(self, **samples: Any) -> None:
        """What there is so far."""
        sizes = {
            kind: sum(p.numel() for p in self.build(kind, 1).parameters())
            for kind in BUILD
        }
        self.workspace.write(
            self.recipe,
            seconds=self.seconds,
            values={kind: (size, "numbers") for kind, size in sizes.items()},
            tables={name: rows for name, rows in self.tables.items() if rows},
            samples=samples,
        )

    def rate(self, kind: str) -> float:
        """The learning rate of a kind: the best on validation images."""
        search = self.tables["search"]
        if not any(row["kind"] == kind for row in search):
            case = Case(kind, False, self.recipe.searched, 1)
            search += [self.tried(case, rate) for rate in self.recipe.rates]
        tried = [row for row in search if row["kind"] == kind]
        return min(tried, key=lambda row: row["validation_loss"])["rate"]

    def tried(self, case: Case, rate: float) -> dict[str, Any]:
        """How good a learning rate is."""
        _, _, history = self.trained(case, rate)
        self.seconds += history[-1]["seconds"]
        loss = min(row["validation"] for row in history)
        return {"kind": case.kind, "rate": rate, "validation_loss": loss}

    def trained(
        self, case: Case, rate: float
    ) -> tuple[Any, Labelled, list[dict[str, Any]]]:
        """A classifier, the images that it has seen, its history."""
        recipe = self.recipe
        seen, _ = labelled.balanced(self.training, case.images, case.seed)
        model = self.build(case.kind, case.seed)
        run = (*map(str, case), f"{rate:g}")
        fields = asdict(recipe)
        others = {sizes for _, sizes in BUILD.values()}
        for name in others - {BUILD[case.kind][1]} | APART:
            del fields[name]
        history = training.fit(
            model,
            seen,
            self.validation,
            replace(recipe.settings, rate=rate),
            self.workspace.checkpoints(recipe.name, "-".join(run)),
            batch=recipe.batch,
            each=recipe.each,
            change=self.changed,
            fixed=self.fixed(case),
            smoothing=recipe.smoothing,
            seed=case.seed,
            fingerprint={"recipe": fields, "run": run},
            progress=self.progress,
        )
        return model, seen, history

    def build(self, kind: str, seed: int) -> nn.Module:
        """A fresh classifier."""
        build, sizes = BUILD[kind]
        config = getattr(self.recipe, sizes)
        return build(config, torch.Generator().manual_seed(seed))

    def changed(self, x: Tensor, generator: torch.Generator) -> Tensor:
        """Another crop, and sides changed at random."""
        if self.recipe.pad:
            x = augment.crop(x, self.recipe.pad, generator)
        return augment.flip(x, generator) if self.recipe.flip else x

    def fixed(self, case: Case) -> training.Change:
        """The shuffle, the same for all images, or none."""
        if not case.shuffled:
            return lambda x, generator: x
        patch = self.recipe.transformer.patch
        return lambda x, generator: patches.shuffle(x, patch, self.order)

    def moved(self, model: nn.Module, case: Case) -> float:
        """The share of answers that change when the image is moved by one pixel
        to a side, its edge repeated; the mean of the four sides.
        """
        count, fixed = self.recipe.shifted, self.fixed(case)
        some = labelled.at(self.test, torch.arange(count))
        still = training.answers(model, some, fixed)
        changed = []
        for side in augment.SIDES:
            moved = partial(_moved, side, fixed)
            other = training.answers(model, some, moved)
            changed.append(float((other != still).float().mean()))
        return sum(changed) / len(changed)

    def examples(self) -> list[dict[str, Any]]:
        """The first test images, and what the classifiers of seed 1 and the
        fewest images say of each, as it is and moved by a pixel to the right.
        """
        some = labelled.at(self.test, torch.arange(self.recipe.shown))
        x = training.pixels(some.images)
        pairs = torch.stack([x, augment.move(x, *RIGHT, "replicate")], 1)
        pairs = (255 * pairs).round().to(torch.uint8)
        said = {}
        for kind in self.recipe.kinds:
            case = Case(kind, False, self.recipe.budgets[0][0], 1)
            model, _, _ = self.trained(case, self.rate(kind))
            both = some._replace(images=pairs.flatten(0, 1))
            found = training.answers(model, both, self.fixed(case))
            said[kind] = found.reshape(-1, 2).tolist()
        return [
            {"images": pairs[k].tolist(), "label": int(some.labels[k])}
            | {kind: found[k] for kind, found in said.items()}
            for k in range(self.recipe.shown)
        ]


def _moved(
    side: tuple[int, int],
    fixed: training.Change,
    images: Tensor,
    generator: torch.Generator,
) -> Tensor:
    return fixed(augment.move(images, *side, "replicate"), generator)


def best_epoch(history: Rows) -> int:
    """The one whose weights were kept."""
    return min(history, key=lambda row: row["validation"])["epoch"]
