"""What a word costs a model that sees the words before it, and one that sees
both sides.
"""

import math
import statistics
from typing import Any

from attncourse.chapter8.live.shannon import LiveShannon
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result, Row
from attncourse.figures import plots, tables

NAME = "masked-captions"
BINS = range(-5, 9)
"""Whole bits that both sides save."""
SIDES = {"left": "the words before", "both": "both sides"}


def game() -> Finding:
    """Play against both models."""
    stored = results.load(NAME)
    rounds = sorted(stored.samples["game"], key=_helped, reverse=True)
    assert _helped(rounds[0]) > 0.4, "the right side can decide"
    caption = f"""Bet on the hidden word, first from the words before it, then
    from both sides; two models have bet, too, one for each view. The
    {len(rounds)} test captions are the first of 8 to 14 words that have a word
    of one token; which word is hidden was drawn at random. First come those
    where the right side raises the probability of the true word most."""
    return Finding("shannon.game", LiveShannon(rounds), caption, (stored,))


def bits() -> Finding:
    """The words behind the hidden one are worth more than a bit, not always."""
    stored = results.load(NAME)
    costs = {name: stored.table("bits").column(name) for name in SIDES}
    pairs = list(zip(costs["left"], costs["both"], strict=True))
    gains = [left - both for left, both in pairs]
    gain, error = statistics.mean(gains), _error(gains)
    helped = sum(one > 0 for one in gains) / len(gains)
    assert gain - 1.96 * error > 1, "both sides cost less"
    assert 0.75 < helped < 0.8, "not for nearly a quarter of the words"
    figure = plots.bars(
        [f"\u2264{BINS[0]}", *map(str, BINS[1:-1]), f"\u2265{BINS[-1]}"],
        {"words": [sum(_bin(one) == k for one in gains) for k in BINS]},
        xlabel="bits that the right side saves",
        ylabel="hidden words",
        alt="Hidden words by how many bits cheaper they are to the model that "
        "sees both sides; below 0 they are dearer.",
    )
    left, both = map(statistics.mean, (costs["left"], costs["both"]))
    late = caveats.falling("the model with both sides", stored)
    blind = math.log2(results.load("lm-captions").recipe["model"]["vocabulary"])
    longer = (
        stored.recipe["epochs"],
        stored.recipe["base"]["settings"]["epochs"],
    )
    caption = f"""The model that reads after the gap, too, needs {gain:.2f}
    bits fewer on average (95% interval {gain - 1.96 * error:.2f} to
    {gain + 1.96 * error:.2f}), but not for every word: {helped:.0%} cost less
    with both sides, the others more. One
    hidden word in each of {len(gains)} test captions, its saving rounded to
    whole bits. The mean cost is
    {left:.2f} bits with the words before and {both:.2f} with both sides;
    if all tokens were alike it would be {blind:.1f}. Two models of the
    same size, one seed each; the one with both sides learns from 15% of the
    tokens at a time, and was trained for {longer[0]} epochs instead of
    {longer[1]}.{late}"""
    return Finding("shannon.bits", figure, caption, (stored,))


def cases() -> Finding:
    """The word that both sides helped most, one that they helped as usual, and
    the one that they harmed most, of the captions in the game.
    """
    stored = results.load(NAME)
    rounds = _by_gain(stored)
    chosen = rounds[0], rounds[(len(rounds) - 1) // 2], rounds[-1]
    rows = [
        {
            "case": title,
            "caption": _blank(card),
            "word": cost["word"],
            "bits, words before": cost["left"],
            "bits, both sides": cost["both"],
        }
        for title, (card, cost) in zip(
            ("helped most", "typical", "harmed most"), chosen, strict=True
        )
    ]
    most, _, least = (cost["left"] - cost["both"] for _, cost in chosen)
    assert most > 2, "some words need both sides"
    assert least < 0, "and for some they harm"
    caption = f"""The right side may save {most:.1f} bits or cost
    {-least:.1f}. Of the {len(rounds)} captions in the game: the largest gain,
    the middle one, and the largest loss. The bits count all tokens, not only
    the six words that the game offers."""
    table = tables.table(rows, digits=1)
    return Finding("shannon.cases", table, caption, (stored,))


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
    caption = f"""Nothing hidden, nothing measured: {seen:.1f} says only that
    the model copies; the pseudo-perplexity is {hidden:.1f}. The same masked
    model and the same test captions, every token scored once but the stop
    token, which training never hides; the result is the exponential of the mean
    loss per token."""
    table = tables.table(rows, digits=1)
    return Finding("shannon.unmasked", table, caption, (stored,))


def _helped(card: dict[str, Any]) -> float:
    """By how much both sides raise the probability of the true word, among
    those offered.
    """
    true = card["offered"].index(card["words"][card["place"]])
    return card["both"][true] - card["left"][true]


def _by_gain(stored: Result) -> list[tuple[dict[str, Any], Row]]:
    """The captions of the game with the bits of both models, those first which
    the right side helps most.
    """
    costs = stored.table("bits").rows
    rounds = list(zip(stored.samples["game"], costs, strict=False))
    rounds.sort(key=lambda one: one[1]["both"] - one[1]["left"])
    return rounds


def _bin(gain: float) -> int:
    """The bar that a word belongs to."""
    return min(max(round(gain), BINS[0]), BINS[-1])


def _blank(card: dict) -> str:
    """The caption with a gap."""
    words = [*card["words"]]
    words[card["place"]] = "____"
    return " ".join(words).replace(" +", "").replace(" .", ".")


def _error(numbers: list[float]) -> float:
    """The standard error of their mean."""
    return statistics.stdev(numbers) / len(numbers) ** 0.5
