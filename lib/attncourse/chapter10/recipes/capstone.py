"""A language model of the text that comes with every Python, beside what needs
no model.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from pydoc_data import topics
from typing import Any

import torch
from torch import Tensor

from attnbook import files, pretrained
from attnbook.data import batches
from attnbook.data import text as texts
from attnbook.data.tokenizer import START
from attncourse.chapter10.check import backed_off, longest_copy
from attncourse.chapter10.recipes import text
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Row = Sequence[int]


@dataclass(frozen=True)
class Capstone:
    """One model for each seed; what counts as many tokens before as `order`,
    and less; a compressor.
    """

    name: str = "capstone"
    base: text.Own = replace(text.OWN, name="capstone")
    seeds: tuple[int, ...] = (1, 2, 3)
    order: int = 3
    # of 2, 5, 16, 32, 64 and 128 the best on a tenth of the training part
    kappa: float = 32.0
    drawn: int = 20  # texts in which copies are looked for
    top_p: float = 0.9

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train, or go on with it, and measure on pieces that were not trained
        on.
        """
        workspace.check_writable(self.name)
        own = texts.read(reference(workspace.checkpoints(self.name)))
        words, train, held = self.base.tokens(own)
        scores: Rows = []
        epochs: Rows = []
        samples: list[str] = []
        values: dict[str, Any] = {
            f"{name}_by_people": (number, "characters")
            for name, number in copied(own.held, own.train).items()
        }
        for seed in self.seeds:
            base = replace(self.base, seed=seed)
            folder = workspace.checkpoints(self.name, str(seed))
            model, history = base.fit(words, train, held, folder, progress)
            completer = pretrained.Completer(model, words)
            said = completer.complete(
                [""] * self.drawn, top_p=self.top_p, seed=seed
            )
            values |= text.measured(completer, own, train, held)
            row = {"seed": seed, "bits": values.pop("bits")[0]}
            row["processor"] = history[-1]["processor"]
            scores.append(row | copied(said, own.train))
            epochs += [{"seed": seed} | one for one in history]
            samples = samples or said
        p = counted(train, held, len(words), self.order, self.kappa)
        return workspace.write(
            self,
            seconds=sum(row["processor"] for row in scores),
            values=values,
            tables={
                "scores": scores,
                "ngrams": costs(p, own.held),
                "epochs": epochs,
            },
            samples={"texts": samples[: self.base.shown]},
        )


CAPSTONE = Capstone()


def reference(folder: Path) -> Path:
    """The language reference that comes with every Python, written there."""
    whole = "\n\n".join(topics.topics[name] for name in sorted(topics.topics))
    return files.write(folder / "python-reference.txt", whole.encode())


def contexts(rows: Sequence[Row], order: int, size: int) -> Tensor:
    """A number for the last `order` tokens before each token of the rows, one
    row after the other; a row begins after START. `size` tokens there are.
    """
    found = []
    for row in rows:
        padded = [START] * order + [*row]
        for begin in range(len(row)):
            number = 0
            for token in padded[begin : begin + order]:
                number = number * size + token
            found.append(number)
    return torch.tensor(found)


def counted(
    train: Sequence[batches.Pair],
    held: Sequence[batches.Pair],
    size: int,
    order: int,
    kappa: float,
) -> list[Tensor]:
    """The probability of each token that was held out after none before it,
    after one, up to `order`, by counting.
    """
    read, asked = ([row for row, _ in side] for side in (train, held))
    wanted, answers = (
        torch.tensor([token for row in rows for token in row])
        for rows in (read, asked)
    )
    p = torch.full((len(answers),), 1 / size, dtype=torch.float64)
    found = []
    for n in range(order + 1):
        before, after = (contexts(rows, n, size) for rows in (read, asked))
        more = kappa if n else float(size)  # without a context: once more each
        p = backed_off.exercise.reference(
            before, wanted, after, answers, p, more
        )
        found.append(p)
    return found


def costs(p: Sequence[Tensor], held: Sequence[str]) -> Rows:
    """A row for each number of tokens before: what the pieces cost."""
    size = sum(len(piece.encode()) for piece in held)
    return [
        {"before": n, "bits": -float(one.log2().sum()) / size}
        for n, one in enumerate(p)
    ]


def copied(said: Sequence[str], train: Sequence[str]) -> dict[str, float]:
    """The longest run of characters of a text that was trained on: the mean of
    these texts, and the longest of all.
    """
    whole = "\n".join(train)
    copy = longest_copy.exercise.reference
    lengths = [copy(one, whole)[1] for one in said]
    return {"copied": sum(lengths) / len(lengths), "longest": max(lengths)}
