"""Which encoding answers which question, at the trained length and beyond."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook.models import tagger
from attnbook.models.tagger import Config, Tagger
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter6 import order
from attncourse.chapter6.order import UNASKED, Asked
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows

Batches = list[Sequence[Tensor]]
KINDS = ("none", "sinusoidal", "learned", "shaw", "rotary", "alibi")


@dataclass(frozen=True)
class Positions(Comparison):
    """Every encoding, question and seed, with a causal mask; trained at lengths
    of `trained`, asked at `tested` lengths.
    """

    name: str = "positions"
    kinds: tuple[str, ...] = KINDS
    questions: tuple[str, ...] = tuple(order.SEQUENCES)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (1e-3, 3e-3, 9e-3)
    causal: bool = True
    trained: tuple[int, int] = (16, 32)  # shortest and longest
    tested: tuple[int, ...] = (32, 64, 128, 256)
    width: int = 64
    batch: int = 32  # sequences
    each: int = 100  # batches in an epoch
    validated: int = 8  # batches
    asked: int = 16_384  # places of a test at one length, half of them counted
    # before it has found the way, the loss stands still for long
    settings: Settings = Plateau(
        rate=3e-3, warmup=50, decay=0.01, patience=8, halvings=1
    )

    factor = 3.0

    def cases(self) -> Iterator[Case]:
        for question, kind in product(self.questions, self.kinds):
            yield {"question": question, "kind": kind}

    def fresh(self, case: Case, seed: int) -> Tagger:
        """A table of places has a row for each that is tested."""
        asked = order.QUESTIONS[case["question"]]
        config = Config(
            asked.tokens,
            asked.answers,
            case["kind"],
            self.causal,
            self.width,
            length=max(self.tested),
        )
        return tagger.build(config, torch.Generator().manual_seed(seed))

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Sequences drawn anew for each batch."""
        fresh = torch.Generator().manual_seed(20_000 + seed)

        def draw(generator: torch.Generator, batches: int) -> Batches:
            return [
                self.draw(case["question"], generator) for _ in range(batches)
            ]

        return lambda generator: draw(generator, self.each), draw(
            fresh, self.validated
        )

    def loss(
        self, model: nn.Module, batch: Sequence[Tensor]
    ) -> tuple[Tensor, int]:
        """The summed loss of a batch, and how many places are asked about."""
        tokens, answers, *start = batch
        logits = model(tokens, *start).flatten(0, 1)
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
        """What guessing reaches."""
        chance = [
            {"question": name, "chance": 1 / order.QUESTIONS[name].answers}
            for name in self.questions
        ]
        return {"chance": chance}

    def draw(
        self, question: str, generator: torch.Generator
    ) -> Sequence[Tensor]:
        """A batch of one length."""
        low, high = self.trained
        size = int(torch.randint(low, high + 1, (), generator=generator))
        return order.QUESTIONS[question].draw(self.batch, size, generator)

    @torch.no_grad()
    def right(self, model: Tagger, question: str, size: int) -> float:
        """The share of right answers, among the places of the second half that
        can be asked about; the same fresh sequences for every model.
        """
        count = max(1, self.asked // size)
        generator = torch.Generator().manual_seed(30_000 + size)
        test = order.QUESTIONS[question].draw(count, size, generator)
        said = model(test.tokens).argmax(-1)
        counted = later(test) & (test.answers != UNASKED)
        return float((said == test.answers)[counted].double().mean())


class RandomStarts(Positions):
    """In training, each sequence starts at a random position, so that all that
    are tested occur.
    """

    def draw(
        self, question: str, generator: torch.Generator
    ) -> Sequence[Tensor]:
        """A batch of one length, and where its sequences start."""
        asked = super().draw(question, generator)
        count, length = asked[0].shape
        last = max(self.tested) - length
        return *asked, torch.randint(last + 1, (count,), generator=generator)


POSITIONS = Positions()
STARTS = RandomStarts(name="random-starts", kinds=("sinusoidal",))
CALCULATOR = replace(
    POSITIONS,
    name="calculator",
    kinds=("none", "sinusoidal"),
    questions=("difference",),
    seeds=(1,),
    causal=False,
    trained=(3, 3),
    tested=(3,),
)


def later(test: Asked) -> Tensor:
    """The places of the second half."""
    length = test.tokens.shape[1]
    return (torch.arange(length) >= length // 2).expand_as(test.tokens)
