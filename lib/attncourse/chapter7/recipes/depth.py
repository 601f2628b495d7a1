"""What stands around attention in a Transformer, taken away: stacks of layers
with fresh weights and trained, and a board of switches.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook.data import batches, phrases
from attnbook.metrics.similarity import mean_cosine
from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.train.settings import Settings
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


DEPTH = Depth()


@torch.no_grad()
def encoder_cosines(model: Transformer, source: Tensor) -> list[float]:
    """The mean cosine between two words of a source, before the first block
    of the encoder and after each.
    """
    return [
        float(mean_cosine(x, source != model.config.pad).nanmean())
        for x in model.states(source)
    ]
