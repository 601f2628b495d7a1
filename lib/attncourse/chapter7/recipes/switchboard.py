"""A small Transformer, every part of it switched on and off: watched while it
learns.
"""

import time
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook.data import batches, phrases, tokenizer
from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.train import loop, sequences
from attnbook.train.run import DivergedError
from attnbook.train.settings import Settings
from attncourse.chapter7.recipes.depth import (
    THIRD,
    Flags,
    encoder_cosines,
    named,
)
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

SWITCHES = ("residual", "post", "feed_forward", "warm_up")
"""What the board switches: a residual connection of each layer; the norm
behind each layer rather than before it; feed-forward layers; a rate that rises
first.
"""
BOARD = tuple(product((True, False), repeat=len(SWITCHES)))


class Variant(NamedTuple):
    """One run: its switches, another normalisation, a share of the rate."""

    flags: Flags
    normalisation: str = "layer"
    share: float = 1.0


ON = (True, False, True, True)  # pre-norm, everything else on
COLD = (True, True, True, False)
VARIANTS = (
    *(Variant(flags) for flags in BOARD),
    Variant((True, True, True, True), share=THIRD),
    *(Variant(COLD, share=share) for share in (THIRD, 0.1)),
    *(Variant((False, *ON[1:]), share=share) for share in (THIRD, 0.1)),
    *(Variant(ON, "none", share) for share in (1.0, THIRD, 0.1)),
    *(Variant(ON, "batch", share) for share in (1.0, THIRD)),
)


@dataclass(frozen=True)
class Switchboard:
    """The same small Transformer on `phrases` with every combination of
    `SWITCHES`, same seed, same rate, watched while it learns; and `variants`
    outside the board.
    """

    name: str = "switchboard"
    model: Config = Config(1, 64, 4, 128, encoder_layers=6, decoder_layers=2)
    variants: tuple[Variant, ...] = VARIANTS
    vocabulary: int = 400
    batch_tokens: int = 400
    each: int = 30  # batches between two moments
    checked: int = 100  # sentences of the validation part
    seed: int = 1
    settings: Settings = Settings(
        epochs=12, rate=3e-3, warmup=100, schedule="linear", patience=12
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every variant; one that diverges has no moment after that."""
        workspace.check_writable(self.name)
        began = time.perf_counter()
        runs: Rows = []
        ends: Rows = []
        for variant in self.variants:
            moments, diverged = self.watched(variant)
            share = variant.share
            same = named(SWITCHES, variant.flags) | {
                "normalisation": variant.normalisation,
                "rate": round(share * self.settings.rate, 6),
            }
            runs.append(same | {"moments": moments})
            ends.append(
                same
                | {
                    "remedy_tried": f"{share:.2f} of the rate"
                    if share < 1
                    else "",
                    "diverged": diverged,
                }
                | {key: moments[-1][key] for key in ("step", "train", "loss")}
            )
        return workspace.write(
            self,
            seconds=time.perf_counter() - began,
            tables={"ends": ends},
            samples={"runs": runs},
        )

    def watched(self, variant: Variant) -> tuple[Rows, bool]:
        """Train one model. At each moment: the steps so far, the mean loss of
        those since the last moment (of none before the first), the loss of the
        sentences checked, and the mean cosine by depth of the encoder. And
        whether it diverged.
        """
        spell, training, check = self.data()
        model = self.fresh(len(spell), variant)
        moments: Rows = []
        since: list[float] = []

        def learn(model: Any, batch: Any) -> tuple[Tensor, int]:
            total, count = sequences.real_loss(model, batch)
            since.append(total.item() / count)
            return total, count

        def look(model: Any, batch: Any) -> tuple[Tensor, int]:
            total, count = sequences.real_loss(model, batch)
            if torch.isfinite(total):
                train = sum(since) / len(since) if since else None
                seen = {"step": len(moments) * self.each, "train": train}
                seen |= {"loss": total.item() / count}
                cosines = encoder_cosines(model, batch.source)
                moments.append(seen | {"cosines": cosines})
            since.clear()
            return total, count

        loop.evaluate(model, [check], look)
        warm = self.settings.warmup if variant.flags[-1] else 0
        rate = round(variant.share * self.settings.rate, 6)
        try:
            loop.fit(
                model,
                lambda generator: batches.by_length(
                    training, self.batch_tokens, generator
                )[: self.each],
                learn,
                [check],
                replace(self.settings, warmup=warm, rate=rate),
                seed=self.seed,
                validation_loss=look,
                progress=False,
            )
        except DivergedError:
            return moments, True
        return moments, False

    def fresh(self, tokens: int, variant: Variant) -> Transformer:
        """A model with fresh weights."""
        residual, post, feed_forward, _ = variant.flags
        config = replace(
            self.model,
            vocabulary=tokens,
            residual=residual,
            norm="post" if post else "pre",
            hidden=self.model.hidden if feed_forward else 0,
            normalisation=variant.normalisation,
        )
        return transformer.build(
            config, torch.Generator().manual_seed(self.seed)
        )

    def data(
        self,
    ) -> tuple[tokenizer.Tokenizer, list[batches.Pair], batches.Batch]:
        """The tokenizer, the pairs to train on, and those to check, in one
        batch.
        """
        training, validation = (
            [(p.source, p.target) for p in phrases.split(name)]
            for name in ("train", "val")
        )
        words = (text for pair in training for text in pair)
        spell = tokenizer.train(words, self.vocabulary)
        check = sequences.encode(spell, validation[: self.checked])
        return spell, sequences.encode(spell, training), batches.collate(check)


SWITCHBOARD = Switchboard()
