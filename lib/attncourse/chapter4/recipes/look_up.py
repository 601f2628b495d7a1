"""Must keys and values be different images of the memory? Look up a name, say
its colour: with the inputs as they are, with one matrix for both, and with two.
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
from attnbook.train.settings import Settings
from attncourse.experiments import trials
from attncourse.experiments.trials import Case, Lessons, Rows, Trials

KINDS = ("inputs", "shared", "separate")
Batch = tuple[Tensor, Tensor, Tensor]


class Reader(nn.Module):
    """One query, one read, one linear layer. Keys and values are the inputs
    themselves, one linear image of them, or two.
    """

    def __init__(self, kind: str, width: int, inputs: int, colours: int):
        super().__init__()
        plain = kind == "inputs"
        size = inputs if plain else width
        self.query = nn.Linear(inputs, size, bias=False)
        self.key = (
            nn.Identity() if plain else nn.Linear(inputs, size, bias=False)
        )
        self.value = (
            nn.Linear(inputs, size, bias=False)
            if kind == "separate"
            else self.key
        )
        self.out = nn.Linear(size, colours)

    def forward(
        self, asked: Float[Tensor, "B D"], memory: Float[Tensor, "B S D"]
    ) -> Float[Tensor, "B N"]:
        """Logits of the colours."""
        q, k, v = self.query(asked), self.key(memory), self.value(memory)
        read = attention.attend(q[:, None, None], k[:, None], v[:, None])
        return self.out(read[:, 0, 0])


@dataclass(frozen=True)
class LookUp(Trials):
    """Every kind, width of key and value, and seed; the learning rate is
    chosen for each kind on fresh questions.

    An input is the sum of two fixed random vectors, one for its name and one
    for its colour; the query is the vector of a name in the memory.
    """

    name: str = "look-up"
    kinds: tuple[str, ...] = KINDS
    widths: tuple[int, ...] = (2, 4, 8, 16, 32)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (3e-1, 1e-1, 3e-2, 1e-2)
    searched: int = 8  # width of the search
    names: int = 32
    colours: int = 8
    inputs: int = 16  # D
    memory: int = 8  # S
    rows: int = 64  # questions in a batch
    each: int = 300  # batches in an epoch
    tested: int = 4000  # questions
    settings: Settings = Settings(epochs=5, warmup=50)

    def cases(self) -> Iterator[Case]:
        """Where the inputs are keys and values, no width is to choose."""
        for kind, width in product(self.kinds, self.widths):
            if kind != "inputs" or width == self.inputs:
                yield {"kind": kind, "width": width}

    def searched_as(self, case: Case) -> Case:
        return case | {"width": self.searched}

    def search_row(
        self, case: Case, rate: float, seed: int, loss: float
    ) -> dict[str, Any]:
        same = {"kind": case["kind"]}
        return super().search_row(same, rate, seed, loss)

    def fresh(self, case: Case, seed: int) -> Reader:
        sizes = case["width"], self.inputs, self.colours
        return trials.fresh(seed, Reader, case["kind"], *sizes)

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Fresh questions, drawn anew for each batch."""
        fresh = torch.Generator().manual_seed(20_000 + seed)
        return lambda generator: [
            self.draw(seed, self.rows, generator) for _ in range(self.each)
        ], [self.draw(seed, self.tested, fresh)]

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """The summed loss of a batch of questions, and how many there are."""
        *given, colour = batch
        total = F.cross_entropy(model(*given), colour, reduction="sum")
        return total, len(colour)

    @torch.no_grad()
    def measure(self, model: Reader, case: Case, seed: int) -> dict[str, Rows]:
        """The share of fresh questions that is answered right."""
        fresh = torch.Generator().manual_seed(30_000 + seed)
        *given, colour = self.draw(seed, self.tested, fresh)
        right = float((model(*given).argmax(-1) == colour).double().mean())
        return {"accuracy": [case | {"seed": seed, "accuracy": right}]}

    def values(self) -> dict[str, tuple[Any, str]]:
        return {"chance": (1 / self.colours, "share")}

    def draw(self, seed: int, count: int, generator: torch.Generator) -> Batch:
        """Questions "B D", memories "B S D" and colours "B"; the vectors of
        names and colours depend on the seed alone.
        """
        fixed = torch.Generator().manual_seed(seed)
        names, colours = (
            torch.randn(n, self.inputs, generator=fixed) / self.inputs**0.5
            for n in (self.names, self.colours)
        )
        name = torch.rand(count, self.names, generator=generator).argsort(-1)
        name = name[:, : self.memory]
        colour = torch.randint(
            self.colours, (count, self.memory), generator=generator
        )
        asked = torch.randint(self.memory, (count, 1), generator=generator)
        return (
            names[name.gather(1, asked)[:, 0]],
            names[name] + colours[colour],
            colour.gather(1, asked)[:, 0],
        )


LOOK_UP = LookUp()
