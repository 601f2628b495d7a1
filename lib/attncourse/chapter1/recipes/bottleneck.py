"""Phrases, one or several side by side, translated through one vector and with
attention: how soon is each side right, and where does it end?
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from attnbook import decode
from attnbook.data import batches, phrases, tokenizer
from attnbook.data.tokenizer import Tokenizer
from attnbook.models import seq2seq
from attnbook.train import sequences
from attnbook.train.settings import Plateau, Settings
from attncourse.experiments import trials
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows

SIDES = {
    "one vector": ("none", False),
    "one vector, both directions": ("none", True),
    "attention": ("additive", True),
}
"""The attention of each side, and whether its encoder reads both ways."""
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Phrases(Comparison):
    """Small translators, learned from items of 1 to `longest` phrases side by
    side: in every epoch `items` are drawn from the training phrases among
    `pool`. `state` is how many numbers M a state of the encoder has.
    """

    name: str
    state: int = 64
    longest: int = 1
    pool: int = 5000
    items: int = 4000
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (2e-3, 4e-3, 8e-3)
    width: int = 48
    tokens: int = 400
    batch_tokens: int = 600
    validated: int = 500  # items
    tested: int = 200  # items of each group
    # words of a phrase at which a group begins, where an item is one phrase
    words: tuple[int, ...] = (1, 7, 9, 100)
    settings: Settings = Plateau(rate=4e-3, warmup=50)

    def units(self) -> int:
        """Of the decoder."""
        return self.state * 3 // 2

    def built(
        self, seed: int, both: bool = True, **choices: Any
    ) -> seq2seq.Seq2Seq:
        """A translator of its sizes, reading in one direction or in both."""
        config = seq2seq.Config(
            len(words(self.tokens)),
            width=self.width,
            encoder=self.state // 2 if both else self.state,
            decoder=self.units(),
            bidirectional=both,
            **choices,
        )
        return seq2seq.build(config, torch.Generator().manual_seed(seed))

    def drawn(
        self, split: str, items: int, generator: torch.Generator
    ) -> Pairs:
        """Items of a split, in random order."""
        known = pool(self.pool, split)
        order = torch.randperm(len(known), generator=generator).tolist()
        counts = torch.randint(
            1, self.longest + 1, (items,), generator=generator
        ).tolist()
        return side_by_side([known[i] for i in order], counts)

    def lessons(self, case: Case, seed: int) -> Lessons:
        def encoded(pairs: Pairs) -> list[batches.Pair]:
            return sequences.encode(words(self.tokens), pairs)

        def draw(generator: torch.Generator) -> Sequence[Any]:
            pairs = encoded(self.drawn("train", self.items, generator))
            return batches.by_length(pairs, self.batch_tokens, generator)

        held_out = self.drawn(
            "val", self.validated, torch.Generator().manual_seed(0)
        )
        return draw, batches.by_length(encoded(held_out), self.batch_tokens)

    def loss(self, model: Any, batch: batches.Batch) -> tuple[Tensor, int]:
        """That of the tokens."""
        return sequences.token_loss(model, batch)

    def groups(self) -> dict[str, Pairs]:
        """Unseen items: by their number of phrases, or by their words."""
        known = pool(self.pool, "test")
        if self.longest > 1:
            counts = range(1, self.longest + 1)
            return {
                f"phrases {n}": side_by_side(known, [n] * self.tested)
                for n in counts
            }
        found = {}
        for low, high in zip(self.words, self.words[1:], strict=False):
            chosen = [p for p in known if low <= len(p.english) < high]
            ones = [1] * min(self.tested, len(chosen))
            found[f"words {low}"] = side_by_side(chosen, ones)
        return found

    def after(self, case: Case, seed: int) -> Callable[[Any], dict[str, Any]]:
        """The share of each group that is translated without a mistake."""
        groups = self.groups()
        known = words(self.tokens)

        def measured(model: seq2seq.Seq2Seq) -> dict[str, Any]:
            return {name: exact(model, known, g) for name, g in groups.items()}

        return measured


@dataclass(frozen=True)
class Bottleneck(Phrases):
    """The page's translator with one vector of `state` numbers, or with as many
    for each state that attention sees.
    """

    sides: tuple[str, ...] = tuple(SIDES)

    def cases(self) -> Iterator[Case]:
        for side in self.sides:
            yield {"side": side}

    def fresh(self, case: Case, seed: int) -> seq2seq.Seq2Seq:
        attention, both = SIDES[case["side"]]
        return self.built(seed, both, attention=attention)

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """How many numbers a side has, and its share of each group."""
        row = case | {"seed": seed, "parameters": trials.numbers(model)}
        return {"accuracy": [row | self.after(case, seed)(model)]}


ONE = Bottleneck("phrases-one", items=4013)
SMALL = Bottleneck(
    "phrases-small", sides=tuple(SIDES)[1:], state=16, pool=50_000
)
THREE = Bottleneck(
    "phrases-three",
    sides=tuple(SIDES)[1:],
    longest=3,
    pool=50_000,
    batch_tokens=1200,
)


@cache
def words(count: int) -> Tokenizer:
    """The tokens that both languages share, learned from the training
    phrases.
    """
    known = phrases.split("train")
    return tokenizer.train(
        (text for p in known for text in (p.source, p.target)), count
    )


@cache
def pool(count: int, split: str) -> list[phrases.Phrase]:
    """Those of `count` generated phrases that belong to a split; of 5,000, the
    split itself.
    """
    made = phrases.generate(count, torch.Generator().manual_seed(1))
    return [phrase for phrase in made if phrases.part(phrase) == split]


def side_by_side(known: list[phrases.Phrase], counts: list[int]) -> Pairs:
    """Items of so many phrases each, in order, begun anew at the end."""
    items, at = [], 0
    for count in counts:
        chosen = [known[(at + k) % len(known)] for k in range(count)]
        items.append(
            (
                " ".join(p.source for p in chosen),
                " ".join(p.target for p in chosen),
            )
        )
        at += count
    return items


@torch.no_grad()
def exact(model: seq2seq.Seq2Seq, known: Tokenizer, pairs: Pairs) -> float:
    """The share of items whose greedy translation is the target."""
    training = model.training
    model.eval()
    encoded = sequences.encode(known, pairs)
    longest = max(len(target) for _, target in encoded) + 5
    right = 0
    for batch in batches.by_length(encoded, 4000):
        said = decode.greedy(
            model,
            batch.source,
            start=tokenizer.START,
            stop=tokenizer.STOP,
            limit=longest,
        )
        for output, target in zip(said, batch.target.tolist(), strict=True):
            right += output == [t for t in target[1:] if t != tokenizer.PAD]
    model.train(training)
    return right / len(pairs)
