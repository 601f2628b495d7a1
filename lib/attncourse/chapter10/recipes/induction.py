"""A small causal model of letters that learns to repeat: a head that looks one
place back, and one that looks behind an earlier copy.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import log
from string import ascii_lowercase
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import masks, pretrained
from attnbook.data import tokenizer
from attnbook.data.tokenizer import START
from attnbook.models import language_model
from attnbook.train import loop
from attnbook.train.settings import Settings
from attncourse.experiments.results import Result
from attncourse.experiments.trials import numbers
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Induction:
    """Random letters: in each text up to `most` chunks follow one another at
    random, so that each comes back at other distances.
    """

    name: str = "induction-letters"
    model: language_model.Config = language_model.Config(
        31, width=48, heads=1, hidden=96, layers=2
    )
    length: int = 40  # letters of a text
    chunk: tuple[int, int] = (2, 10)  # its shortest and longest
    most: int = 3
    batch: int = 64
    batches: int = 100  # of an epoch
    settings: Settings = Settings(
        epochs=40, rate=3e-3, warmup=100, schedule="linear", patience=40
    )
    seed: int = 1
    periods: tuple[int, ...] = (4, 8, 12, 16, 20)
    tested: int = 500  # texts of each period
    texts: tuple[str, ...] = ("ann smith", "abracadabra", "to be or not")

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it, write its weights, then measure the stored file."""
        workspace.check_writable(self.name)
        words = tokenizer.train(
            [" ".join(ascii_lowercase)], self.model.vocabulary
        )
        generator = torch.Generator().manual_seed(self.seed)
        model = language_model.build(self.model, generator)
        history = loop.fit(
            model,
            self.drawn,
            following,
            self.drawn(torch.Generator().manual_seed(0))[:10],
            self.settings,
            workspace.checkpoints(self.name, "run"),
            seed=self.seed,
            fingerprint={"recipe": asdict(self)},
            progress=progress,
        )
        path = pretrained.write(workspace.weights(self.name), model, words)
        shipped = pretrained.read(path)
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values={
                "parameters": (numbers(shipped.model), "numbers"),
                "bytes": (path.stat().st_size, "bytes"),
            },
            tables={
                "epochs": history,
                "repeated": [
                    self.measured(shipped.model, period)
                    for period in self.periods
                ],
            },
            samples={"texts": [answered(shipped, t) for t in self.texts]},
        )

    def drawn(self, generator: torch.Generator) -> list[Tensor]:
        """The batches of an epoch, "B T"."""

        def number(low: int, high: int) -> int:
            return int(torch.randint(low, high + 1, (), generator=generator))

        def text() -> Tensor:
            chunks = [
                self.letters(number(*self.chunk), generator)
                for _ in range(number(1, self.most))
            ]
            found, size = [torch.tensor([START])], 0
            while size < self.length:
                found.append(chunks[number(0, len(chunks) - 1)])
                size += len(found[-1])
            return torch.cat(found)[: self.length + 1]

        return [
            torch.stack([text() for _ in range(self.batch)])
            for _ in range(self.batches)
        ]

    def letters(
        self, shape: int | tuple[int, ...], generator: torch.Generator
    ) -> Tensor:
        """Random letters, and the mark before a word as one of them."""
        shape = shape if isinstance(shape, tuple) else (shape,)
        high = self.model.vocabulary
        return torch.randint(4, high, shape, generator=generator)

    @torch.no_grad()
    def measured(
        self, model: language_model.LanguageModel, period: int
    ) -> dict[str, Any]:
        """On letters that come twice: the share of right letters of the second
        copy without its first, with both heads and "without" that of a block;
        and how much each attends to the place "before", and "behind" the
        earlier copy.
        """
        once = self.letters(
            (self.tested, period), torch.Generator().manual_seed(period)
        )
        text = torch.cat([once[:, :1] * 0 + START, once, once], 1)  # B T

        def right(model: nn.Module) -> float:
            said = model(text[:, :-1]).argmax(-1)[:, period + 1 :]
            return (said == text[:, period + 2 :]).double().mean().item()

        found: dict[str, Any] = {"period": period, "right": right(model)}
        t = torch.arange(period + 1, text.shape[1])
        for block, weights in enumerate(attended(model, text), 1):
            found[f"without {block}"] = right(without(model, block))
            found[f"before {block}"] = weights[:, t, t - 1].mean().item()
            found[f"behind {block}"] = (
                weights[:, t, t - period + 1].mean().item()
            )
        return found


INDUCTION = Induction()


def following(model: nn.Module, text: Tensor) -> tuple[Tensor, int]:
    """The summed loss of each next letter, and how many there are."""
    asked = text[:, 1:]
    loss = F.cross_entropy(model(text[:, :-1]).mT, asked, reduction="sum")
    return loss, asked.numel()


def without(
    model: language_model.LanguageModel, block: int
) -> language_model.LanguageModel:
    """A copy in which the heads of a block, counted from 1, add nothing."""
    made = deepcopy(model)
    for parameter in made.encoder.blocks[block - 1].own.layer.out.parameters():
        parameter.data.zero_()
    return made


@torch.no_grad()
def attended(
    model: language_model.LanguageModel, text: Tensor
) -> Sequence[Tensor]:
    """The weights of each block, "B T T", the mean over its heads."""
    x = model.positions(model.embedding(text) * model.config.width**0.5)
    seen, found = masks.causal(text.shape[1]), []
    for block in model.encoder.blocks:
        found.append(block.weights(x, seen).mean(1))
        x = block(x, seen)
    return found


@torch.no_grad()
def answered(completer: Any, text: str) -> dict[str, Any]:
    """What the model makes of a text that comes twice: its pieces, the bits of
    each, and what the head of each block attends to from each place on, START
    first.
    """
    once = completer.tokenizer.encode(text)[:-1]
    read = torch.tensor([[START, *once, *once]])
    logits = completer.model(read)[0, :-1].double().log_softmax(-1)
    bits = -logits.gather(1, read[0, 1:, None])[:, 0] / log(2)
    weights = [
        [[round(x, 2) for x in row[: t + 1]] for t, row in enumerate(rows)]
        for rows in (one[0].tolist() for one in attended(completer.model, read))
    ]
    return {
        "text": text,
        "pieces": [
            piece.replace("+", "")
            for piece in completer.tokenizer.pieces([*once, *once])
        ],
        "bits": [round(x, 3) for x in bits.tolist()],
        "weights": weights,
    }
