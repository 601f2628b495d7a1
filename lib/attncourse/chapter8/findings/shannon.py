"""What a word costs a model that sees the words before it, and one that sees
both sides.
"""

import math
import statistics
from typing import Any

from attncourse.chapter8.live.mask import LiveMask
from attncourse.chapter8.live.shannon import LiveShannon
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots, tables

NAME, CAUSAL = "masked-captions", "lm-captions"
BINS = range(-5, 9)
"""Whole bits that both sides save."""
SIDES = {"left": "the words before", "both": "both sides"}


def mask() -> Finding:
    """What a token may see decides what it costs, and seeing itself is all."""
    stored, causal = results.load(NAME), results.load(CAUSAL)
    models = [
        (CAUSAL, "causal model", causal.value("bytes")),
        (NAME, "masked model", stored.value("bytes")),
    ]
    examples = [
        {"sentence": one["sentence"], "answers": [one]}
        for one in stored.samples["seen"]
    ]
    mean = {
        name: statistics.mean(
            x for one in stored.samples["seen"] for x in one[name]
        )
        for name in ("left", "both", "itself")
    }
    assert mean["left"] > mean["both"] > 5 * mean["itself"], "seeing helps"
    caption = """Each row is one token: what it may see, and the bits that it
    then costs. Click a cell of the dashed diagonal, and the token sees
    itself."""
    return Finding(
        "shannon.mask", LiveMask(models, examples), caption, (stored, causal)
    )


def game() -> Finding:
    """Play against both models."""
    stored = results.load(NAME)
    rounds = sorted(stored.samples["game"], key=_helped, reverse=True)
    assert _helped(rounds[0]) > 0.25, "the right side can decide"
    caption = f"""Bet on the hidden word of {len(rounds)} captions, first from
    the words before it, then from both sides. The two models have bet,
    too."""
    return Finding("shannon.game", LiveShannon(rounds), caption, (stored,))


def bits() -> Finding:
    """The words behind the hidden one help on average, not always."""
    stored = results.load(NAME)
    costs = {name: stored.table("bits").column(name) for name in SIDES}
    pairs = list(zip(costs["left"], costs["both"], strict=True))
    gains = [left - both for left, both in pairs]
    gain, error = statistics.mean(gains), _error(gains)
    helped = sum(one > 0 for one in gains) / len(gains)
    assert gain > 3 * error, "both sides cost less"
    assert 0.5 < helped < 0.95, "not for all of the words"
    figure = plots.bars(
        [f"\u2264{BINS[0]}", *map(str, BINS[1:-1]), f"\u2265{BINS[-1]}"],
        {"words": [sum(_bin(one) == k for one in gains) for k in BINS]},
        xlabel="bits that the right side saves, rounded down",
        ylabel="hidden words",
        alt="Hidden words by how many bits cheaper they are to the model that "
        "sees both sides; below 0 they are dearer.",
    )
    caption = f"""The words after the gap save {gain:.1f} bits on average, but
    for {1 - helped:.0%} of {len(gains)} words (left of 0) the masked model is
    less sure."""
    return Finding("shannon.bits", figure, caption, (stored,))


def unmasked() -> Finding:
    """A masked model that must predict what it sees looks far better than it
    is.
    """
    stored = results.load(NAME)
    hidden, seen = (
        stored.value(f"{name}_perplexity") for name in ("pseudo", "unmasked")
    )
    assert seen < hidden / 5, "it reads the answer"
    rows = [
        {"the model reads": "the caption, one token hidden", "result": hidden},
        {"the model reads": "the caption as it is", "result": seen},
    ]
    caption = """Where nothing is hidden, the score measures only copying. The
    masked model on 1,000 test captions, every token scored once."""
    table = tables.table(rows, digits=1)
    return Finding("shannon.unmasked", table, caption, (stored,))


def _helped(card: dict[str, Any]) -> float:
    """By how much both sides raise the probability of the true word, among
    those offered.
    """
    true = card["offered"].index(card["words"][card["place"]])
    return card["both"][true] - card["left"][true]


def _bin(gain: float) -> int:
    """The bar that a word belongs to: those below 0 are dearer."""
    return min(max(math.floor(gain), BINS[0]), BINS[-1])


def _error(numbers: list[float]) -> float:
    """The standard error of their mean."""
    return statistics.stdev(numbers) / len(numbers) ** 0.5
