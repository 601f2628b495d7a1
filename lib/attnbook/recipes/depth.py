"""What stands around attention in a Transformer, taken away: stacks of layers
with fresh weights and trained, and a board of switches.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook.data import batches, order, phrases, tokenizer
from attnbook.data.order import UNASKED, Asked
from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.recipes import trial
from attnbook.recipes.switches import encoder_cosines
from attnbook.recipes.trial import Rows
from attnbook.recipes.workspace import Workspace
from attnbook.results import Result
from attnbook.train import loop, sequences
from attnbook.train.run import DivergedError
from attnbook.train.settings import Settings

Flags = tuple[bool, ...]
PARTS = ("residual", "normalisation", "feed_forward")
"""What may stand around attention in each layer."""
ALONE, WHOLE = (False,) * 3, (True,) * 3


@dataclass(frozen=True)
class Depth:
    """Stacks of self-attention with some of `PARTS` or none, over the number of
    layers: how alike the words of a sentence are before any training, and the
    loss after a short one on "the symbol 5 back".

    Attention alone and whole blocks are trained with all seeds, other choices
    with the first. `remedies` are tried on attention alone at the last depth:
    the share of the rate, and how many times the warm-up.
    """

    name: str = "depth"
    depths: tuple[int, ...] = (1, 2, 4, 6, 8, 10)
    seeds: tuple[int, ...] = (1, 2, 3)
    width: int = 64
    heads: int = 4
    hidden: int = 128
    sentences: int = 200  # of which the cosines are the mean
    words: int = 8  # in the sentence that is kept
    length: int = 16  # symbols in a sequence
    batch: int = 32  # sequences
    each: int = 50  # batches in an epoch
    validation: int = 128  # sequences
    remedies: tuple[tuple[float, int], ...] = ((1 / 3, 3), (0.1, 3))
    settings: Settings = Settings(
        epochs=6, rate=3e-3, warmup=50, schedule="linear", patience=6
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure fresh stacks, then train one for each choice, depth and
        seed.
        """
        workspace.check_writable(self.name)
        similarity, cosines, words = self.fresh()
        losses: Rows = []
        seconds = 0.0
        for parts, depth, seed in self.cases():
            row, took = self.trained(parts, depth, seed, workspace)
            losses.append(row)
            seconds += took
        for remedy, seed in product(self.remedies, self.seeds):
            case = ALONE, self.depths[-1], seed
            row, took = self.trained(*case, workspace, remedy)
            losses.append(row)
            seconds += took
        return workspace.write(
            self,
            seconds=seconds,
            values={
                "nothing": (math.log(order.SYMBOLS), "nats"),
                "counts": (counts(self.draw(self.validation, 0)), "nats"),
            },
            tables={"cosine": similarity, "loss": losses},
            samples={"words": words, "cosines": cosines},
        )

    def cases(self) -> Iterable[tuple[Flags, int, int]]:
        """Choices, depth and seed of each training."""
        for parts in product((False, True), repeat=len(PARTS)):
            seeds = self.seeds if parts in (ALONE, WHOLE) else self.seeds[:1]
            yield from product([parts], self.depths, seeds)

    def stack(self, tokens: int, parts: Flags, depth: int, seed: int):
        """An encoder of so many layers, with fresh weights."""
        residual, normalisation, feed_forward = parts
        config = Config(
            tokens,
            self.width,
            self.heads,
            self.hidden if feed_forward else 0,
            depth,
            decoder_layers=1,  # not used
            residual=residual,
            normalisation="layer" if normalisation else "none",
        )
        return transformer.build(config, torch.Generator().manual_seed(seed))

    @torch.no_grad()
    def fresh(self) -> tuple[Rows, list[dict[str, Any]], list[str]]:
        """Before any training: the mean cosine by depth, and for one sentence
        the cosine of each pair of its words; that sentence.
        """
        language = phrases.split("val")
        spell = tokenizer.train((p.source for p in language), 2000)
        tokens = [spell.encode(p.source)[:-1] for p in language]
        source = batches.pad(tokens[: self.sentences])
        kept = next(x for x in tokens if len(x) == self.words)
        rows, cosines = [], []
        for parts in product((False, True), repeat=len(PARTS)):
            same = dict(zip(PARTS, parts, strict=True))
            for seed in self.seeds:
                model = self.stack(len(spell), parts, self.depths[-1], seed)
                found = enumerate(encoder_cosines(model, source))
                rows += [
                    same | {"seed": seed, "depth": n, "cosine": x}
                    for n, x in found
                ]
                if seed == self.seeds[0]:
                    pairs = [
                        pair_cosines(x[0])
                        for x in model.states(torch.tensor([kept]))
                    ]
                    cosines.append(same | {"pairs": pairs})
        return rows, cosines, spell.pieces(kept)

    def trained(
        self,
        parts: Flags,
        depth: int,
        seed: int,
        workspace: Workspace | None = None,
        remedy: tuple[float, int] | None = None,
    ) -> tuple[dict[str, Any], float]:
        """The row of one training, with the lowest loss on fresh sequences
        of any epoch, and
        its seconds.
        """
        share, times = remedy or (1, 1)
        rate = self.settings.rate * share
        warmup = self.settings.warmup * times
        run = "".join(str(int(x)) for x in parts)
        _, history = trial.fit(
            replace(self, settings=replace(self.settings, warmup=warmup)),
            f"{run}-{depth}-{seed}-{share:.2g}",
            self.stack(order.SYMBOLS + 1, parts, depth, seed),
            lambda generator: [
                order.back(self.batch, self.length, generator)
                for _ in range(self.each)
            ],
            loss,
            self.draw(self.validation, 0),
            rate=rate,
            seed=seed,
            workspace=workspace,
        )
        tried = f"{share:.2g} of the rate, {times} times the warm-up"
        row = dict(zip(PARTS, parts, strict=True)) | {
            "depth": depth,
            "seed": seed,
            "rate": rate,
            "warmup": warmup,
            "remedy_tried": tried if remedy else "",
            "loss": min(each["validation"] for each in history),
        }
        return row, history[-1]["seconds"]

    def draw(self, count: int, seed: int) -> Asked:
        """Sequences that no training sees."""
        generator = torch.Generator().manual_seed(50_000 + seed)
        return order.back(count, self.length, generator)


