"""A small layer of self-attention that the page trains. Chapter 5."""

from typing import Any

import numpy as np
import torch
import traitlets
from torch import Tensor
from torch.nn import functional as F

from attnbook import attention, masks, scores
from attncourse.chapter5.relations import Circles
from attncourse.figures import plots
from attncourse.live.base import LiveFigure, small

TASKS = {
    "one": "children with one question",
    "two": "children with two questions",
    "back": "the letter three places back",
}
HEADS, WIDTHS, RATES = [1, 2, 4], [8, 16, 32], [0.001, 0.01, 0.1]
SEEDS = 9
CHILDREN, COLOURS = 6, 4
PLACES, LETTERS, BACK = 10, 6, 3
BATCH, BATCHES, SHOWN = 16, 1000, 2000  # as in learner.js
STILL = 300  # updates


class LiveTraining(LiveFigure):
    """Train a layer in the page, with the parts that are switched on.

    `task` is one of TASKS, `rate` the learning rate; scores are divided by
    sqrt(K) where `scaled`, a row sees none after it where `causal`, learned
    `positions` are added to the rows, and where `residual` the rows to what
    was read. `seed` decides the first numbers and all batches.
    Raises TraitError for a choice that is not there.
    """

    task = traitlets.Enum(list(TASKS), "two")
    heads = traitlets.Enum(HEADS, 2)
    width = traitlets.Enum(WIDTHS, 16)
    rate = traitlets.Enum(RATES, 0.01)
    scaled = traitlets.Bool(True)
    causal = traitlets.Bool(False)
    positions = traitlets.Bool(True)
    residual = traitlets.Bool(False)
    seed = traitlets.Enum(list(range(1, SEEDS + 1)), 1)

    def reads(self, updates: int = STILL) -> dict[str, Any]:
        """What the page shows after so many updates, by PyTorch: all "losses",
        the share "right" of each question on rows that are not trained on, and
        the "weights" (heads, T, T) of the first of them.
        """
        rows, asked = self._batches(SHOWN, 1)[0][:2]
        parameters = self._parameters(rows.shape[1:], asked.shape[-1])
        optimizer = torch.optim.Adam(parameters.values(), lr=self.rate)
        losses = []
        for x, wanted, _ in self._batches(self.seed + BATCHES, updates):
            logits, _ = self._forward(parameters, x)
            choices = logits.unflatten(-1, (wanted.shape[-1], -1))
            loss = F.cross_entropy(
                choices.flatten(0, 2), wanted.flatten(), ignore_index=-1
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        with torch.no_grad():
            logits, weights = self._forward(parameters, rows)
        said = logits.unflatten(-1, (asked.shape[-1], -1)).argmax(-1)
        right = (said == asked).sum((0, 1)) / (asked >= 0).sum((0, 1))
        return {
            "losses": losses,
            "right": right.tolist(),
            "weights": weights[0].tolist(),
        }

    def _batches(
        self, seed: int, count: int
    ) -> list[tuple[Tensor, Tensor, Tensor]]:
        """Rows (B, T, inputs), what each should answer, -1 for nothing, and
        where it stands.
        """
        back, questions = self.task == "back", 1 + (self.task == "two")
        size = (PLACES,) if back else (CHILDREN, questions + 1)
        drawn = uniform(seed, count * BATCH * int(np.prod(size)))
        parts = torch.from_numpy(drawn).view(count, BATCH, *size)
        return [letters(p) if back else circles(p) for p in parts]

    def _parameters(
        self, size: tuple[int, ...], questions: int
    ) -> dict[str, Tensor]:
        """The first numbers, drawn one after the other."""
        (length, inputs), D = size, self.width
        choices = LETTERS if self.task == "back" else COLOURS
        shapes = {"first": (inputs, D)}
        shapes |= {"places": (length, D)} if self.positions else {}
        shapes |= dict.fromkeys(("query", "key", "value", "out"), (D, D))
        shapes["last"] = (D, choices * questions)
        numbers = iter(uniform(self.seed, 10**4).tolist())
        found = {}
        for name, (n, m) in shapes.items():
            scale = 1.0 if name == "places" else n**-0.5
            values = [(2 * next(numbers) - 1) * scale for _ in range(n * m)]
            own = torch.tensor(values, dtype=torch.float64).view(n, m)
            found[name] = own.requires_grad_()
            if name != "places":
                zeros = torch.zeros(m, dtype=torch.float64)
                found[f"{name}.bias"] = zeros.requires_grad_()
                [next(numbers) for _ in range(m)]
        return found

    def _forward(
        self, parameters: dict[str, Tensor], x: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Logits (B, T, choices), and the weights (B, H, T, T)."""

        def linear(name: str, x: Tensor) -> Tensor:
            return x @ parameters[name] + parameters[f"{name}.bias"]

        h = linear("first", x)
        h = h + parameters["places"] if self.positions else h
        q, k, v = (
            linear(name, h).unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for name in ("query", "key", "value")
        )
        e = scores.scaled_dot(q, k, None if self.scaled else 1.0)
        mask = masks.causal(x.shape[1]) if self.causal else None
        weights = attention.masked_softmax(e, mask)
        read = attention.weighted_sum(weights, v).transpose(1, 2).flatten(2)
        y = linear("out", read)
        return linear("last", y + h if self.residual else y), weights

    def still(self) -> plots.Figure:
        """The weights after a training, head by head."""
        found = self.reads()
        losses, right = found["losses"], found["right"]
        rows, _, seen = (part[0] for part in self._batches(SHOWN, 1)[0])
        names = ["ABCDEF"[int(row.argmax())] for row in rows]
        cells = {(t, int(s)) for t, places in enumerate(seen) for s in places}
        shares = " and ".join(f"{share:.0%}" for share in right)
        alt = (
            f"Self-attention, trained on {TASKS[self.task]}. Loss "
            f"{losses[0]:.2f}, after {len(losses)} updates {losses[-1]:.2f}; "
            f"right {shares}. The weights"
        )
        drawn = [
            plots.heatmap(
                weights,
                rows=names,
                columns=names,
                xlabel="is read",
                ylabel="reads",
                title=f"head {h + 1}",
                alt=f"{alt}, head {h + 1}",
                outline=[cell for cell in sorted(cells) if cell[1] >= 0],
                bar=False,
            )
            for h, weights in enumerate(found["weights"])
        ]
        return small(plots.stack(*drawn))


def uniform(seed: int, count: int) -> np.ndarray:
    """So many numbers from 0 to 1 that a seed decides, as in trainer.js."""
    step = np.arange(1, count + 1, dtype=np.uint32)
    state = np.uint32(seed) + np.uint32(0x6D2B79F5) * step
    x = (state ^ (state >> 15)) * (state | 1)
    x ^= x + (x ^ (x >> 7)) * (x | 61)
    return (x ^ (x >> 14)) / 2.0**32


def circles(drawn: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A batch of children: the names that each asks about, and its colour."""
    asks = (CHILDREN * drawn[..., :-1]).long()
    colour = (COLOURS * drawn[..., -1]).long()
    names = torch.arange(CHILDREN).expand(len(drawn), -1)
    batch = Circles(names, asks, colour)
    return batch.rows(COLOURS).double(), batch.answers(), asks


def letters(drawn: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A batch of letters, each of which wants one before it."""
    letter = (LETTERS * drawn).long()
    wanted = F.pad(letter, (BACK, 0), value=-1)[:, :PLACES, None]
    seen = (torch.arange(PLACES) - BACK).clamp(min=-1)
    rows = F.one_hot(letter, LETTERS).double()
    return rows, wanted, seen.expand(len(drawn), -1)[..., None]
