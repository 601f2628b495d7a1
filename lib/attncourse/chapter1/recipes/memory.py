"""How much a recurrent network remembers: recall after a delay, and copying
against length.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook import decode
from attnbook.data.batches import Batch
from attnbook.data.tokenizer import SPECIAL, START, STOP
from attnbook.models import seq2seq
from attnbook.train import loop, sequences
from attnbook.train.settings import Settings
from attncourse.chapter1 import reader
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Recall:
    """Name the first of S symbols after reading them all; one model for each
    cell, gate bias, S and seed.

    A model is trained on lengths 1 .. S, since the gradient of long sequences
    alone teaches nothing, and tested at S.
    """

    name: str = "recall-delay"
    # cell, and bias of the gate that keeps its state
    starts: tuple[tuple[str, float], ...] = (
        *(("rnn", 0.0), ("irnn", 0.0), ("gru", 0.0), ("gru", 3.0)),
        *(("lstm", bias) for bias in (0.0, 1.0, 3.0, 5.0, 7.0)),
    )
    lengths: tuple[int, ...] = (10, 30, 100, 300, 1000)
    seeds: tuple[int, ...] = (1, 2, 3)
    model: reader.Config = reader.Config(vocabulary=8, answers=8)
    rows: int = 32  # sequences in a batch
    updates: int = 1000
    settings: Settings = Settings(epochs=1, rate=3e-3, warmup=50)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model and test it on fresh sequences."""
        workspace.check_writable(self.name)
        rows, seconds = [], 0.0
        for (cell, bias), length, seed in product(
            self.starts, self.lengths, self.seeds
        ):
            start = replace(self.model, cell=cell, gate_bias=bias)
            accuracy, history = recall(
                self, start, length, seed, workspace, progress=progress
            )
            case = {"cell": cell, "gate_bias": bias, "length": length}
            rows.append(case | {"seed": seed, "accuracy": accuracy})
            seconds += history[-1]["seconds"]
        chance = {"chance": (1 / self.model.answers, "share")}
        return workspace.write(
            self, seconds=seconds, values=chance, tables={"accuracy": rows}
        )


