"""Which encoding answers which question, at the trained length and beyond it:
causal models on sequences, models without a mask on grids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook.models import tagger
from attnbook.models.tagger import Config, Tagger
from attnbook.train.settings import Settings
from attncourse.chapter6 import order
from attncourse.chapter6.order import UNASKED, Asked, Question
from attncourse.experiments import trials
from attncourse.experiments.trials import Case, Lessons, Rows, Trials

Batch = tuple[Tensor, Tensor, Tensor]
"""Symbols, answers, and the place at which each sequence starts."""


class Kind(NamedTuple):
    """An encoding, and how it is used: with the first symbol at a random place
    while training, with a causal mask.
    """

    encoding: str
    random_starts: bool = False
    causal: bool = True


KINDS = {
    **{name: Kind(name) for name in ("none", "sinusoidal", "learned")},
    **{name: Kind(name) for name in ("shaw", "complex", "rotary", "alibi")},
    "sinusoidal, random starts": Kind("sinusoidal", random_starts=True),
    "learned, random starts": Kind("learned", random_starts=True),
    "concatenated": Kind("concatenated"),
    "none, no mask": Kind("none", causal=False),
    "grid": Kind("grid", causal=False),
    "conditional": Kind("conditional", causal=False),
    "learned, no mask": Kind("learned", causal=False),
    "sinusoidal, no mask": Kind("sinusoidal", causal=False),
}
CAUSAL = tuple(name for name, kind in KINDS.items() if kind.causal)


@dataclass(frozen=True)
class Positions(Trials):
    """Every kind, question and seed; trained at lengths of `trained`, asked at
    `tested` lengths, of a grid at sides.
    """

    name: str = "positions"
    kinds: tuple[str, ...] = (*CAUSAL, "none, no mask")
    questions: tuple[str, ...] = tuple(order.SEQUENCES)
    seeds: tuple[int, ...] = (1, 2, 3)
    trained: tuple[int, int] = (16, 32)  # shortest and longest
    tested: tuple[int, ...] = (32, 64, 128, 256)
    width: int = 64
    batch: int = 48  # sequences
    each: int = 100  # batches in an epoch
    asked: int = 16_384  # places of a test at one length, half of them counted
    settings: Settings = Settings(
        epochs=5, rate=3e-3, warmup=50, decay=0.01, patience=5
    )

    def cases(self) -> Iterator[Case]:
        for question, kind in product(self.questions, self.kinds):
            yield {"question": question, "kind": kind}

    def fresh(self, case: Case, seed: int) -> Tagger:
        """A table of places has a row for each that is tested."""
        name, kind = case["question"], KINDS[case["kind"]]
        asked = self.question(name)
        config = Config(
            asked.tokens,
            asked.answers,
            kind.encoding,
            kind.causal,
            self.width,
            length=max(self.length(name, size) for size in self.tested),
        )
        return tagger.build(config, torch.Generator().manual_seed(seed))

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Sequences drawn anew for each batch."""
        fresh = torch.Generator().manual_seed(20_000 + seed)
        return lambda generator: [
            self.draw(**case, generator=generator) for _ in range(self.each)
        ], [self.draw(**case, generator=fresh)]

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """The summed loss of a batch, and how many places are asked about."""
        tokens, answers, start = batch
        logits = model(tokens, start).flatten(0, 1)
        total = F.cross_entropy(
            logits, answers.flatten(), ignore_index=UNASKED, reduction="sum"
        )
        return total, int((answers != UNASKED).sum())

    def measure(self, model: Tagger, case: Case, seed: int) -> dict[str, Rows]:
        """The share of right answers at each tested length."""
        rows = [
            case | {"seed": seed, "size": size, "accuracy": accuracy}
            for size in self.tested
            for accuracy in [self.right(model, case["question"], size)]
        ]
        return {"accuracy": rows}

    def tables(self) -> dict[str, Rows]:
        """What guessing reaches, and how many numbers each model has."""
        chance = [
            {"question": name, "chance": 1 / self.question(name).answers}
            for name in self.questions
        ]
        sizes = [
            case | {"numbers": trials.numbers(self.fresh(case, self.seeds[0]))}
            for case in self.cases()
        ]
        return {"chance": chance, "sizes": sizes}

    def question(self, name: str) -> Question:
        """A question by its name."""
        known = order.SEQUENCES | order.GRIDS
        return (known | {"difference": order.DIFFERENCE})[name]

    def length(self, question: str, size: int) -> int:
        """Symbols of a sequence; of a grid, whose side is given."""
        return size * size if question in order.GRIDS else size

    def draw(
        self, question: str, kind: str, generator: torch.Generator
    ) -> Batch:
        """A batch of one length; the places at which its sequences start."""
        low, high = self.trained
        size = int(torch.randint(low, high + 1, (), generator=generator))
        asked = self.question(question).draw(self.batch, size, generator)
        free = self.length(question, max(self.tested)) - asked.tokens.shape[1]
        last = free if KINDS[kind].random_starts else 0
        start = torch.randint(last + 1, (self.batch,), generator=generator)
        return *asked, start

    @torch.no_grad()
    def right(self, model: Tagger, question: str, size: int) -> float:
        """The share of right answers, among the places of the second half that
        can be asked about; the same fresh sequences for every model.
        """
        count = max(1, self.asked // self.length(question, size))
        generator = torch.Generator().manual_seed(30_000 + size)
        test = self.question(question).draw(count, size, generator)
        said = model(test.tokens).argmax(-1)
        counted = later(test) & (test.answers != UNASKED)
        return float((said == test.answers)[counted].double().mean())


POSITIONS = Positions()
GRIDS = replace(
    POSITIONS,
    name="positions-grid",
    kinds=("none, no mask", "learned, no mask", "grid", "conditional"),
    questions=tuple(order.GRIDS),
    trained=(6, 8),
    tested=(8, 11, 16),  # about 1, 2 and 4 times the area
)


def later(test: Asked) -> Tensor:
    """The places of the second half."""
    length = test.tokens.shape[1]
    return (torch.arange(length) >= length // 2).expand_as(test.tokens)
