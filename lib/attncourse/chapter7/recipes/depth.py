"""What stands around attention in a Transformer, taken away: stacks of layers
with fresh weights and trained, and a board of switches.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook.data import batches, phrases, tokenizer
from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.train import loop, sequences
from attnbook.train.run import DivergedError
from attnbook.train.settings import Settings
from attncourse.chapter7.recipes.switches import encoder_cosines
from attncourse.experiments import trials
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Flags = tuple[bool, ...]
PARTS = ("residual", "normalisation", "feed_forward")
"""What may stand around attention in each layer."""
CHOICES = list(product((False, True), repeat=len(PARTS)))
ALONE, *_, WHOLE = CHOICES
THIRD = 0.333333  # as result files write it


@dataclass(frozen=True)
class Depth:
    """Stacks of self-attention with any of `PARTS`, over the number of layers:
    how alike the words of a sentence are before any training, and the loss
    after a short one on `circle`.

    Attention alone and whole blocks are trained with all seeds, other choices
    with the first. `remedies` are tried on attention alone at the last depth:
    the share of the rate, and how many times the warm-up.
    """

    name: str = "depth"
    depths: tuple[int, ...] = (1, 2, 4, 6, 8, 10)
    seeds: tuple[int, ...] = (1, 2, 3)
    model: Config = Config(1, 64, 4, 128)  # sizes of a layer
    words: int = 8  # in a sentence that is kept, and in a circle
    sentences: int = 200  # of which a cosine is the mean
    batch: int = 32  # circles
    each: int = 60  # batches in an epoch
    validation: int = 256  # circles
    remedies: tuple[tuple[float, int], ...] = ((THIRD, 3), (0.1, 3))
    settings: Settings = Settings(
        epochs=6, rate=3e-3, warmup=50, schedule="linear", patience=6
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure fresh stacks, then train one for each choice, depth and
        seed.
        """
        workspace.check_writable(self.name)
        similar, cosines, sentence = self.fresh()
        began = time.perf_counter()
        losses = [self.trained(*case, workspace) for case in self.cases()]
        return workspace.write(
            self,
            seconds=time.perf_counter() - began,
            values={"nothing": (math.log(self.words), "nats")},
            tables={"cosine": similar, "loss": losses},
            samples={"sentence": sentence, "cosines": cosines},
        )

    def cases(self) -> Iterable[tuple[Flags, int, int, float, int]]:
        """Choice, depth, seed, share of the rate, times the warm-up."""
        for parts in CHOICES:
            seeds = self.seeds if parts in (ALONE, WHOLE) else self.seeds[:1]
            for depth, seed in product(self.depths, seeds):
                yield parts, depth, seed, 1.0, 1
        for remedy, seed in product(self.remedies, self.seeds):
            yield ALONE, self.depths[-1], seed, *remedy

    def stack(
        self, tokens: int, parts: Flags, depth: int, seed: int
    ) -> Transformer:
        """An encoder of so many layers, with fresh weights."""
        residual, normalisation, feed_forward = parts
        config = replace(
            self.model,
            vocabulary=tokens,
            hidden=self.model.hidden if feed_forward else 0,
            encoder_layers=depth,
            decoder_layers=1,  # not used
            residual=residual,
            normalisation="layer" if normalisation else "none",
        )
        return transformer.build(config, torch.Generator().manual_seed(seed))

    @torch.no_grad()
    def fresh(self) -> tuple[Rows, Rows, list[str]]:
        """Before any training, without full stops: the mean cosine by depth;
        for one sentence the cosine of each two words by depth; that sentence.
        """
        language = [phrase.english[:-1] for phrase in phrases.split("val")]
        known = sorted({word for words in language for word in words})
        number = {word: k for k, word in enumerate(known, 1)}  # 0 is padding
        source = batches.pad(
            [[number[word] for word in words] for words in language]
        )[: self.sentences]
        kept = list(next(x for x in language if len(x) == self.words))
        tokens = torch.tensor([[number[word] for word in kept]])
        rows: Rows = []
        cosines: Rows = []
        for parts, seed in product(CHOICES, self.seeds):
            model = self.stack(len(known) + 1, parts, self.depths[-1], seed)
            same = named(PARTS, parts) | {"seed": seed}
            found = enumerate(encoder_cosines(model, source))
            rows += [same | {"depth": n, "cosine": x} for n, x in found]
            if seed == self.seeds[0]:
                states = model.states(tokens)
                pairs = [pair_cosines(x[0]) for x in states]
                cosines.append(named(PARTS, parts) | {"pairs": pairs})
        return rows, cosines, kept

    def trained(
        self,
        parts: Flags,
        depth: int,
        seed: int,
        share: float = 1.0,
        times: int = 1,
        workspace: Workspace | None = None,
    ) -> dict[str, Any]:
        """The row of one training, with the lowest loss on fresh circles of
        any epoch.
        """
        rate = round(share * self.settings.rate, 6)
        warmup = times * self.settings.warmup
        kind = "".join(str(int(x)) for x in parts)
        fixed = torch.Generator().manual_seed(50_000)
        _, history = trials.fit(
            replace(self, settings=replace(self.settings, warmup=warmup)),
            f"{kind}-{depth}-{seed}-{share:.2f}",
            self.stack(self.words + 1, parts, depth, seed),
            lambda g: [self.circle(self.batch, g) for _ in range(self.each)],
            loss,
            [self.circle(self.validation, fixed)],
            rate=rate,
            seed=seed,
            workspace=workspace,
        )
        tried = f"{share:.2f} of the rate, {times} times the warm-up"
        return named(PARTS, parts) | {
            "depth": depth,
            "seed": seed,
            "rate": rate,
            "warmup": warmup,
            "remedy_tried": tried if share < 1 else "",
            "loss": min(each["validation"] for each in history),
        }

    def circle(
        self, count: int, generator: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Different words in random order, and the word before each; before
        the first stands the last. Token 0 is padding, which there is none of.

        Who says the same of all N words loses log N at least.
        """
        drawn = torch.rand(count, self.words, generator=generator)
        tokens = drawn.argsort(1) + 1
        return tokens, tokens.roll(1, 1)


def named(names: tuple[str, ...], flags: Flags) -> dict[str, Any]:
    """The flags by their names."""
    return dict(zip(names, flags, strict=True))


def loss(model: Any, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, int]:
    """The summed loss of a batch of circles, and how many words they have."""
    tokens, answers = batch
    memory, _ = model.encode(tokens)
    logits = model.logits(memory)[..., 1:].flatten(0, 1)
    total = F.cross_entropy(logits, answers.flatten() - 1, reduction="sum")
    return total, answers.numel()


def pair_cosines(x: Tensor) -> list[float]:
    """The cosine of each two rows, 3 digits: of 0 and 1, 0 and 2, ..."""
    unit = F.normalize(x.double(), dim=-1)
    i, j = torch.triu_indices(len(x), len(x), 1)
    return [round(cosine, 3) for cosine in (unit @ unit.T)[i, j].tolist()]


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


ON = (True, False, True, True)  # the norm first, everything else on
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


DEPTH, SWITCHBOARD = Depth(), Switchboard()
