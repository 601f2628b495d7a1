"""What each translator does: how it was chosen, how it runs free, where it
looks.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    LABELS,
    alignments,
    pieces,
)
from attncourse.chapter2.live.alignment import AlignmentExplorer, picture
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Table
from attncourse.figures import plots, tables


def search(*models: str) -> Finding:
    """Every model, by default both, had the same search; the best on validation
    was kept.
    """
    sides = [results.load(name) for name in models or LABELS]
    rows = []
    for side in sides:
        trials = side.table("search").rows
        best = max(trials, key=lambda trial: trial["validation_bleu"])
        assert side.value("dropout") == best["dropout"], (
            "the best on validation is the one that is shipped"
        )
        assert [trial["dropout"] for trial in trials] == side.recipe[
            "dropouts"
        ], "every candidate was tried"
        for trial in trials:
            row = {
                "model": LABELS[side.name],
                "dropout": trial["dropout"],
                "validation BLEU": trial["validation_bleu"],
            }
            kept = {"kept": "yes", "test perplexity": side.value("perplexity")}
            rows.append(
                row
                | (
                    kept
                    if trial == best
                    else {"kept": "no", "test perplexity": None}
                )
            )
    same = [
        side.recipe
        | {"name": "", "model": side.recipe["model"] | {"attention": ""}}
        for side in sides
    ]
    assert all(other == same[0] for other in same), (
        "the models had the same search"
    )
    sizes = [side.value("parameters") for side in sides]
    assert max(sizes) / min(sizes) <= 1.1, (
        "the models differ in size by less than a tenth"
    )
    epochs = sides[0].recipe["settings"]["epochs"]
    choices = caveats.chosen(
        Table("search", rows),
        "model",
        of="validation BLEU",
        what="dropout",
        best=max,
    )
    caption = f"""BLEU of greedy search on the validation sentences for each
        dropout rate, {epochs} epochs each, before the weights were rounded to
        16 bits. The best rate was kept: {choices}; the test sentences played no
        part in the choice. One seed."""
    return Finding(
        "translate.search", tables.table(rows), caption, tuple(sides)
    )


def swap() -> Finding:
    """The stored sentence in which attention most clearly goes back a step:
    French has two words in the other order.
    """
    stored, count, clearest, sentence = _most(_swap)
    assert _swap(clearest) > 0.5, "attention goes back a step"
    caption = f"""{sentence}: where the weight steps to the left, French has the
        two words in the other order. This is the clearest swap of neighbours
        (product of the two weights {_swap(clearest):.2f}) among {count} test
        sentences chosen by their length."""
    return Finding("translate.swap", _heatmap(clearest), caption, (stored,))


def explorer() -> Finding:
    """Every stored alignment, to look at word by word."""
    stored = results.load(ATTENTIVE)
    examples = alignments(stored)
    caption = f"""Choose a sentence, then a French token, and see what the
        decoder attended to when it wrote that token. The first {len(examples)}
        test sentences of 8 to 14 words, chosen by their length alone."""
    return Finding(
        "translate.explorer", AlignmentExplorer(examples), caption, (stored,)
    )


def _most(
    measure: Callable[[dict[str, Any]], float],
) -> tuple[results.Result, int, dict[str, Any], str]:
    """The result, how many alignments it has, the one with most of a measure,
    and what that one says.
    """
    stored = results.load(ATTENTIVE)
    found = max(stored.samples["alignments"], key=measure)
    source, target = (
        "".join(pieces(found[side])).removesuffix(".").strip()
        for side in ("source", "target")
    )
    return (
        stored,
        len(stored.samples["alignments"]),
        found,
        f"*{source}* becomes *{target}*",
    )


def _swap(example: dict[str, Any]) -> float:
    """How clear the clearest swap is: a token reads source i most, the next one
    reads i - 1 most; 0 without one.
    """
    weights = np.array(example["weights"])
    peak, most = weights.argmax(-1), weights.max(-1)
    back = peak[1:] == peak[:-1] - 1
    return float((most[1:] * most[:-1] * back).max())


def _heatmap(example: dict[str, Any]) -> plots.Figure:
    alt = (
        f"Weights while writing: {' '.join(example['target'])} from: "
        f"{' '.join(example['source'])}."
    )
    return picture(example, alt, "source (English)", "target (French)")
