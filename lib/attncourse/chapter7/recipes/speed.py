"""How fast the Transformer decodes and trains: ways take turns in one run, and
medians of the rounds are compared.
"""

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from attnbook import decode, masks, pretrained
from attnbook.data import batches, tokenizer, translation
from attnbook.data.batches import Batch
from attnbook.models import transformer
from attnbook.train import sequences
from attnbook.train.run import Run
from attncourse.chapter1.recipes.translate import TRANSFORMER, Translate
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Decoding:
    """Greedy search by a shipped model, with the keys and values of earlier
    words kept, and computed anew in every step. The memory is computed once
    either way, and logits for the last word only.
    """

    name: str = "cache-speed"
    model: str = TRANSFORMER.name
    sides: tuple[int, ...] = (1, 50, 100, 200, 400)  # sentences at once
    single: int = 100  # sentences that are decoded one at a time
    lengths: tuple[int, ...] = (16, 32, 64, 128, 256)  # forced, of the target
    together: tuple[int, ...] = (1, 16)  # sentences of one such length
    rounds: int = 7

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        translator = pretrained.load(self.model)
        ways = {"kept": translator.model, "anew": Anew(translator.model)}
        sources = sorted(
            (translator.tokenizer.encode(source) for source, _ in _test()),
            key=len,
        )
        speed: Rows = []
        for side in self.sides:
            chosen = sources if side > 1 else sources[:: _every(self, sources)]
            parts = [
                batches.pad(chosen[i : i + side])
                for i in range(0, len(chosen), side)
            ]
            times = rounds(
                {name: _greedy(way, parts) for name, way in ways.items()},
                self.rounds,
            )
            same = {"rows": side, "sentences": len(chosen)}
            speed += [
                same | {"way": name, "seconds": seconds / len(chosen)}
                for name, seconds in times.items()
            ]
        best = {
            name: min(
                row["seconds"]
                for row in speed
                if row["way"] == name and row["rows"] > 1
            )
            for name in ways
        }
        return workspace.write(
            self,
            seconds=0.0,
            values={"ratio": (best["anew"] / best["kept"], "times")},
            tables={"speed": speed, "lengths": self.by_length(ways, sources)},
        )

    def by_length(self, ways: dict[str, Any], sources: list[Any]) -> Rows:
        """How many times as fast, for translations of a length that is
        forced.
        """
        middle = sources[len(sources) // 2]
        found: Rows = []
        for side in self.together:
            part = batches.pad([middle] * side)
            for length in self.lengths:
                times = rounds(
                    {
                        name: _greedy(way, [part], stop=-1, limit=length)
                        for name, way in ways.items()
                    },
                    self.rounds,
                )
                ratio = times["anew"] / times["kept"]
                found.append({"rows": side, "length": length, "ratio": ratio})
        return found


class Written(NamedTuple):
    """The state of `Anew`: all that it has read and written."""

    memory: Tensor
    mask: Tensor
    target: Tensor


class Anew:
    """A Transformer that keeps its memory and nothing else: every step computes
    all words again.
    """

    def __init__(self, model: transformer.Transformer):
        self.model = model

    def start(self, source: Tensor) -> Written:
        """The memory, and no word."""
        return Written(*self.model.encode(source), source[:, :0])

    def step(self, state: Written, tokens: Tensor) -> tuple[Tensor, Written]:
        """As `Transformer.step`."""
        target = torch.cat([state.target, tokens[:, None]], 1)
        state = state._replace(target=target)
        features = self.model.decode(target, state.memory, state.mask)
        return self.model.logits(features[:, -1]).log_softmax(-1), state

    def reorder(self, state: Written, rows: Tensor) -> Written:
        """The state of the rows named."""
        return Written(*(part.index_select(0, rows) for part in state))


@dataclass(frozen=True)
class Training:
    """Target tokens a second in training, of models and batches that differ in
    one thing each.
    """

    name: str = "training-speed"
    base: Translate = TRANSFORMER
    batches: int = 20  # of a round
    sentences: int = 64  # in a batch that is not chosen by length
    rounds: int = 7
    seed: int = 1

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; what is trained is thrown away."""
        workspace.check_writable(self.name)
        pairs = translation.load("multi30k", self.base.pair, "train")
        words = tokenizer.train(
            (side for pair in pairs for side in pair),
            self.base.model.vocabulary,
        )
        encoded = sequences.encode(words, pairs)
        generator = torch.Generator().manual_seed(self.seed)
        near = batches.by_length(encoded, self.base.batch_tokens, generator)
        order = torch.randperm(len(encoded), generator=generator).tolist()
        size = self.sentences
        mixed = [
            batches.collate([encoded[i] for i in order[k : k + size]])
            for k in range(0, self.batches * size, size)
        ]
        near, real = near[: self.batches], sequences.real_loss
        rate = self.base.dropouts[0]
        cases = {
            ("ours", rate): (self.ours(rate), near, real),
            ("torch.nn.Transformer", rate): (self.peer(rate), near, real),
            ("ours", 0.0): (self.ours(0.0), near, real),
            ("torch.nn.Transformer", 0.0): (self.peer(0.0), near, real),
            ("ours, any length, all logits", rate): (
                self.ours(rate),
                mixed,
                sequences.token_loss,
            ),
        }
        times = rounds(
            {case: self.epoch(*parts) for case, parts in cases.items()},
            self.rounds,
        )
        speed = [
            {"way": way, "dropout": dropout}
            | {"tokens": _tokens(cases[way, dropout][1]) / seconds}
            for (way, dropout), seconds in times.items()
        ]
        return workspace.write(self, seconds=0.0, tables={"speed": speed})

    def ours(self, dropout: float) -> transformer.Transformer:
        """The model of the recipe."""
        generator = torch.Generator().manual_seed(self.seed)
        config: Any = replace(self.base.model, dropout=dropout)
        return transformer.build(config, generator)

    def peer(self, dropout: float) -> "Peer":
        """The same with PyTorch's layers."""
        return Peer(self.ours(dropout))

    def epoch(
        self, model: nn.Module, near: Sequence[Batch], loss: Any
    ) -> Callable[[], None]:
        """A training step on each batch."""
        run = Run(
            model,
            replace(self.base.settings, epochs=self.rounds),
            self.seed,
            len(near),
        )

        def train() -> None:
            for batch in near:
                run.train_step(batch, loss)

        return train


class Peer(nn.Module):
    """`torch.nn.Transformer` between the embeddings and the scores of ours, of
    the same sizes.
    """

    def __init__(self, ours: transformer.Transformer):
        super().__init__()
        config, places = ours.config, ours.positions
        assert places is not None
        self.pad, self.scale = config.pad, config.width**0.5
        self.embedding, self.positions = ours.embedding, places
        self.logits, self.bias = ours.logits, ours.bias
        self.dropout = nn.Dropout(config.dropout)
        with warnings.catch_warnings(action="ignore"):  # of nested tensors
            self.stacks = nn.Transformer(
                config.width,
                config.heads,
                config.encoder_layers,
                config.decoder_layers,
                config.hidden,
                config.dropout,
                norm_first=config.norm == "pre",
                batch_first=True,
            )

    def features(self, source: Tensor, target: Tensor) -> Tensor:
        """As `Transformer.features`."""
        x, y = (
            self.dropout(self.positions(self.scale * self.embedding(tokens)))
            for tokens in (source, target)
        )
        hidden = source == self.pad  # True means hidden there
        future = ~masks.causal(target.shape[1])[0, 0]
        return self.stacks(
            x,
            y,
            tgt_mask=future,
            src_key_padding_mask=hidden,
            memory_key_padding_mask=hidden,
            tgt_is_causal=True,
        )


DECODING, TRAINING = Decoding(), Training()


def rounds(ways: dict[Any, Callable[[], None]], count: int) -> dict[Any, float]:
    """The median seconds of each way over so many rounds, in which they take
    turns; one round before goes uncounted.
    """
    times: dict[Any, list[float]] = {name: [] for name in ways}
    for _ in range(count + 1):
        for name, way in ways.items():
            began = time.perf_counter()
            way()
            times[name].append(time.perf_counter() - began)
    return {name: median(found[1:]) for name, found in times.items()}


def _greedy(
    model: Any, parts: list[Tensor], stop: int = tokenizer.STOP, limit: int = 80
) -> Callable[[], None]:
    def search() -> None:
        for part in parts:
            decode.greedy(
                model, part, start=tokenizer.START, stop=stop, limit=limit
            )

    return search


def _test() -> list[tuple[str, str]]:
    return translation.load("multi30k", TRANSFORMER.pair, "test")


def _every(recipe: Decoding, sources: list[Any]) -> int:
    return max(1, len(sources) // recipe.single)


def _tokens(near: Sequence[Batch]) -> int:
    """Target tokens that are predicted."""
    return sum(
        int((batch.target[:, 1:] != tokenizer.PAD).sum()) for batch in near
    )
