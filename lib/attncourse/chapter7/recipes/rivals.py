"""What the shipped Transformer is compared with: translators that are trained,
measured as they are in memory, and not kept.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import pretrained
from attnbook.data import translation
from attnbook.train import sequences
from attnbook.train.settings import Averaged
from attncourse.chapter1.recipes import translation_metrics
from attncourse.chapter1.recipes.translate import (
    BAHDANAU,
    TRANSFORMER,
    Translate,
    fit,
)
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Longer:
    """A translator trained with the first of its dropout rates, on no more
    pairs than there are.
    """

    name: str
    base: Translate

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it and translate the test sentences."""
        return trained(self, workspace, progress=progress)


def trained(
    recipe: Any,
    workspace: Workspace,
    more: Callable[[], sequences.Sentences] = tuple,
    *,
    progress: bool = True,
) -> Result:
    """Train `recipe.base`, on `more` pairs too, translate the test sentences,
    and write the result of `recipe`.
    """
    workspace.check_writable(recipe.name)
    base = replace(recipe.base, name=recipe.name)
    translator, history = fit(
        base, base.dropouts[0], workspace, more(), progress=progress
    )
    values, tables, samples = translation_metrics.measure(
        translator,
        base.pair,
        beam=base.beam,
        lengths=base.lengths,
        shown=0,
        seed=base.seed,
    )
    return workspace.write(
        recipe,
        seconds=history[-1]["seconds"],
        values=values,
        tables=tables | {"epochs": history},
        samples=samples,
    )


def longer(name: str, epochs: int) -> Longer:
    """The recurrent translator with attention, its best dropout rate, for so
    many epochs, its weights averaged as the Transformer's are.
    """
    settings = asdict(BAHDANAU.settings) | {
        "epochs": epochs,
        "patience": epochs,
    }
    base = replace(BAHDANAU, dropouts=(0.2,), settings=Averaged(**settings))
    return Longer(name, base)


SAME_TOKENS = longer("bahdanau-same-tokens", TRANSFORMER.settings.epochs)


@dataclass(frozen=True)
class Distilled:
    """Distillation of whole sequences: a student as large as the Transformer
    that ships, trained on the training pairs, and on the same sources as its
    teachers translate them together. Each epoch has twice the pairs.

    Source: Kim and Rush 2016, section 3.2.
    """

    name: str = "transformer-distilled"
    base: Translate = replace(
        TRANSFORMER, settings=replace(TRANSFORMER.settings, epochs=15)
    )
    # of the teachers, Transformers like the one that ships, which has the first
    seeds: tuple[int, ...] = (1,)
    beam: int = 5  # of the teachers

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train the teachers that there are not, let them translate, train the
        student, and translate the test sentences.
        """

        def lessons() -> sequences.Sentences:
            pairs = translation.load("multi30k", self.base.pair, "train")
            sources = [source for source, _ in pairs]
            teacher = self.teacher(workspace, progress=progress)
            said = teacher.translate(sources, beam=self.beam)
            return list(zip(sources, said, strict=True))

        return trained(self, workspace, lessons, progress=progress)

    def teacher(
        self, workspace: Workspace, *, progress: bool = True
    ) -> pretrained.Translator:
        """All teachers as one translator."""
        shipped = pretrained.load(TRANSFORMER.name)
        models = [shipped.model]
        for seed in self.seeds[1:]:
            name = f"{TRANSFORMER.name}-{seed}"
            recipe = replace(TRANSFORMER, name=name, seed=seed)
            rate = recipe.dropouts[0]
            one, _ = fit(recipe, rate, workspace, progress=progress)
            models.append(one.model)
        return pretrained.Translator(Ensemble(models), shipped.tokenizer)


REDUCED = Distilled()
DISTILLED = Distilled(
    "transformer-distilled-full",
    replace(TRANSFORMER, settings=replace(TRANSFORMER.settings, epochs=30)),
    seeds=(1, 2, 3),
)


class Ensemble(nn.Module):
    """Models that decode as one: each gives a probability to the next token,
    and their mean is taken.
    """

    def __init__(self, models: list[Any]):
        super().__init__()
        self.models: Any = nn.ModuleList(models)

    def start(self, source: Tensor) -> list[Any]:
        """The state of each."""
        return [model.start(source) for model in self.models]

    def step(self, state: list[Any], tokens: Tensor) -> tuple[Tensor, list]:
        """Log-probabilities of the next token, and the new states."""
        scores, states = zip(
            *(
                model.step(own, tokens)
                for model, own in zip(self.models, state, strict=True)
            ),
            strict=True,
        )
        mean = torch.stack(scores).logsumexp(0) - math.log(len(scores))
        return mean, list(states)

    def reorder(self, state: list[Any], rows: Tensor) -> list[Any]:
        """The states of the rows named."""
        return [
            model.reorder(own, rows)
            for model, own in zip(self.models, state, strict=True)
        ]
