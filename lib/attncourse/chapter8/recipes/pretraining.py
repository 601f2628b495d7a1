"""What pretraining is worth: translators that begin with what a denoiser of
monolingual texts has learned, and from scratch, over the number of pairs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch

from attnbook.data import translation
from attnbook.models import transformer
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter8.recipes.language import normalised
from attncourse.chapter8.recipes.tuning import (
    CONVERGED,
    EQUAL,
    SHORT,
    WAYS,
    Case,
    Trainer,
)
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


class Texts(NamedTuple):
    """What is pretrained on, in either language, and the pairs, of which no
    side is among those texts.
    """

    english: list[str]
    french: list[str]
    pairs: list[tuple[str, str]]


@dataclass(frozen=True)
class Pretraining:
    """One denoiser for each seed and kind of text, then translators fine-tuned
    on few pairs: until the validation loss stops falling; and each for the same
    time in all, that of the pretraining included, counted in updates, which
    take all models equally long.
    """

    name: str = "pretraining"
    pair: str = "en-fr"
    vocabulary: int = 4000
    model: transformer.Config = transformer.Config(
        1, 128, 4, 384, encoder_layers=3, decoder_layers=3, dropout=0.3
    )
    thirds: tuple[int, int] = (10_500, 9_250)  # pairs, English; French the rest
    pretrain: Settings = Settings(
        epochs=6, rate=3e-3, warmup=200, schedule="linear", patience=6
    )
    tune: Settings = Averaged(
        epochs=80,
        warmup=100,
        schedule="constant",
        patience=5,
        average=0.99,
    )
    each: int = 2000  # pairs read in an epoch, at least
    most: int = 1860  # updates in a run
    batch_tokens: int = 1600
    smoothing: float = 0.1
    alpha: float = 16.0  # LoRA's scale is alpha / rank
    # pairs; seeds of scratch and pretrained; seeds of shuffled words
    budgets: tuple[tuple[int, int, int], ...] = (
        (100, 3, 3),
        (300, 1, 1),
        (1000, 3, 3),
        (3000, 1, 1),
        (10_000, 3, 3),
    )
    parts: tuple[int, int] = (1000, 1)  # pairs and seeds of the other ways
    after: int = 600  # updates of fine-tuning, at equal time in all
    short: tuple[int, int] = (1000, 160)  # pairs; updates, pretraining ignored
    shown: int = 50  # test sentences stored, of the first seed

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train what there is to train and no earlier result of this recipe, to
        which budgets were added, holds; the result is written anew after each
        translator.
        """
        workspace.check_writable(self.name)
        trainer = Trainer(self, workspace, progress)
        tables, earlier = trainer.tables, trainer.earlier
        said = list(earlier.samples["hypotheses"]) if earlier else []
        known = {
            tuple(row[key] for key in Case._fields) for row in tables["scores"]
        }
        for case in self.cases():
            if case in known:
                continue
            for limit in (CONVERGED, EQUAL, SHORT):
                row, history, texts = trainer.limited(case, limit)
                if not row:
                    continue
                tables["scores"].append(row)
                if limit == CONVERGED:
                    tables["epochs"] += [
                        case._asdict() | step for step in history
                    ]
                if case.seed == 1:
                    same = {key: row[key] for key in ("way", "pairs", "until")}
                    said.append(same | {"texts": texts[: self.shown]})
            workspace.write(
                self,
                seconds=trainer.seconds,
                values=trainer.values(),
                tables=tables,
                samples={
                    "test": trainer.test[: self.shown],
                    "hypotheses": said,
                },
            )
        return workspace.stored(self.name)

    def cases(self) -> Iterator[Case]:
        """All translators, those that the curves need first."""
        main = {"pretrained": 1, "scratch": 1, "shuffled words": 2}
        for budget in self.budgets:
            for way, column in main.items():
                for seed in range(1, budget[column] + 1):
                    yield Case(way, budget[0], seed)
        pairs, seeds = self.parts
        for way in WAYS:
            if way not in main:
                yield from (Case(way, pairs, s + 1) for s in range(seeds))

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


def without(
    pairs: list[tuple[str, str]], others: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The pairs of which neither side stands in the others, however it is
    written.
    """
    known = {normalised(text) for other in others for text in other}
    return [pair for pair in pairs if not known & {normalised(x) for x in pair}]


PRETRAINING = Pretraining()
FULL = Pretraining(
    "pretraining-full",
    budgets=tuple((pairs, 3, 3) for pairs, *_ in PRETRAINING.budgets),
    parts=(1000, 3),
)
