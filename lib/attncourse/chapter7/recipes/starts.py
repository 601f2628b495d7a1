"""Which stacks learn, from which start and at which rate: the parts of a block
taken away, each stack trained until its validation loss stops falling.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.train import loop
from attnbook.train.run import DivergedError
from attnbook.train.settings import Plateau, Settings
from attncourse.experiments import trials
from attncourse.experiments.comparison import DIVERGED, stopped
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Case
from attncourse.experiments.workspace import Workspace

Circles = tuple[Tensor, Tensor]


@torch.no_grad()
def copying(model: Transformer) -> None:
    """Attention nearly copies each word: W_v = W_o = 1, and W_q = W_k = 1.5,
    with which a word attends to itself most.
    """
    for block in model.encoder.blocks:
        layer = block.own.layer
        for linear, size in (
            *((layer.query, 1.5), (layer.key, 1.5)),
            *((layer.value, 1.0), (layer.out, 1.0)),
        ):
            noise = 0.02 * torch.randn_like(linear.weight)
            linear.weight.copy_(size * torch.eye(len(noise)) + noise)


@torch.no_grad()
def small(model: Transformer) -> None:
    """What each layer adds to the stream is a tenth of the usual."""
    for block in model.encoder.blocks:
        block.own.layer.out.weight.mul_(0.1)
        block.feed_forward.layer.narrow.weight.mul_(0.1)


class Stack(NamedTuple):
    """Fields of the configuration, what changes its fresh weights, and how many
    updates the rate takes to rise.
    """

    parts: dict[str, Any]
    start: Callable[[Transformer], None] | None = None
    warmup: int = 50


ALONE = {"hidden": 0, "residual": False, "normalisation": "none"}
UNNORMED = {"normalisation": "none"}
STACKS = {
    "attention alone": Stack(ALONE),
    "attention alone, near a copy": Stack(ALONE, copying),
    "+ residual": Stack(ALONE | {"residual": True}),
    "+ residual, feed-forward": Stack(UNNORMED),
    "+ residual, feed-forward, small": Stack(UNNORMED, small),
    "post-norm": Stack({"norm": "post"}),
    "post-norm, long warm-up": Stack({"norm": "post"}, warmup=1000),
    "pre-norm": Stack({}),
}


@dataclass(frozen=True)
class Starts:
    """Each of `STACKS` at each rate, on circles: eight different words in
    random order; said at each is the word before it, at the first the last.

    Who says the same of all N words loses log N at least.
    """

    name: str = "starts"
    stacks: tuple[str, ...] = tuple(STACKS)
    depths: tuple[int, ...] = (4, 10)
    rates: tuple[float, ...] = (3e-4, 1e-3, 3e-3, 1e-2)
    seeds: tuple[int, ...] = (1, 2, 3)
    model: Config = Config(1, 64, 4, 128)  # sizes of a layer
    words: int = 8
    batch: int = 32  # circles
    each: int = 60  # batches in an epoch
    validation: int = 256  # circles
    settings: Settings = Plateau(patience=16, halvings=1, epochs=400)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train all, and write how each ended."""
        workspace.check_writable(self.name)
        rows = [
            self.trained(case, seed, workspace)
            for case in self.cases()
            for seed in self.seeds
        ]
        return workspace.write(
            self,
            seconds=sum(row["seconds"] for row in rows),
            values={"nothing": (math.log(self.words), "nats")},
            tables={"ends": rows},
        )

    def cases(self) -> Iterable[Case]:
        """Every stack and rate; attention alone at each depth, what stands in
        a residual at the last one.
        """
        for stack, depth, rate in product(self.stacks, self.depths, self.rates):
            parts = STACKS[stack].parts
            if depth == self.depths[-1] or not parts.get("residual", True):
                yield {"stack": stack, "depth": depth, "rate": rate}

    def fresh(self, case: Case, seed: int) -> Transformer:
        """The stack before its training."""
        parts, start, _ = STACKS[case["stack"]]
        config = replace(
            self.model,
            vocabulary=self.words + 1,
            encoder_layers=case["depth"],
            decoder_layers=1,  # not used
            **parts,
        )
        model = transformer.build(config, torch.Generator().manual_seed(seed))
        if start is not None:
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(seed)
                start(model)
        return model

    def trained(
        self, case: Case, seed: int, workspace: Workspace | None = None
    ) -> dict[str, Any]:
        """The row of one training: why it stopped, after how many updates, the
        best loss, and its share right.
        """
        warmup = STACKS[case["stack"]].warmup
        test = self.circle(
            self.validation, torch.Generator().manual_seed(50_000)
        )
        row = case | {"seed": seed}
        try:
            model, history = trials.fit(
                replace(self, settings=replace(self.settings, warmup=warmup)),
                "-".join(map(str, row.values())).replace(" ", "-"),
                self.fresh(case, seed),
                lambda g: [
                    self.circle(self.batch, g) for _ in range(self.each)
                ],
                loss,
                [test],
                rate=case["rate"],
                seed=seed,
                workspace=workspace,
            )
        except DivergedError:
            ended = dict.fromkeys(("updates", "loss", "accuracy"))
            return row | {"stopped": DIVERGED} | ended | {"seconds": 0.0}
        last = history[-1]
        return row | {
            "stopped": stopped(history, self.settings.epochs),
            "updates": self.each * len(history),
            "loss": min(each["validation"] for each in history),
            "accuracy": loop.evaluate(model, [test], right),
            "seconds": last["seconds"],
        }

    def circle(self, count: int, generator: torch.Generator) -> Circles:
        """Different words in random order, and the word before each. Token 0 is
        padding, which there is none of.
        """
        drawn = torch.rand(count, self.words, generator=generator)
        tokens = drawn.argsort(1) + 1
        return tokens, tokens.roll(1, 1)


STARTS = Starts()


def loss(model: Any, batch: Circles) -> tuple[Tensor, int]:
    """The summed loss of a batch of circles, and how many words they have."""
    tokens, answers = batch
    logits = model.logits(model.encode(tokens)[0])[..., 1:].flatten(0, 1)
    total = F.cross_entropy(logits, answers.flatten() - 1, reduction="sum")
    return total, answers.numel()


def right(model: Any, batch: Circles) -> tuple[Tensor, int]:
    """How many words are said right, of how many."""
    tokens, answers = batch
    said = model.logits(model.encode(tokens)[0])[..., 1:].argmax(-1) + 1
    return (said == answers).sum(), answers.numel()
