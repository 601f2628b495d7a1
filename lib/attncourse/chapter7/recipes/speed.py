"""How fast the Transformer decodes: ways take turns in one run, and medians of
the rounds are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook import decode, pretrained
from attnbook.data import batches, tokenizer, translation
from attnbook.models import transformer
from attncourse.chapter1.recipes.translate import TRANSFORMER
from attncourse.experiments.costs import rounds
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


DECODING = Decoding()


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
