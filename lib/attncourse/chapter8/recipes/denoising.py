"""Texts without their translations, and the denoisers that learn from them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook.data import batches, noise, tokenizer, translation
from attnbook.data.tokenizer import Tokenizer
from attnbook.models import transformer
from attnbook.models.transformer import Transformer
from attnbook.train import sequences
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter8.recipes.language import normalised
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows, numbers

WHOLE, SHUFFLED = "whole", "shuffled"


class Texts(NamedTuple):
    """What is pretrained on, in either language, and the pairs, of which no
    side is among those texts.
    """

    english: list[str]
    french: list[str]
    pairs: list[tuple[str, str]]


@dataclass(frozen=True)
class Denoisers(Comparison):
    """Encoders and decoders that restore damaged texts of both languages: the
    texts as they are, and with the words of each shuffled.
    """

    name: str = "denoisers"
    pair: str = "en-fr"
    vocabulary: int = 4000
    model: transformer.Config = transformer.Config(
        1, 128, 4, 384, encoder_layers=3, decoder_layers=3, dropout=0.3
    )
    thirds: tuple[int, int] = (10_500, 9_250)  # pairs, English; French the rest
    seeds: tuple[int, ...] = (1,)
    rates: tuple[float, ...] = (3e-3,)
    settings: Settings = Plateau(
        epochs=80, warmup=200, patience=2, halvings=2, least=5e-3
    )
    batch_tokens: int = 1600

    measures = ()
    most = 1  # a plateau halves the rate; no other is tried

    def cases(self) -> Iterator[Case]:
        yield {"text": WHOLE}
        yield {"text": SHUFFLED}

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """Nothing but its losses."""
        return {}

    @cached_property
    def texts(self) -> Texts:
        """The three thirds. A text that stands among the pairs, or in the
        validation or test part, is not pretrained on, nor is a French text
        whose English one is; pairs of the other parts are left out.
        """
        every = translation.load("multi30k", self.pair, "train")
        order = torch.Generator().manual_seed(0)
        drawn = torch.randperm(len(every), generator=order).tolist()
        mixed = [every[i] for i in drawn]
        other = [
            pair
            for part in ("val", "test")
            for pair in translation.load("multi30k", self.pair, part)
        ]
        first, second = self.thirds
        pairs = without(mixed[:first], other)
        english = without(mixed[first : first + second], pairs + other)
        french = without(mixed[first + second :], pairs + other + english)
        return Texts([e for e, _ in english], [f for _, f in french], pairs)

    @cached_property
    def words(self) -> Tokenizer:
        """It knows no pair."""
        mono = [*self.texts.english, *self.texts.french]
        return tokenizer.train(mono, self.vocabulary)

    def fresh(
        self, case: Case, seed: int, dropout: float | None = None
    ) -> Transformer:
        """With one more token, for what is hidden."""
        config = replace(self.model, vocabulary=len(self.words) + 1)
        if dropout is not None:
            config = replace(config, dropout=dropout)
        return transformer.build(config, torch.Generator().manual_seed(seed))

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Texts as their own targets, damaged anew in every epoch; those of the
        validation in one way.
        """
        held_out = translation.load("multi30k", self.pair, "val")
        training, validation = (
            self.monolingual(texts, case["text"] == SHUFFLED, seed)
            for texts in (
                [*self.texts.english, *self.texts.french],
                [side for pair in held_out for side in pair],
            )
        )

        def damaged(
            pairs: list[batches.Pair],
            generator: torch.Generator,
            mixed: torch.Generator | None = None,
        ) -> list[batches.Batch]:
            return [
                noise.infilled(batch, len(self.words), generator)
                for batch in batches.by_length(pairs, self.batch_tokens, mixed)
            ]

        fixed = torch.Generator().manual_seed(seed)
        return (
            lambda generator: damaged(training, generator, generator),
            damaged(validation, fixed),
        )

    def monolingual(
        self, texts: list[str], mixed: bool = False, seed: int = 1
    ) -> list[batches.Pair]:
        """Texts of one language as their own targets, in order or with the
        words of each shuffled.
        """
        if mixed:
            generator = torch.Generator().manual_seed(seed)
            texts = [shuffle(text, generator) for text in texts]
        return sequences.encode(self.words, [(text, text) for text in texts])

    def loss(
        self, model: Transformer, batch: batches.Batch
    ) -> tuple[Tensor, int]:
        """Of the original text."""
        return sequences.real_loss(model, batch)

    def values(self) -> dict[str, tuple[Any, str]]:
        """How much there is of what."""
        first, _ = self.lessons({"text": WHOLE}, 1)
        return {
            "english": (len(self.texts.english), "texts"),
            "french": (len(self.texts.french), "texts"),
            "pairs": (len(self.texts.pairs), "pairs"),
            "parameters": (numbers(self.fresh({}, 1)), "numbers"),
            "updates": (len(first(torch.Generator())), "updates in an epoch"),
        }


DENOISERS = Denoisers()


def without(
    pairs: list[tuple[str, str]], others: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The pairs of which neither side stands in the others, however it is
    written.
    """
    known = {normalised(text) for other in others for text in other}
    return [pair for pair in pairs if not known & {normalised(x) for x in pair}]


def shuffle(text: str, generator: torch.Generator) -> str:
    """The words of a text in another order."""
    words = text.split()
    order = torch.randperm(len(words), generator=generator).tolist()
    return " ".join(words[i] for i in order)