@dataclass(frozen=True)
class Copy:
    """Say a sequence of symbols again, with and without attention; trained on
    short ones, tested on long ones.
    """

    name: str = "copy-length"
    attentions: tuple[str, ...] = ("none", "additive")
    longest: int = 40  # trained on lengths 1 .. longest
    lengths: tuple[int, ...] = (5, 10, 20, 30, 40, 60, 80, 160, 320, 1000)
    seeds: tuple[int, ...] = (1, 2, 3)
    model: seq2seq.Config = seq2seq.Config(
        len(SPECIAL) + 10, width=32, encoder=64, decoder=128
    )
    rows: int = 32  # sequences in a batch, and in a test
    updates: int = 3000  # over all epochs
    settings: Settings = Settings(epochs=3, rate=3e-3, warmup=200)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model and test it at every length, true tokens fed in
        (forced) and its own (free).
        """
        workspace.check_writable(self.name)
        rows, sizes, seconds = [], [], 0.0
        for attention in self.attentions:
            for seed in self.seeds:
                model, history = copier(
                    self, attention, seed, workspace, progress=progress
                )
                case = {"attention": attention, "seed": seed}
                rows += [
                    case
                    | {"length": length}
                    | copy_accuracy(model, self, length)
                    for length in self.lengths
                ]
                seconds += history[-1]["seconds"]
            count = sum(p.numel() for p in model.parameters())
            sizes.append({"attention": attention, "parameters": count})
        symbols = self.model.vocabulary - len(SPECIAL)
        return workspace.write(
            self,
            seconds=seconds,
            values={"chance": (1 / symbols, "share")},
            tables={"accuracy": rows, "sizes": sizes},
        )

    def fresh(self, attention: str, seed: int) -> Any:
        """A copier before its training."""
        config = replace(self.model, attention=attention)
        return seq2seq.build(config, torch.Generator().manual_seed(seed))


RECALL, COPY = Recall(), Copy()


def recall(
    recipe: Recall,
    start: reader.Config,
    length: int,
    seed: int,
    workspace: Workspace | None = None,
    *,
    progress: bool = True,
) -> tuple[float, list[dict[str, Any]]]:
    """Train one reader from `start`: its accuracy on fresh sequences, and its
    history.
    """
    model = reader.build(start, torch.Generator().manual_seed(seed))

    def draw(
        generator: torch.Generator, lengths: Sequence[int]
    ) -> list[Tensor]:
        return [
            torch.randint(
                recipe.model.vocabulary, (recipe.rows, n), generator=generator
            )
            for n in lengths
        ]

    def training(generator: torch.Generator) -> list[Tensor]:
        each = recipe.updates // recipe.settings.epochs
        return draw(
            generator,
            torch.randint(1, length + 1, (each,), generator=generator).tolist(),
        )

    def loss(model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
        return F.cross_entropy(
            model(tokens), tokens[:, 0], reduction="sum"
        ), len(tokens)

    def right(model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
        return (model(tokens).argmax(-1) == tokens[:, 0]).sum(), len(tokens)

    fresh = torch.Generator().manual_seed(10_000 + seed)
    validation, test = draw(fresh, [length] * 4), draw(fresh, [length] * 16)
    run = f"{start.cell}-{start.gate_bias:g}-{length}-{seed}"
    case = {"start": asdict(start), "length": length}
    history = loop.fit(
        model,
        training,
        loss,
        validation,
        recipe.settings,
        workspace.checkpoints(recipe.name, run) if workspace else None,
        seed=seed,
        fingerprint={"recipe": asdict(recipe)} | case,
        progress=progress,
    )
    return loop.evaluate(model, test, right), history


def copier(
    recipe: Copy,
    attention: str,
    seed: int,
    workspace: Workspace | None = None,
    *,
    progress: bool = True,
) -> tuple[Any, list[dict[str, Any]]]:
    """Train one copier on lengths 1 .. longest, and its history."""
    model = recipe.fresh(attention, seed)

    def draw(generator: torch.Generator, count: int) -> list[Batch]:
        lengths = torch.randint(
            1, recipe.longest + 1, (count,), generator=generator
        ).tolist()
        return [random_copies(recipe, n, generator) for n in lengths]

    validation = draw(torch.Generator().manual_seed(10_000 + seed), 20)
    each = recipe.updates // recipe.settings.epochs
    history = loop.fit(
        model,
        lambda generator: draw(generator, each),
        sequences.token_loss,
        validation,
        recipe.settings,
        workspace.checkpoints(recipe.name, f"{attention}-{seed}")
        if workspace
        else None,
        seed=seed,
        fingerprint={"recipe": asdict(recipe), "attention": attention},
        progress=progress,
    )
    return model.eval(), history


def random_copies(
    recipe: Copy, length: int, generator: torch.Generator
) -> Batch:
    """Random symbols as source (STOP at the end) and the same as target (START
    first).
    """
    symbols = torch.randint(
        len(SPECIAL),
        recipe.model.vocabulary,
        (recipe.rows, length),
        generator=generator,
    )
    source = F.pad(symbols, (0, 1), value=STOP)
    return Batch(source, F.pad(source, (1, 0), value=START))


@torch.no_grad()
def copy_accuracy(model: Any, recipe: Copy, length: int) -> dict[str, float]:
    """Share of right symbols with the true ones fed in (forced) and with the
    model's own (free).
    """
    batch = random_copies(
        recipe, length, torch.Generator().manual_seed(20_000 + length)
    )
    answer = batch.source[:, :-1]
    forced = model(batch.source, batch.target[:, :-1])[:, :-1].argmax(-1)
    # it never stops
    free = torch.tensor(
        decode.greedy(model, batch.source, start=START, stop=-1, limit=length)
    )
    return {
        name: float((said == answer).double().mean())
        for name, said in (("forced", forced), ("free", free))
    }
