"""How much a recurrent network remembers: recall after a delay, and copying against length."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook.data.batches import Batch
from attnbook.data.tokenizer import PAD, START, STOP
from attnbook.models import reader, seq2seq
from attnbook.recipes import record
from attnbook.train import loop
from attnbook.train.loss import cross_entropy

SPECIAL = 4  # tokens below this one are not symbols
ROWS = 32  # sequences in a batch


@dataclass(frozen=True)
class Recall:
    """Name the first of T symbols after reading them all; one model for each cell, T and seed.

    A model is trained on lengths 1 .. T, since the gradient of long sequences alone teaches nothing, and tested at T.
    """

    name: str = "recall-delay"
    cells: tuple[str, ...] = ("rnn", "gru", "lstm")
    lengths: tuple[int, ...] = (10, 30, 100, 300, 1000)
    seeds: tuple[int, ...] = (1, 2, 3)
    symbols: int = 8
    updates: int = 1000
    settings: loop.Settings = loop.Settings(epochs=1, rate=3e-3, warmup=50)


@dataclass(frozen=True)
class Copy:
    """Say a sequence of symbols again, with and without attention; trained on short ones, tested on long ones."""

    name: str = "copy-length"
    attentions: tuple[str, ...] = ("none", "additive")
    longest: int = 40  # trained on lengths 1 .. longest
    lengths: tuple[int, ...] = (5, 10, 20, 30, 40, 60, 80, 160, 320, 1000)
    seeds: tuple[int, ...] = (1, 2, 3)
    symbols: int = 10
    updates: int = 3000
    settings: loop.Settings = loop.Settings(epochs=3, rate=3e-3, warmup=200)

    def config(self, attention: str) -> seq2seq.Config:
        """The model of one kind of attention."""
        return seq2seq.Config(SPECIAL + self.symbols, width=32, encoder=64, decoder=128, attention=attention)


RECIPES = {recipe.name: recipe for recipe in (Recall(), Copy())}


def train(recipe: Recall | Copy, measured: Path, *, progress: bool = True) -> dict[str, Any]:
    """Run every model of the recipe and write the result file."""
    rows = recall(recipe, progress=progress) if isinstance(recipe, Recall) else copy(recipe, progress=progress)
    return record.write(measured, {"recipe": asdict(recipe), "rows": rows, "machine": record.machine()})


def recall(recipe: Recall, *, progress: bool = True) -> list[dict[str, Any]]:
    """Accuracy of the first symbol for each cell and length, one figure for each seed."""
    rows = []
    for cell in recipe.cells:
        for length in recipe.lengths:
            found = [recall_once(recipe, cell, length, seed, progress=progress) for seed in recipe.seeds]
            rows.append({"cell": cell, "length": length, "accuracy": found, "mean": mean(found)})
    return rows


def recall_once(recipe: Recall, cell: str, length: int, seed: int, *, progress: bool = True) -> float:
    """Train one reader; its accuracy on fresh sequences."""
    model = reader.build(reader.Config(recipe.symbols, recipe.symbols, cell), seed)

    def draw(generator: torch.Generator, lengths: Sequence[int]) -> list[Tensor]:
        return [torch.randint(recipe.symbols, (ROWS, n), generator=generator) for n in lengths]

    def training(generator: torch.Generator) -> list[Tensor]:
        return draw(generator, torch.randint(1, length + 1, (recipe.updates,), generator=generator).tolist())

    def loss(model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
        return F.cross_entropy(model(tokens), tokens[:, 0], reduction="sum"), len(tokens)

    def right(model: reader.Reader, tokens: Tensor) -> tuple[Tensor, int]:
        return (model(tokens).argmax(-1) == tokens[:, 0]).sum(), len(tokens)

    fresh = torch.Generator().manual_seed(10_000 + seed)
    validation, test = draw(fresh, [length] * 4), draw(fresh, [length] * 16)
    settings = replace(recipe.settings, seed=seed)
    loop.fit(model, training, loss, validation, settings, progress=progress)
    return loop.evaluate(model, test, right)


def copy(recipe: Copy, *, progress: bool = True) -> list[dict[str, Any]]:
    """Token accuracy for each kind of attention and length, forced and free, one figure for each seed."""
    rows = []
    for attention in recipe.attentions:
        models = [copy_model(recipe, attention, seed, progress=progress) for seed in recipe.seeds]
        for length in recipe.lengths:
            found = [copy_accuracy(model, recipe, length) for model in models]
            row = {
                "attention": attention,
                "length": length,
                "parameters": sum(p.numel() for p in models[0].parameters()),
            }
            for side in ("forced", "free"):
                values = [one[side] for one in found]
                row |= {side: values, f"{side}_mean": mean(values)}
            rows.append(row)
    return rows


def copy_model(recipe: Copy, attention: str, seed: int, *, progress: bool = True) -> seq2seq.Seq2Seq:
    """Train one copier on lengths 1 .. longest."""
    model = seq2seq.build(recipe.config(attention), torch.Generator().manual_seed(seed))

    def draw(generator: torch.Generator, count: int) -> list[Batch]:
        lengths = torch.randint(1, recipe.longest + 1, (count,), generator=generator).tolist()
        return [sequences(recipe, n, ROWS, generator) for n in lengths]

    def loss(model: seq2seq.Seq2Seq, batch: Batch) -> tuple[Tensor, int]:
        return cross_entropy(model(batch.source, batch.target[:, :-1]), batch.target[:, 1:], PAD), batch.target[
            :, 1:
        ].numel()

    settings = replace(recipe.settings, seed=seed)
    validation = draw(torch.Generator().manual_seed(10_000 + seed), 20)
    each = recipe.updates // settings.epochs
    loop.fit(model, lambda g: draw(g, each), loss, validation, settings, progress=progress)
    return model.eval()


def sequences(recipe: Copy, length: int, rows: int, generator: torch.Generator) -> Batch:
    """Random symbols as source (STOP at the end) and the same as target (START first)."""
    symbols = torch.randint(SPECIAL, SPECIAL + recipe.symbols, (rows, length), generator=generator)
    start, stop = torch.full((rows, 1), START), torch.full((rows, 1), STOP)
    return Batch(torch.cat((symbols, stop), 1), torch.cat((start, symbols, stop), 1))


@torch.no_grad()
def copy_accuracy(model: seq2seq.Seq2Seq, recipe: Copy, length: int, rows: int = 32) -> dict[str, float]:
    """Share of right symbols with the true ones fed in (forced) and with the model's own (free)."""
    batch = sequences(recipe, length, rows, torch.Generator().manual_seed(20_000 + length))
    answer = batch.source[:, :-1]
    forced = model(batch.source, batch.target[:, :-1])[:, :-1].argmax(-1)
    return {"forced": _share(forced, answer), "free": _share(_free(model, batch.source, length), answer)}


def _free(model: seq2seq.Seq2Seq, source: Tensor, length: int) -> Tensor:
    """Exactly `length` tokens, each the most probable one after the model's own last."""
    state, tokens, said = model.start(source), torch.full((len(source),), START), []
    for _ in range(length):
        scores, state = model.step(state, tokens)
        tokens = scores.argmax(-1)
        said.append(tokens)
    return torch.stack(said, 1)


def _share(found: Tensor, answer: Tensor) -> float:
    return float((found == answer).double().mean())
