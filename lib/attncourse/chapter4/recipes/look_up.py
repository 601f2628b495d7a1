"""Look up a name, say its colour. Must keys and values be different images of
the memory? And what does the root of K change?
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import attention
from attnbook.train.settings import Plateau, Settings
from attncourse.experiments import trials
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Case, Lessons
from attncourse.experiments.workspace import Workspace

KINDS = ("inputs", "shared", "separate")
Batch = tuple[Tensor, Tensor, Tensor]


class Reader(nn.Module):
    """One query, one read, one linear layer. Keys and values are the inputs
    themselves, one linear image of them, or two. Without `root` the scores
    are not divided by that of K.
    """

    def __init__(
        self,
        kind: str,
        width: int,
        inputs: int,
        colours: int,
        root: bool = True,
    ):
        super().__init__()
        self.root = root
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
        q = q if self.root else q * q.shape[-1] ** 0.5
        read = attention.attend(q[:, None, None], k[:, None], v[:, None])
        return self.out(read[:, 0, 0])


@dataclass(frozen=True)
class LookUp(Comparison):
    """Every kind, width of key and value, and seed.

    An input is the sum of two fixed random vectors, one for its name and one
    for its colour; the query is the vector of a name in the memory.
    """

    name: str = "look-up"
    kinds: tuple[str, ...] = KINDS
    widths: tuple[int, ...] = (2, 4, 8, 16)
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (3e-2, 1e-1, 3e-1)
    names: int = 32
    colours: int = 8
    inputs: int = 16  # D
    memory: int = 8  # S
    rows: int = 64  # questions in a batch
    each: int = 300  # batches in an epoch
    tested: int = 4000  # questions
    settings: Settings = Plateau(rate=1e-1, warmup=50)

    factor = 3.0

    def cases(self) -> Iterator[Case]:
        """Where the inputs are keys and values, no width is to choose."""
        for kind, width in product(self.kinds, self.widths):
            if kind != "inputs" or width == self.inputs:
                yield {"kind": kind, "width": width}

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

    def after(self, case: Case, seed: int) -> Callable[[Any], dict[str, Any]]:
        """The share of fresh questions that is answered right."""
        fresh = torch.Generator().manual_seed(30_000 + seed)
        *given, colour = self.draw(seed, self.tested, fresh)

        @torch.no_grad()
        def measured(model: Reader) -> dict[str, Any]:
            right = model(*given).argmax(-1) == colour
            return {"accuracy": float(right.double().mean())}

        return measured

    def values(self) -> dict[str, tuple[Any, str]]:
        return {"chance": (1 / self.colours, "share")}

    def ask_all(self, seed: int) -> tuple[Tensor, Tensor]:
        """The names of one memory, in its order, and the memory for each:
        "S D" and "S S D".
        """
        fixed = torch.Generator().manual_seed(seed)
        names, colours = self._vectors(seed)
        name = torch.randperm(self.names, generator=fixed)[: self.memory]
        colour = torch.randint(self.colours, (self.memory,), generator=fixed)
        rows = names[name] + colours[colour]
        return names[name], rows.expand(self.memory, -1, -1)

    def _vectors(self, seed: int) -> tuple[Tensor, Tensor]:
        """Those of the names and of the colours."""
        fixed = torch.Generator().manual_seed(seed)
        names, colours = (
            torch.randn(n, self.inputs, generator=fixed) / self.inputs**0.5
            for n in (self.names, self.colours)
        )
        return names, colours

    def draw(
        self,
        seed: int,
        count: int,
        generator: torch.Generator,
        names: Tensor | None = None,
    ) -> Batch:
        """Questions "B D", memories "B S D" and colours "B"; the vectors of
        names and colours depend on the seed alone, or are those of other
        `names`.
        """
        own, colours = self._vectors(seed)
        names = own if names is None else names
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


@dataclass(frozen=True)
class Root:
    """The same look-up, 256 wide, from queries and keys with entries of
    variance 1: how soon most answers are right, by the learning rate, with the
    root of K and without it.
    """

    name: str = "look-up-root"
    task: LookUp = LookUp()
    width: int = 256
    rates: tuple[float, ...] = (1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1)
    seeds: tuple[int, ...] = (1, 2, 3)
    updates: int = 1000
    every: int = 5  # updates from one test to the next
    tested: int = 1000  # questions
    done: float = 0.9  # share of right answers

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train with each rate and seed, and note when it was done."""
        workspace.check_writable(self.name)
        began = time.perf_counter()
        rows = [
            {"root": root, "rate": rate, "seed": seed}
            | self.trained(self.fresh(seed, root=bool(root)), rate, seed)
            for root, rate, seed in product((1, 0), self.rates, self.seeds)
        ]
        seconds = time.perf_counter() - began
        return workspace.write(self, seconds=seconds, tables={"speed": rows})

    def fresh(self, seed: int, *, root: bool) -> Reader:
        """A reader whose queries and keys have entries of variance 1."""
        sizes = self.width, self.task.inputs, self.task.colours, root
        model = trials.fresh(seed, Reader, "separate", *sizes)
        drawn = torch.Generator().manual_seed(seed)
        weights = dict(model.named_parameters())
        for name, std in (("query.weight", 1.0), ("key.weight", 0.5**0.5)):
            nn.init.normal_(weights[name], std=std, generator=drawn)
        return model

    def trained(self, model: Reader, rate: float, seed: int) -> dict[str, Any]:
        """The updates until `done`, none if never, and the share at the end."""
        task = self.task
        fresh = torch.Generator().manual_seed(30_000 + seed)
        *given, colour = task.draw(seed, self.tested, fresh)
        draws = torch.Generator().manual_seed(seed)
        optimizer = torch.optim.Adam(model.parameters(), lr=rate)
        updates, right = None, 0.0
        for update in range(1, self.updates + 1):
            *batch, answer = task.draw(seed, task.rows, draws)
            loss = F.cross_entropy(model(*batch), answer)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if update % self.every == 0:
                with torch.no_grad():
                    hits = model(*given).argmax(-1) == colour
                right = float(hits.double().mean())
                if updates is None and right >= self.done:
                    updates = update
        return {"updates": updates, "ended": right}


LOOK_UP, ROOT = LookUp(), Root()
