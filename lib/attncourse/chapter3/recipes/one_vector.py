"""Captioners that read one vector: mean and maximum over the grid instead of
all of it in a row, and a convolutional network that learned with attention.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from torch import Tensor

from attnbook import pretrained
from attnbook.models import captioner, convnet
from attncourse.chapter3 import scenes
from attncourse.chapter3.recipes import caption_metrics, captioners
from attncourse.chapter3.recipes.captioners import Rows, Training, Variant
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace

ATTENTION, NONE = "caption-scenes-attention", "caption-scenes-none"


def _wide(name: str, **choices: Any) -> Variant:
    return Variant(name, attention="none", hidden=512, vector=512, **choices)


@dataclass(frozen=True)
class OneVector:
    """Every variant with every seed, all as wide as the variant "none-wide" of
    "caption-scenes", with the learning rate of its first. Then a linear layer
    reads the networks of both shipped models.
    """

    name: str = "caption-one-vector"
    training: Training = Training()
    variants: tuple[Variant, ...] = (
        _wide("pooled-lent", pooled=True, network=ATTENTION),
        _wide("pooled", pooled=True),
        _wide(
            "pooled-lent-frozen", pooled=True, network=ATTENTION, joint=False
        ),
        _wide("flat-lent", network=ATTENTION),
        _wide("flat-lent-frozen", network=ATTENTION, joint=False),
    )
    rate: float = 2e-3
    seeds: tuple[int, ...] = (1, 2)
    tested: int = 1000  # scenes of each split
    probed: tuple[str, ...] = (ATTENTION, NONE)
    probe_steps: int = 500

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every variant, then measure on scenes that no training and no
        choice has seen.
        """
        workspace.check_writable(self.name)
        rows: dict[str, Rows] = {"epochs": []}
        measured = {}
        for variant, seed in product(self.variants, self.seeds):
            said, history = captioners.fit(
                self.training,
                variant,
                self.rate,
                seed,
                workspace,
                progress=progress,
            )
            same = {"variant": variant.name, "seed": seed}
            rows["epochs"] += [same | row for row in history]
            measured[variant.name, seed] = caption_metrics.measure(
                said, self.tested
            )
        rows |= caption_metrics.scores(measured, self.tested)
        rows["probe"] = [
            row for name in self.probed for row in self.probe(name)
        ]
        return workspace.write(
            self,
            seconds=captioners.seconds(rows["epochs"], "variant", "seed"),
            tables=rows,
        )

    def probe(self, name: str) -> Rows:
        """What a linear layer reads in mean and maximum over the grid of that
        model's convolutional network: the share of single things whose colour,
        and whose kind, it names.
        """
        network = pretrained.load(name).model.convnet
        pool = captioner.MeanAndMax()

        def features(split: str, count: int) -> tuple[Tensor, Tensor]:
            pictures, labels = captioners.singles(split, count)
            with torch.no_grad():
                parts = [
                    pool(network(part.float() / 255).flatten(1, 2))
                    for part in pictures.split(100)
                ]
            return torch.cat(parts), labels

        seen, labels = features("train", self.training.singles)
        sizes = len(scenes.COLOURS), len(scenes.KINDS)
        reader = torch.nn.Linear(seen.shape[1], sum(sizes))
        convnet.initialise(reader, torch.Generator().manual_seed(1))
        optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
        for _ in range(self.probe_steps):
            logits = reader(seen).split(sizes, 1)
            losses = [
                torch.nn.functional.cross_entropy(part, answer)
                for part, answer in zip(logits, labels.T, strict=True)
            ]
            optimizer.zero_grad()
            torch.stack(losses).sum().backward()
            optimizer.step()
        rows: Rows = []
        for split in caption_metrics.SPLITS:
            seen, labels = features(split, self.tested)
            parts = reader(seen).split(sizes, 1)
            right = [
                float((part.argmax(1) == answer).float().mean())
                for part, answer in zip(parts, labels.T, strict=True)
            ]
            row = {"network": name, "split": split, "scenes": self.tested}
            rows.append(row | {"colours": right[0], "kinds": right[1]})
        return rows


ONE_VECTOR = OneVector()
