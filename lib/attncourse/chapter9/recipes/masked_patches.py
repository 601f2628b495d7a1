"""Does it help a Vision Transformer to have filled in hidden patches of images
that nobody has labelled, before it learns classes?
"""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import torch
from torch import nn

from attnbook.models.fresh import seeded
from attnbook.models.masked_vit import MaskedViT
from attnbook.train import images as training
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes.vision import Vision
from attncourse.chapter9.recipes.vision_trainer import Case, Trainer
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class MaskedPatches(Vision):
    """The ViT of `vision-cifar`, pretrained on all training images without
    their labels: it predicts the pixels of patches that are hidden.
    """

    name: str = "vision-cifar-masked"
    kinds: tuple[str, ...] = ("ViT",)
    shuffles: tuple[bool, ...] = (False,)
    rates: tuple[float, ...] = (1e-3, 2e-3)
    budgets: tuple[tuple[int, int], ...] = ((500, 3), (2000, 3), (5000, 3))
    hidden: float = 0.5  # share of the patches
    pretraining: Settings = Settings(
        epochs=20,
        rate=2e-3,
        warmup=100,
        schedule="linear",
        decay=0.05,
        patience=20,
    )

    def trainer(self, workspace: Workspace, progress: bool) -> Trainer:
        """What pretrains, trains and measures."""
        return Pretrainer(self, workspace, progress)


class Pretrainer(Trainer):
    """Lets every model start from one that was pretrained, once for each
    seed.
    """

    def start(self, case: Case) -> nn.Module:
        """The classifier, its blocks pretrained and its head fresh."""
        recipe: Any = self.recipe
        model: Any = self.build(case.kind, case.seed)
        lesson = partial(training.masked_loss, share=recipe.hidden)
        own = (
            *("data", "transformer", "validation", "pretraining", "hidden"),
            *("each", "batch", "pad", "flip"),
        )
        fields = asdict(recipe)
        history = training.fit(
            seeded(
                lambda: MaskedViT(model),
                torch.Generator().manual_seed(case.seed),
            ),
            self.training,
            self.validation,
            recipe.pretraining,
            self.workspace.checkpoints(recipe.name, f"masked-{case.seed}"),
            batch=recipe.batch,
            each=recipe.each,
            change=self.changed,
            loss=lesson,
            validation_loss=lesson,
            seed=case.seed,
            fingerprint={name: fields[name] for name in own},
            progress=self.progress,
        )
        rows = self.tables["pretraining"]
        if case.seed not in [row["seed"] for row in rows]:
            loss = min(row["validation"] for row in history)
            seconds = history[-1]["seconds"]
            rows.append({"seed": case.seed, "loss": loss, "seconds": seconds})
            self.seconds += seconds
        return model


CIFAR = MaskedPatches()