def loss(model: Transformer, batch: Asked) -> tuple[Tensor, int]:
    """The summed loss of a batch, and how many positions are asked about;
    token 0 is padding, which no sequence has.
    """
    tokens, answers = batch
    memory, _ = model.read(tokens + 1)
    logits = model.logits(memory)[..., 1:].flatten(0, 1)
    total = F.cross_entropy(
        logits, answers.flatten(), ignore_index=UNASKED, reduction="sum"
    )
    return total, int((answers != UNASKED).sum())


def counts(asked: Asked) -> float:
    """The mean loss of who knows how often each symbol stands in a sequence,
    but not where: the least of any model that answers alike at all positions.
    """
    same = asked.tokens[:, None] == asked.answers[..., None]
    share = same.double().mean(-1)[asked.answers != UNASKED]
    return float(-share.log().mean())


def pair_cosines(x: Tensor) -> list[float]:
    """The cosine of each two rows, 3 digits: of 0 and 1, 0 and 2, ..."""
    unit = F.normalize(x.double(), dim=-1)
    return [
        round(float(unit[i] @ unit[j]), 3)
        for i, j in combinations(range(len(x)), 2)
    ]


SWITCHES = ("residual", "post", "feed_forward", "warm_up")
"""What the board switches: a way around each layer; the norm behind each layer
rather than before it; feed-forward layers; a rate that rises first.
"""


