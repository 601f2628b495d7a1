"""Questions that only order answers, about sequences of symbols. Built in
chapter 6.

Symbols are numbers from 0, drawn independently; at a place that no question can
be asked about, the answer is UNASKED.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor

UNASKED = -1
SYMBOLS = 16
KEYS = VALUES = 8
BACK, FIFTH = 5, 4
"""How far back the first question looks; the place that the third one asks
about, counted from 0.
"""
MINUS = 10
"""The symbol after the digits; what is left of two digits lies in -9 .. 9, and
the answer 0 stands for -9.
"""


class Asked(NamedTuple):
    """B sequences of T symbols, and the answer at each place."""

    tokens: Int[Tensor, "B T"]
    answers: Int[Tensor, "B T"]


class Question(NamedTuple):
    """How a question is said, its symbols and its answers, and what draws it:
    from a number of sequences, a length and a generator.
    """

    says: str
    tokens: int
    answers: int
    draw: Callable[[int, int, torch.Generator], Asked]


def back(count: int, length: int, generator: torch.Generator) -> Asked:
    """At each place: the symbol 5 places back."""
    tokens = torch.randint(SYMBOLS, (count, length), generator=generator)
    answers = torch.full_like(tokens, UNASKED)
    answers[:, BACK:] = tokens[:, : max(0, length - BACK)]
    return Asked(tokens, answers)


def latest(count: int, length: int, generator: torch.Generator) -> Asked:
    """Each symbol is a key and a value, key * 8 + value. At each place: the
    value that its key had when it came last.
    """
    shape = count, length
    tokens = torch.randint(KEYS * VALUES, shape, generator=generator)
    key, value = tokens // VALUES, tokens % VALUES
    same = key[:, :, None] == key[:, None]
    place = torch.arange(length)
    earlier = place < place[:, None]
    found = torch.where(same & earlier, place, -1)
    last = found.max(-1).values if length else tokens
    answers = value.gather(1, last.clamp(min=0))
    return Asked(tokens, answers.masked_fill(last < 0, UNASKED))


def fifth(count: int, length: int, generator: torch.Generator) -> Asked:
    """At each place after it: the fifth symbol of the sequence."""
    tokens = torch.randint(SYMBOLS, (count, length), generator=generator)
    answers = torch.full_like(tokens, UNASKED)
    answers[:, FIFTH + 1 :] = tokens[:, FIFTH : FIFTH + 1]
    return Asked(tokens, answers)


def difference(count: int, length: int, generator: torch.Generator) -> Asked:
    """A digit, a minus, a digit; asked at the minus. 100 are all there are, in
    turn; any other number is drawn. Raises ValueError for another length.
    """
    if length != 3:
        raise ValueError(f"a difference has 3 symbols: length={length}")
    pairs = torch.arange(100)
    if count != 100:
        pairs = torch.randint(100, (count,), generator=generator)
    first, second = pairs // 10, pairs % 10
    tokens = torch.stack([first, torch.full_like(pairs, MINUS), second], 1)
    answers = torch.full_like(tokens, UNASKED)
    answers[:, 1] = first - second + 9
    return Asked(tokens, answers)


SEQUENCES = {
    "back": Question("the symbol 5 back", SYMBOLS, SYMBOLS, back),
    "latest": Question(
        "the last digit of this letter", KEYS * VALUES, VALUES, latest
    ),
    "fifth": Question("the 5th symbol", SYMBOLS, SYMBOLS, fifth),
}
DIFFERENCE = Question("the first digit less the second", 11, 19, difference)
QUESTIONS = SEQUENCES | {"difference": DIFFERENCE}
