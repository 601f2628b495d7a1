"""Must keys and values be different images of the memory? Look up a name, say
its colour: with the inputs as they are, with one matrix for both, and with two.
"""

from dataclasses import dataclass
from itertools import product

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import attention
from attnbook.train import loop
from attnbook.train.settings import Settings
from attncourse.experiments import trial
from attncourse.experiments.results import Result
from attncourse.experiments.trial import Rows
from attncourse.experiments.workspace import Workspace

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
class LookUp:
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

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every reader and ask it fresh questions."""
        workspace.check_writable(self.name)
        search, best = self._search(workspace)
        rows: Rows = []
        seconds = 0.0
        for kind, width, seed in product(self.kinds, self.widths, self.seeds):
            if kind == "inputs" and width != self.inputs:
                continue  # nothing to choose
            model, history = self.fit(kind, width, best[kind], seed, workspace)
            seconds += history[-1]["seconds"]
            *given, colour = self.draw(
                seed, self.tested, torch.Generator().manual_seed(30_000 + seed)
            )
            with torch.no_grad():
                right = model(*given).argmax(-1) == colour
            same = {"kind": kind, "width": width, "seed": seed}
            rows.append(same | {"accuracy": float(right.double().mean())})
        return workspace.write(
            self,
            seconds=seconds,
            values={"chance": (1 / self.colours, "share")},
            tables={"accuracy": rows, "search": search},
        )

    def _search(self, workspace: Workspace) -> tuple[Rows, dict[str, float]]:
        """The loss on fresh questions for each rate; the best rate of each
        kind.
        """
        seed, width = self.seeds[0], self.searched
        rows: Rows = []
        best = {}
        for kind in self.kinds:
            best[kind], losses = loop.best_rate(
                {
                    rate: self.fit(kind, width, rate, seed, workspace)[1]
                    for rate in self.rates
                }
            )
            rows += [
                {"kind": kind, "rate": rate, "seed": seed, "loss": x}
                for rate, x in losses.items()
            ]
        return rows, best

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

    def fit(
        self,
        kind: str,
        width: int,
        rate: float,
        seed: int,
        workspace: Workspace | None = None,
    ) -> tuple[Reader, Rows]:
        """Train one reader: it, with the weights of its best epoch, and its
        history.
        """
        sizes = width, self.inputs, self.colours
        model = trial.fresh(seed, Reader, kind, *sizes)
        fresh = torch.Generator().manual_seed(20_000 + seed)
        return trial.fit(
            self,
            f"{kind}-{width}-{rate:g}-{seed}",
            model,
            lambda generator: [
                self.draw(seed, self.rows, generator) for _ in range(self.each)
            ],
            loss,
            self.draw(seed, self.tested, fresh),
            rate=rate,
            seed=seed,
            workspace=workspace,
        )


LOOK_UP = LookUp()


def loss(model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
    """The summed loss of a batch of questions, and how many there are."""
    *given, colour = batch
    return F.cross_entropy(model(*given), colour, reduction="sum"), len(colour)
