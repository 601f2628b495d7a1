"""How fast the library is beside those that people use, and what a layer of
attention gets of the machine.
"""

from dataclasses import dataclass
from importlib.metadata import version
from statistics import median, quantiles
from typing import Any

import torch

from attnbook import attention
from attnbook.costs import Stack
from attnbook.heads import MultiHead
from attnbook.models import transformer, vit
from attncourse.chapter7.recipes import peers
from attncourse.chapter7.recipes.peers import OURS
from attncourse.experiments import costs
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

WAYS = {
    "training": (*peers.ENGINES, "torch.nn", "x-transformers"),
    "writing": (OURS, "torch.nn", "x-transformers"),
    "images": (OURS, "vit-pytorch"),
}
KERNELS = "explicit", "fused", "torch"


@dataclass(frozen=True)
class Speed:
    """Rounds in which all take turns, on one thread: models of the sizes that
    are shipped, attention by length, and the layer against what a product of
    matrices and a copy reach.
    """

    name: str = "speed"
    without: tuple[str, ...] = ()  # ways that are not taken
    model: transformer.Config = transformer.Config(4000)
    image_model: vit.Config = vit.Config(32, 4, 3, 10, 192, 4, 384, 6)
    batch: int = 50
    tokens: int = 16  # of a sentence
    lengths: tuple[int, ...] = (64, 128, 256, 512, 1024, 2048, 4096)
    width: int = 256
    heads: int = 4
    rounds: int = 21

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        tables = {
            "tasks": [row for task in WAYS for row in self.task(task)],
            "attention": self.by_length(),
            "roofline": self.roofline(),
        }
        versions = {
            name: ("none" if name in self.without else version(name), "version")
            for name in peers.PACKAGES
        }
        return workspace.write(
            self, seconds=0.0, values=versions, tables=tables
        )

    def task(self, name: str) -> Rows:
        """Seconds and memory of each way, and how many times as long as ours it
        takes: the median of all rounds and its quartiles. What a compiler takes
        of memory is not told from what it has compiled: 0 bytes. Subnormal
        numbers count as 0: PyTorch's Transformer begins with many, for which
        some processors take five times as long.
        """
        ways = [way for way in WAYS[name] if way not in self.without]
        steps = {way: peers.step(self, name, way, self.batch) for way in ways}
        torch.set_flush_denormal(True)
        times = costs.turns(steps, self.rounds)
        torch.set_flush_denormal(False)
        rows: Rows = []
        for way in ways:
            ratios = [
                theirs / ours
                for theirs, ours in zip(times[way], times[OURS], strict=True)
            ]
            rows.append(
                {
                    "task": name,
                    "way": way,
                    "seconds": median(times[way]),
                    **spread("ratio", ratios),
                    "bytes": 0 if way == "compiled" else self.memory(name, way),
                }
            )
        return rows

    def memory(self, task: str, way: str) -> int:
        """The most that a step takes, in a process of its own."""
        small, large = ((self, task, way, size) for size in (1, self.batch))
        return costs.afresh(costs.peak_bytes, peers.step, small, large)

    def by_length(self) -> Rows:
        """Attention alone, forward and backward: written out, by our function,
        and by PyTorch's; the median of the rounds and its quartiles.
        """
        rows: Rows = []
        for length in self.lengths:
            steps = {kind: kernel(self, kind, length) for kind in KERNELS}
            times = costs.turns(steps, self.rounds // 3)
            rows += [
                {"length": length, "kind": kind, **spread("seconds", found)}
                for kind, found in times.items()
            ]
        return rows

    def roofline(self) -> Rows:
        """Operations of a layer of attention forward, those for each byte that
        it must move (its numbers, its input and its output, once), how many it
        does in a second, and how many a product of matrices or a copy lets it.
        """
        D = self.width
        a, b = torch.rand(2, 1024, 1024)
        large, other = torch.rand(2, 1 << 25)
        ways: dict[Any, Any] = {n: layer(self, n) for n in self.lengths}
        ways["product"] = lambda: torch.mm(a, b)
        ways["copy"] = lambda: large.copy_(other)
        times = costs.rounds(ways, self.rounds // 3)
        most = 2 * len(a) ** 3 / times["product"]
        wide = 2 * 4 * len(large) / times["copy"]  # read, and written
        rows: Rows = []
        for n in self.lengths:
            operations = Stack(1, D, self.heads, 0, n).attention()
            intensity = operations / (4 * (4 * D**2 + 2 * n * D))
            rows.append(
                {
                    "length": n,
                    "intensity": intensity,
                    "rate": operations / times[n],
                    "roof": min(most, wide * intensity),
                }
            )
        return rows


SPEED = Speed()


def spread(name: str, found: list[float]) -> dict[str, float]:
    """The median, under that name, and the quartiles."""
    low, _, high = quantiles(found, n=4)
    return {name: median(found), "low": low, "high": high}


def kernel(recipe: Speed, kind: str, length: int) -> costs.Step:
    """One attention of random queries, keys and values."""
    shape = 1, recipe.heads, length, recipe.width // recipe.heads
    q, k, v = (torch.randn(shape, requires_grad=True) for _ in range(3))
    ways: dict[str, Any] = {
        "explicit": lambda: attention.attend(q, k, v, fused=False),
        "fused": lambda: attention.attend(q, k, v),
        "torch": lambda: torch.nn.functional.scaled_dot_product_attention(
            q, k, v
        ),
    }
    return lambda: ways[kind]().square().mean().backward()


def layer(recipe: Speed, length: int) -> costs.Step:
    """A layer of self-attention on one sequence, without gradients."""
    made = MultiHead(recipe.width, recipe.heads).eval()
    x = torch.randn(1, length, recipe.width)
    return torch.inference_mode()(lambda: made(x))
