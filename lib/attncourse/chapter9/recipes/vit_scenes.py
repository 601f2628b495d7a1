"""Does the class token look where the answer is? A Vision Transformer that
names the colour of the one shape in a scene, and the pointing game on its
weights.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook import attention
from attnbook.models import vit
from attnbook.train import images as training
from attnbook.train.settings import Settings
from attncourse.chapter3 import scenes, slots
from attncourse.chapter9 import lone
from attncourse.chapter9.lone import Lone
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Pointing:
    """One model for each seed, measured on scenes that were not trained on,
    before the training and after it.
    """

    name: str = "vit-scenes"
    model: vit.Config = vit.Config(64, 8, 3, 6, 48, 4, 96, 3)
    scenes: int = 24_000  # of "train", of which about one in four is used
    held: int = 2000  # of "val", and of "test"
    settings: Settings = Settings(
        epochs=10,
        rate=1e-3,
        warmup=100,
        schedule="linear",
        decay=0.05,
        patience=10,
    )
    each: int = 8000  # images that an epoch shows
    batch: int = 64
    seeds: int = 3
    shown: int = 4  # cases stored, of the first seed

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train and measure; no weights are written."""
        workspace.check_writable(self.name)
        parts = {"train": self.scenes, "val": self.held, "test": self.held}
        train, held, test = (
            lone.load(part, count) for part, count in parts.items()
        )
        scores: Rows = []
        pointing: Rows = []
        seconds, cases = 0.0, []
        for seed in range(1, self.seeds + 1):
            model = vit.build(self.model, torch.Generator().manual_seed(seed))
            for row in played(model.eval(), test):
                pointing.append({"seed": seed, "trained": False} | row)
            history = training.fit(
                model,
                train.data,
                held.data,
                self.settings,
                workspace.checkpoints(self.name, str(seed)),
                batch=self.batch,
                each=self.each,
                seed=seed,
                fingerprint={"recipe": asdict(self)},
                progress=progress,
            )
            seconds += history[-1]["seconds"]
            for row in played(model, test):
                pointing.append({"seed": seed, "trained": True} | row)
            right = training.accuracy(model, test.data)
            scores.append({"seed": seed, "accuracy": right})
            if seed == 1:
                cases = shown(model, test, self.shown)
        return workspace.write(
            self,
            seconds=seconds,
            values={
                "train": (len(train.scenes), "scenes"),
                "test": (len(test.scenes), "scenes"),
                "chance": (chance(test.boxes), "share"),
                "colour": (coloured(test, self.model.grid), "share"),
            },
            tables={"scores": scores, "pointing": pointing},
            samples={"cases": cases},
        )


POINTING = Pointing()


@torch.no_grad()
def maps(model: Any, data: Tensor) -> dict[str, Tensor]:
    """For each image where the class token reads, "count I J": in every block,
    the mean over its heads, and by rollout.
    """
    grid, found = model.config.grid, []
    for some in data.split(training.BATCH):
        weights = model.weights(training.pixels(some))
        rows = [*weights.mean(2).unbind(1), attention.rollout(weights)]
        found.append(torch.stack([row[:, 0, 1:] for row in rows]))
    blocks = [f"block {k + 1}" for k in range(model.config.layers)]
    every = torch.cat(found, 1).unflatten(-1, (grid, grid))
    return dict(zip([*blocks, "rollout"], every, strict=True))


def played(model: Any, test: Lone) -> Rows:
    """The pointing game: how often the largest weight lies in the box."""
    return [
        {"map": name, "share": sum(hits) / len(hits)}
        for name, hits in hit(maps(model, test.data.images), test).items()
    ]


def hit(found: dict[str, Tensor], test: Lone) -> dict[str, list[bool]]:
    """Whether each map of each image has its largest weight in the box."""
    return {
        name: [
            slots.pointed(one, box, scenes.SIDE)
            for one, box in zip(every, test.boxes, strict=True)
        ]
        for name, every in found.items()
    }


def chance(boxes: Sequence[scenes.Box]) -> float:
    """What a place drawn at random would hit."""
    areas = [(r - x) * (b - y) for x, y, r, b in boxes]
    return sum(areas) / len(areas) / scenes.SIDE**2


def coloured(test: Lone, grid: int) -> float:
    """What a rule without any model hits: the patch whose pixels are farthest
    from white on average.
    """
    far = (1 - training.pixels(test.data.images)).norm(dim=1, keepdim=True)
    found = F.adaptive_avg_pool2d(far, grid)[:, 0]
    hits = hit({"colour": found}, test)["colour"]
    return sum(hits) / len(hits)


def shown(model: Any, test: Lone, count: int) -> list[dict[str, Any]]:
    """The first test scene whose rollout misses the box, then the first that
    hit it.
    """
    found = maps(model, test.data.images)
    hits = hit(found, test)["rollout"]
    said = training.answers(model, test.data)
    order = sorted(range(len(hits)), key=lambda k: hits[k])
    misses = hits.count(False)
    chosen = [*order[: min(1, misses)], *order[misses:]][:count]
    names = test.data.classes
    return [
        {
            "scene": k,
            "things": [list(thing) for thing in test.scenes[k].things],
            "box": list(test.boxes[k]),
            "colour": names[test.data.labels[k]],
            "said": names[said[k]],
            "hit": hits[k],
            "weights": found["rollout"][k]
            .flatten()
            .double()
            .round(decimals=4)
            .tolist(),
        }
        for k in chosen
    ]
