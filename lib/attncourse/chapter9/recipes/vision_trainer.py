"""How the classifiers of `vision` are trained and measured."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from attnbook import patches
from attnbook.data import augment, labelled
from attnbook.data.labelled import Labelled
from attnbook.models import convnet, vit
from attnbook.train import images as training
from attncourse.chapter9 import hybrid, pools, twins
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

BUILD: dict[str, tuple[Any, str]] = {
    "ViT": (vit.build, "transformer"),
    "CNN": (convnet.build, "convolutional"),
    "CNN, whole grid": (pools.whole_grid, "convolutional"),
    "ViT, offsets": (hybrid.with_offsets, "transformer"),
    "ViT, stem": (hybrid.with_stem, "transformer"),
    "ViT, both": (hybrid.with_both, "transformer"),
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
SLOWEST, FASTEST = 1e-4, 0.1  # learning rates
RIGHT = (0, 1)  # how the examples are moved
TABLES = ("search", "scores", "distances", "pretraining")


class Trainer:
    """Trains and measures the classifiers of one recipe."""

    def __init__(self, recipe: Any, workspace: Workspace, progress: bool):
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
            name: [*map(dict, known.get(name, []))] for name in TABLES
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
            for kind in self.recipe.kinds
        }
        self.workspace.write(
            self.recipe,
            seconds=self.seconds,
            values={kind: (size, "numbers") for kind, size in sizes.items()},
            tables={name: rows for name, rows in self.tables.items() if rows},
            samples=samples,
        )

    def rate(self, kind: str) -> float:
        """The learning rate of a kind: the best on validation images. While it
        is the smallest or the largest that was tried, a further one is.
        """
        case = Case(kind, False, self.recipe.searched, 1)
        wanted = [] if self.best(kind) else [*self.recipe.rates]
        while wanted := wanted or self.beyond(kind):
            self.tables["search"] += [self.tried(case, rate) for rate in wanted]
            wanted = []
        return self.best(kind)

    def settle(self, kind: str) -> None:
        """Find the rate of a kind; what was measured with another one is
        measured again.
        """
        before = self.best(kind)
        if self.rate(kind) != before:
            for name in ("scores", "distances"):
                rows = self.tables[name]
                rows[:] = [row for row in rows if row["kind"] != kind]

    def best(self, kind: str) -> float:
        """The best rate of those that were tried; 0 where none was."""
        tried = [row for row in self.tables["search"] if row["kind"] == kind]
        best = min(tried, key=lambda row: row["validation_loss"], default={})
        return best.get("rate", 0.0)

    def beyond(self, kind: str) -> list[float]:
        """The rate beyond the edge, if the best of several lies there."""
        tried = [row for row in self.tables["search"] if row["kind"] == kind]
        rates, best = sorted(row["rate"] for row in tried), self.best(kind)
        if len(rates) == 1 or best not in (rates[0], rates[-1]):
            return []
        far = best * 2 if best == rates[-1] else best / 2
        return [far] if SLOWEST <= far <= FASTEST else []

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
        model = self.start(case)
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
            loss=partial(training.class_loss, smoothing=recipe.smoothing),
            seed=case.seed,
            fingerprint={"recipe": fields, "run": run},
            progress=self.progress,
        )
        return model, seen, history

    def start(self, case: Case) -> nn.Module:
        """The classifier before it sees a label."""
        return self.build(case.kind, case.seed)

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
        some = labelled.subset(self.test, torch.arange(count))
        still = training.answers(model, some, fixed)
        changed = []
        for side in augment.DIRECTIONS:
            moved = partial(_moved, side, fixed)
            other = training.answers(model, some, moved)
            changed.append(float((other != still).float().mean()))
        return sum(changed) / len(changed)

    def examples(self) -> list[dict[str, Any]]:
        """The first test images that the first kind gets right as they are and
        wrong one pixel further to the right, and what the classifiers of seed 1
        and the fewest images say of both.
        """
        x = training.pixels(self.test.images)
        pairs = torch.stack([x, augment.move(x, *RIGHT, "replicate")], 1)
        pairs = (255 * pairs).round().to(torch.uint8)
        said = {}
        for kind in self.recipe.kinds:
            case = Case(kind, False, self.recipe.budgets[0][0], 1)
            model, _, _ = self.trained(case, self.rate(kind))
            both = self.test._replace(images=pairs.flatten(0, 1))
            found = training.answers(model, both, self.fixed(case))
            said[kind] = found.reshape(-1, 2)
        still, moved = (
            said[self.recipe.kinds[0]] == self.test.labels[:, None]
        ).T
        fallen = (still & ~moved).nonzero()[: self.recipe.shown, 0]
        return [
            {"images": pairs[k].tolist(), "label": int(self.test.labels[k])}
            | {kind: found[k].tolist() for kind, found in said.items()}
            for k in fallen
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
