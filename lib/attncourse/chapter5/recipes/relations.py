"""What several heads bring: rows that ask about one name, or for two at once; a
layer on each row alone, self-attention without matrices, with one head and with
several, and one head with a ReLU behind it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import attention
from attnbook.heads import MultiHead
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter5 import relations
from attncourse.experiments import trials
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows


def feed_forward(width: int, out: int) -> nn.Sequential:
    """Two linear layers with a ReLU between them, 4 times as wide there."""
    hidden = 4 * width
    return nn.Sequential(
        nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, out)
    )


class Reader(nn.Module):
    """Rows go through a linear layer, one layer between, and another linear
    layer that answers every question of every row.

    `kind` says what is between: "rows", a feed-forward layer on each row
    alone; "plain", softmax(X X^T) X without a learned map; or a number of
    heads, as "1 head", "2 heads". Behind a "1 head, ReLU" the last linear layer
    is a feed-forward layer.
    """

    def __init__(
        self, kind: str, inputs: int, width: int, questions: int, colours: int
    ):
        super().__init__()
        self.questions = questions
        self.inputs = nn.Linear(inputs, width)
        self.between: nn.Module | None = None
        if kind == "rows":
            self.between = feed_forward(width, width)
        elif kind != "plain":
            self.between = MultiHead(width, int(kind.split()[0]))
        self.out: nn.Module = nn.Linear(width, questions * colours)
        if kind.endswith("ReLU"):
            self.out = feed_forward(width, questions * colours)

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T _ N"]:
        """Logits of the colours."""
        h = self.inputs(x)
        if self.between is None:
            one = h[:, None]  # one head
            read = attention.attend(one, one, one, scale=1.0)[:, 0]
        else:
            read = self.between(h)
        return self.out(read).unflatten(-1, (self.questions, -1))


@dataclass(frozen=True)
class Relations(Comparison):
    """Every kind of reader with one question for each row and with two; the
    learning rate is searched for each on fresh circles.
    """

    name: str = "relations"
    kinds: tuple[str, ...] = (
        *("rows", "plain", "1 head", "1 head, ReLU", "2 heads", "4 heads"),
    )
    questions: tuple[int, ...] = (1, 2)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (3e-3, 1e-2, 3e-2)
    size: int = 6  # rows of a circle
    colours: int = 4
    width: int = 16
    batch: int = 64  # circles
    each: int = 400  # batches in an epoch
    tested: int = 2000  # circles
    settings: Settings = Plateau(rate=1e-2, warmup=50)

    factor = 3.0
    measures = ("accuracy", "apart")

    def cases(self) -> Iterator[Case]:
        for kind, questions in product(self.kinds, self.questions):
            yield {"kind": kind, "questions": questions}

    def fresh(self, case: Case, seed: int = 1) -> Reader:
        questions = case["questions"]
        inputs = self.size * (1 + questions) + self.colours
        sizes = inputs, self.width, questions, self.colours
        return trials.fresh(seed, Reader, case["kind"], *sizes)

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Fresh circles, drawn anew for each batch."""
        questions = case["questions"]
        fresh = torch.Generator().manual_seed(20_000 + seed)
        return lambda generator: [
            self.draw(questions, self.batch, generator)
            for _ in range(self.each)
        ], [self.draw(questions, self.tested, fresh)]

    def loss(
        self, model: nn.Module, batch: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, int]:
        """The summed loss of a batch of circles, and how many questions."""
        rows, answers = batch
        logits = model(rows).flatten(0, 2)
        total = F.cross_entropy(logits, answers.flatten(), reduction="sum")
        return total, answers.numel()

    def measure(self, model: Reader, case: Case, seed: int) -> dict[str, Rows]:
        """Answers to fresh circles; of two questions each, and what heads take
        for them.
        """
        right = self.right(model, case["questions"]).tolist()
        mean = sum(right) / len(right)
        rows = {"accuracy": [case | {"seed": seed, "accuracy": mean}]}
        if len(right) == 2 and isinstance(model.between, MultiHead):
            same: dict[str, Any] = {"kind": case["kind"], "seed": seed}
            both = {"better": max(right), "worse": min(right)}
            rows["apart"] = [same | both | self.taken(model)]
        return rows

    def values(self) -> dict[str, tuple[Any, str]]:
        return {"chance": (1 / self.colours, "share")}

    def samples(self, models: list[tuple[Case, Any]]) -> dict[str, Any]:
        """The weights that the page runs."""
        kept = [(c, m) for c, m in models if isinstance(m.between, MultiHead)]
        return {"models": shipped(kept)}

    def circles(
        self, questions: int, count: int, generator: torch.Generator
    ) -> relations.Circles:
        """So many circles of the recipe's size."""
        return relations.draw(
            count, self.size, questions, self.colours, generator
        )

    def draw(
        self, questions: int, count: int, generator: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Rows "B T D" and answers "B T _"."""
        found = self.circles(questions, count, generator)
        return found.rows(self.colours), found.answers()

    def test(self, questions: int) -> relations.Circles:
        """The circles that all readers are tested on."""
        fresh = torch.Generator().manual_seed(30_000 + questions)
        return self.circles(questions, self.tested, fresh)

    @torch.no_grad()
    def right(self, model: Reader, questions: int) -> Float[Tensor, " _"]:
        """The share that is answered right of each question."""
        test = self.test(questions)
        said = model(test.rows(self.colours)).argmax(-1)
        return (said == test.answers()).double().mean((0, 1))

    @torch.no_grad()
    def taken(self, model: Reader) -> dict[str, float]:
        """The larger and the smaller of the weights that a head puts on the two
        rows that a row asks about; the mean over rows that ask about two
        different ones, and over heads.
        """
        test = self.test(2)
        assert isinstance(model.between, MultiHead), "only heads have weights"
        a = model.between.weights(model.inputs(test.rows(self.colours)))
        asked = test.asks[:, None].expand(-1, a.shape[1], -1, -1)
        pairs = a.gather(-1, asked).transpose(1, 2)  # B T H 2
        pairs = pairs[test.asks[..., 0] != test.asks[..., 1]]
        low, high = pairs.sort(-1).values.double().mean((0, 1)).tolist()
        return {"larger": high, "smaller": low}


RELATIONS = Relations()


def shipped(models: list[tuple[Case, Reader]]) -> Rows:
    """The weights of the readers with one head and with two, for the page: to
    five decimals, which change hardly an answer.
    """
    return [
        case
        | {
            name: [round(x, 5) for x in weight.flatten().tolist()]
            for name, weight in model.state_dict().items()
        }
        for case, model in models
        if case["kind"] in ("1 head", "2 heads")
    ]