@dataclass(frozen=True)
class Switchboard:
    """The same small Transformer on `phrases` with every combination of
    `SWITCHES`, same seed, same rate, watched while it learns.

    `others` are rows outside the board: fields of the model, the share of the
    rate, and whether it warms up.
    """

    name: str = "switchboard"
    model: Config = Config(1, 64, 4, 128, encoder_layers=6, decoder_layers=2)
    vocabulary: int = 400
    batch_tokens: int = 400
    each: int = 30  # batches between two moments
    checked: int = 100  # sentences of the validation part
    seed: int = 1
    switches: tuple[Flags, ...] = tuple(product((True, False), repeat=4))
    others: dict[str, tuple[dict[str, Any], float, bool]] = field(
        default_factory=lambda: dict(OTHERS)
    )
    settings: Settings = Settings(
        epochs=12, rate=3e-3, warmup=100, schedule="linear", patience=12
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model; one that diverges has no moment after that."""
        workspace.check_writable(self.name)
        runs: dict[str, tuple[dict[str, Any], float, bool]] = {
            "".join(str(int(on)) for on in flags): (self.fields(flags), 1, flags[3])
            for flags in self.switches
        }
        moments: Rows = []
        ends: Rows = []
        began = time.perf_counter()
        for name, (fields, share, warm) in (runs | self.others).items():
            found, diverged = self.watched(fields, share, warm)
            moments += [{"run": name} | row for row in found]
            ends.append(
                {
                    "run": name,
                    "rate": share * self.settings.rate,
                    "remedy_tried": "" if share == 1 else f"{share:.2g} of the rate",
                    "diverged": diverged,
                    "validation": found[-1]["validation"],
                }
            )
        return workspace.write(
            self,
            seconds=time.perf_counter() - began,
            tables={"ends": ends},
            samples={"moments": moments},
        )

    def fields(self, flags: Flags) -> dict[str, Any]:
        """The fields of the model that the switches set."""
        residual, post, feed_forward, _ = flags
        return {
            "residual": residual,
            "norm": "post" if post else "pre",
            "hidden": self.model.hidden if feed_forward else 0,
        }

    def watched(
        self, fields: dict[str, Any], share: float = 1, warm: bool = True
    ) -> tuple[Rows, bool]:
        """Train one model: at each moment the steps so far, the losses, and the
        mean cosine by depth of the encoder; whether it diverged.
        """
        spell, training, check = self.data()
        config = replace(self.model, vocabulary=len(spell), **fields)
        model = transformer.build(
            config, torch.Generator().manual_seed(self.seed)
        )
        found: Rows = []
        sums = [0.0, 0]

        def learn(model, batch):
            total, count = sequences.real_loss(model, batch)
            sums[0], sums[1] = sums[0] + float(total), sums[1] + count
            return total, count

        def look(model, batch):
            total, count = sequences.real_loss(model, batch)
            train = sums[0] / sums[1] if sums[1] else None
            sums[:] = [0.0, 0]
            found.append(
                {
                    "step": self.each * len(found),
                    "train": train,
                    "validation": float(total) / count,
                    "cosines": encoder_cosines(model, batch.source),
                }
            )
            return total, count

        loop.evaluate(model, [check], look)
        settings = replace(
            self.settings,
            rate=share * self.settings.rate,
            warmup=self.settings.warmup if warm else 0,
        )
        try:
            loop.fit(
                model,
                lambda g: batches.by_length(training, self.batch_tokens, g)[
                    : self.each
                ],
                learn,
                [check],
                settings,
                seed=self.seed,
                validation_loss=look,
                progress=False,
            )
        except DivergedError:
            return found, True
        return found, False

    def data(self):
        """Words, encoded training pairs, and one batch that measures."""
        pairs = {
            name: [(p.source, p.target) for p in phrases.split(name)]
            for name in ("train", "val")
        }
        spell = tokenizer.train(
            (s for pair in pairs["train"] for s in pair), self.vocabulary
        )
        check = sequences.encode(spell, pairs["val"][: self.checked])
        return (
            spell,
            sequences.encode(spell, pairs["train"]),
            batches.collate(check),
        )


POST, NO_WAY = {"norm": "post"}, {"residual": False}
OTHERS = {
    "post, no warm-up, a third of the rate": (POST, 1 / 3, False),
    "post, no warm-up, a tenth of the rate": (POST, 0.1, False),
    "no residual, a tenth of the rate": (NO_WAY, 0.1, True),
    "no normalisation": ({"normalisation": "none"}, 1, True),
    "no normalisation, a third of the rate": (
        {"normalisation": "none"},
        1 / 3,
        True,
    ),
    "batch normalisation": ({"normalisation": "batch"}, 1, True),
    "batch normalisation, a third of the rate": (
        {"normalisation": "batch"},
        1 / 3,
        True,
    ),
}
DEPTH, SWITCHBOARD = Depth(), Switchboard()
