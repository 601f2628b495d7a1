"""What a word costs a model that sees the words before it, and one that sees
both sides.
"""

import math
import statistics

from attncourse.chapter8.live.shannon import LiveShannon
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots, tables

NAME = "masked-captions"
SIDES = {"left": "the words before", "both": "both sides"}


def game() -> Finding:
    """Play against both models."""
    stored = results.load(NAME)
    rounds = stored.samples["game"]
    caption = f"""A word of a test caption is hidden, six are offered: bet on
    one, first from the words before it, then from both sides. Two models have
    bet, too, one for each view. The {len(rounds)} captions are the first of
    8 to 14 words that have a word of one token; which one is hidden was drawn.
    """
    return Finding("shannon.game", LiveShannon(rounds), caption, (stored,))


def bits() -> Finding:
    """The words behind the hidden one are worth about a bit, and not always."""
    stored = results.load(NAME)
    costs = {name: stored.table("bits").column(name) for name in SIDES}
    pairs = list(zip(costs["left"], costs["both"], strict=True))
    gains = [left - both for left, both in pairs]
    gain, error = statistics.mean(gains), _error(gains)
    helped = sum(one > 0 for one in gains) / len(gains)
    assert gain - 1.96 * error > 0.5, "both sides cost less"
    assert 0.6 < helped < 0.9, "and not for every word"
    x = [k / 2 for k in range(29)]
    shares = {
        label: [sum(c <= k for c in costs[name]) / len(gains) for k in x]
        for name, label in SIDES.items()
    }
    figure = plots.lines(
        x,
        shares,
        xlabel="bits",
        ylabel="share of words that cost no more",
        alt="How many bits hidden words cost two models.",
        limits=(0, 1),
        markers=False,
    )
    left, both = map(statistics.mean, (costs["left"], costs["both"]))
    late = caveats.falling("the model with both sides", stored)
    blind = math.log2(results.load("lm-captions").recipe["model"]["vocabulary"])
    caption = f"""One hidden word in each of {len(gains)} test captions: the
    share that costs no more than so many bits. The mean is {left:.2f} bits with
    the words before and {both:.2f} with both sides, {gain:.2f} less (95 %
    interval {gain - 1.96 * error:.2f} to {gain + 1.96 * error:.2f});
    {helped:.0%} of the words cost less, the others more. Without any context,
    all tokens alike, each costs {blind:.1f}. Two models of the same size and
    training, one seed each.{late}"""
    return Finding("shannon.bits", figure, caption, (stored,))


def cases() -> Finding:
    """The word that both sides helped most, one that they helped as usual, and
    the one that they harmed most, of the captions in the game.
    """
    stored = results.load(NAME)
    costs = stored.table("bits").rows
    rounds = list(zip(stored.samples["game"], costs, strict=False))
    rounds.sort(key=lambda one: one[1]["left"] - one[1]["both"])
    chosen = rounds[-1], rounds[len(rounds) // 2], rounds[0]
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
    caption = f"""Of the {len(rounds)} captions in the game: the largest gain,
    the middle one, and the largest loss. The bits count all tokens, not only
    the six words that the game offers."""
    table = tables.table(rows, digits=1)
    return Finding("shannon.cases", table, caption, (stored,))


def unmasked() -> Finding:
    """A masked model that is asked for what it sees looks far better than it
    is.
    """
    stored = results.load(NAME)
    hidden, seen = (
        stored.value(f"{name}_perplexity") for name in ("pseudo", "unmasked")
    )
    assert seen < hidden / 10, "it reads the answer"
    rows = [
        {"the model reads": "the caption, one token hidden", "result": hidden},
        {"the model reads": "the caption as it is", "result": seen},
    ]
    caption = f"""The same masked model and the same test captions, every token
    asked once; the result is the exponential of the mean loss per token. The
    first row is the pseudo-perplexity ({hidden:.1f}). The second one
    ({seen:.1f}) says only that the model copies."""
    table = tables.table(rows, digits=1)
    return Finding("shannon.unmasked", table, caption, (stored,))


def _blank(card: dict) -> str:
    """The caption with a gap."""
    words = [*card["words"]]
    words[card["place"]] = "____"
    return " ".join(words).replace(" +", "").replace(" .", ".")


def _error(numbers: list[float]) -> float:
    """The standard error of their mean."""
    return statistics.stdev(numbers) / len(numbers) ** 0.5
