"""How much a recurrent network remembers: recall after a delay, and copying
against length.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
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
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter1 import reader
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows, Trials


@dataclass(frozen=True)
class Recall(Comparison):
    """Name the first of S symbols after reading them all; one LSTM for each
    bias of its forget gate, S and seed.

    A model is trained on lengths 1 .. S, since the gradient of long sequences
    alone teaches nothing, and tested at S.
    """

    name: str = "recall-delay"
    biases: tuple[float, ...] = (0.0, 1.0, 3.0)
    lengths: tuple[int, ...] = (100,)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (2e-3, 4e-3, 8e-3)
    model: reader.Config = reader.Config(vocabulary=8, answers=8)
    rows: int = 32  # sequences in a batch
    updates: int = 250  # in an epoch
    # before it has found the way, the loss stands still for long
    settings: Settings = Plateau(
        rate=4e-3, warmup=50, patience=16, halvings=1, epochs=400
    )

    def cases(self) -> Iterator[Case]:
        for bias, length in product(self.biases, self.lengths):
            yield {"gate_bias": bias, "length": length}

    def fresh(self, case: Case, seed: int) -> reader.Reader:
        config = replace(self.model, gate_bias=case["gate_bias"])
        return reader.build(config, torch.Generator().manual_seed(seed))

    def draw(
        self, generator: torch.Generator, lengths: Sequence[int]
    ) -> list[Tensor]:
        """A batch of random symbols of each length."""
        size, symbols = self.rows, self.model.vocabulary
        return [
            torch.randint(symbols, (size, n), generator=generator)
            for n in lengths
        ]

    def unseen(self, length: int, seed: int) -> tuple[list[Tensor], ...]:
        """The batches of the validation, and those of the test."""
        fresh = torch.Generator().manual_seed(10_000 + seed)
        return self.draw(fresh, [length] * 4), self.draw(fresh, [length] * 16)

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Fresh sequences, as long as the tested ones and shorter."""
        length = case["length"]

        def batches(generator: torch.Generator) -> list[Tensor]:
            drawn = torch.randint(
                1, length + 1, (self.updates,), generator=generator
            )
            return self.draw(generator, drawn.tolist())

        return batches, self.unseen(length, seed)[0]

    def loss(self, model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
        """The summed loss of a batch, and how many sequences it has."""
        logits, first = model(tokens), tokens[:, 0]
        return F.cross_entropy(logits, first, reduction="sum"), len(tokens)

    def after(self, case: Case, seed: int) -> Callable[[Any], dict[str, Any]]:
        """How often the first symbol is named, on fresh sequences."""
        _, test = self.unseen(case["length"], seed)
        return lambda model: {"accuracy": loop.evaluate(model, test, right)}

    def values(self) -> dict[str, tuple[Any, str]]:
        return {"chance": (1 / self.model.answers, "share")}


@dataclass(frozen=True)
class Copy(Trials):
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

    def cases(self) -> Iterator[Case]:
        for attention in self.attentions:
            yield {"attention": attention}

    def fresh(self, case: Case, seed: int) -> Any:
        config = replace(self.model, attention=case["attention"])
        return seq2seq.build(config, torch.Generator().manual_seed(seed))

    def run_name(self, case: Case, rate: float, seed: int) -> str:
        return f"{case['attention']}-{seed}"

    def identity(self, case: Case, run: str) -> dict[str, Any]:
        return case

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Random symbols, of lengths 1 .. longest."""
        each = self.updates // self.settings.epochs

        def draw(generator: torch.Generator, count: int) -> list[Batch]:
            lengths = torch.randint(
                1, self.longest + 1, (count,), generator=generator
            ).tolist()
            return [random_copies(self, n, generator) for n in lengths]

        fresh = torch.Generator().manual_seed(10_000 + seed)
        return lambda generator: draw(generator, each), draw(fresh, 20)

    def loss(self, model: Any, batch: Batch) -> tuple[Tensor, int]:
        """That of the tokens."""
        return sequences.token_loss(model, batch)

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """At every length, true tokens fed in (forced) and its own (free)."""
        rows = [
            case
            | {"seed": seed, "length": length}
            | copy_accuracy(model, self, length)
            for length in self.lengths
        ]
        return {"accuracy": rows}

    def values(self) -> dict[str, tuple[Any, str]]:
        return {"chance": (1 / (self.model.vocabulary - len(SPECIAL)), "share")}


RECALL, COPY = Recall(), Copy()


def right(model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
    """In how many sequences of a batch the first symbol is named, and how many
    there are.
    """
    return (model(tokens).argmax(-1) == tokens[:, 0]).sum(), len(tokens)


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
