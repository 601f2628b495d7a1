"""Language models of captions, each trained until its validation loss has
stopped falling: what the comparisons of chapter 10 share.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import torch

from attnbook.data import batches, tokenizer
from attnbook.models import language_model
from attnbook.train import loop, sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter8.recipes.language import parts
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Rows, numbers
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Decoders(Comparison):
    """A causal language model for each case: `config` says which, `captions`
    how many it reads.
    """

    model: language_model.Config = language_model.Config(1000)
    pair: str = "en-fr"
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (8e-3, 1.6e-2)
    settings: Settings = Averaged(
        epochs=200, warmup=200, schedule="constant", patience=3, average=0.99
    )
    batch_tokens: int = 1600

    measures = ("scores",)

    def config(self, case: Case) -> language_model.Config:
        """The sizes and choices of its model."""
        raise NotImplementedError

    def captions(self, case: Case) -> int | None:
        """How many captions it learns from; by default all."""
        return None

    @cached_property
    def texts(self) -> tuple[tokenizer.Tokenizer, list[list[batches.Pair]]]:
        """The tokenizer, and the captions of each part in tokens."""
        captions = parts(self.pair)
        words = tokenizer.train(captions[0], self.model.vocabulary)
        return words, [
            sequences.encode(words, [(text, text) for text in texts])
            for texts in captions
        ]

    def fit(
        self,
        case: Case,
        seed: int,
        rate: float | None = None,
        workspace: Workspace | None = None,
    ) -> tuple[language_model.LanguageModel, Rows]:
        """One language model."""
        rate = self.settings.rate if rate is None else rate
        run = self.run_name(case, rate, seed)
        generator = torch.Generator().manual_seed(seed)
        model = language_model.build(self.config(case), generator)
        _, (training, validation, _) = self.texts
        history = sequences.fit(
            model,
            training[: self.captions(case)],
            validation,
            replace(self.settings, rate=rate),
            workspace.checkpoints(self.name, run) if workspace else None,
            batch_tokens=self.batch_tokens,
            loss=sequences.next_loss,
            seed=seed,
            fingerprint={"run": run},
            progress=False,
        )
        return model, history

    def measure(
        self, model: language_model.LanguageModel, case: Case, seed: int
    ) -> dict[str, Rows]:
        """Nats per token of the test captions, and what `also` finds."""
        _, (*_, test) = self.texts
        near = batches.by_length(test, 4000)
        loss = loop.evaluate(model, near, sequences.next_loss)
        found = {"loss": loss, "parameters": numbers(model)}
        return {
            "scores": [case | {"seed": seed} | found | self.also(model, case)]
        }

    def also(
        self, model: language_model.LanguageModel, case: Case
    ) -> dict[str, Any]:
        """What else is measured of a trained model."""
        return {}


def size(config: language_model.Config) -> int:
    """How many numbers such a model learns."""
    return numbers(language_model.build(config))
