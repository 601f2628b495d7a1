"""The alignment explorer: which source words does each word of a translation read? Built in chapter 2."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets

from attnbook.show import plots
from attnbook.show.checks import finite
from attnbook.show.live.base import LiveFigure, frontend, within


class AlignmentExplorer(LiveFigure):
    """Choose a sentence and a word of its translation; see the weight of each source word, as a bar and a number.

    Each of `examples` is {"source": S words, "target": T words, "weights": (T, S)}, and may have "caption", a
    sentence, and "known", the (target, source) positions of a known alignment. Weights are kept to 3 digits, which
    is what the figure shows. `languages` are the codes of source and target, which a screen reader needs; `example`
    and `word` are the choices of the reader.
    Raises ValueError for sizes that disagree and for rows that are not distributions, TraitError for a choice that
    is not there.
    """

    _esm = frontend("kit.js") + frontend("alignment.js")
    _css = frontend("kit.css") + frontend("alignment.css")

    examples: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    example = traitlets.Int(0).tag(sync=True, live=True)
    word = traitlets.Int(0).tag(sync=True, live=True)
    languages = traitlets.List(["en", "fr"]).tag(sync=True, live=True)

    def __init__(self, examples: Sequence[dict[str, Any]], **traits: Any) -> None:
        if not examples:
            raise ValueError("an explorer needs at least one example: examples is empty")
        self.set_trait("examples", [_example(k, example) for k, example in enumerate(examples)])
        super().__init__(**traits)

    @traitlets.validate("example", "word")
    def _check_choice(self, proposal: Any) -> int:
        name, count = proposal["trait"].name, len(self.examples)
        if name == "word":
            count = len(self.examples[within("example", self.example, count)]["target"])
        return within(name, proposal["value"], count)

    @traitlets.observe("example")
    def _keep_word(self, change: Any) -> None:
        """A word beyond the end of the new sentence gives way to the first."""
        if self.word >= len(self.examples[self.example]["target"]):
            self.word = 0

    def still(self) -> plots.Figure:
        example = self.examples[self.example]
        sentence = f"Sentence {self.example + 1} of {len(self.examples)}: {' '.join(example['source'])}"
        alt = f"Alignment explorer: for each target word, the weights over the source words. {sentence}"
        return picture(example, alt, "source word", "target word")


def picture(example: dict[str, Any], alt: str, xlabel: str, ylabel: str) -> plots.Figure:
    """One example as a heat map, its known alignment framed."""
    words = {"rows": example["target"], "columns": example["source"]}
    known = {(row, column) for row, column in example.get("known", ())}
    return plots.heatmap(example["weights"], **words, xlabel=xlabel, ylabel=ylabel, alt=alt, outline=known)


def _example(k: int, example: dict[str, Any]) -> dict[str, Any]:
    """Example number `k`, checked, as plain JSON with weights of 3 digits."""
    source, target = list(example["source"]), list(example["target"])
    weights = finite(f"weights of example {k}", example["weights"], axes=2)
    if weights.shape != (len(target), len(source)):
        raise ValueError(f"example {k}: weights {weights.shape}, {len(target)} target and {len(source)} source words")
    sums = weights.sum(axis=1)
    # Weights that were rounded to 3 digits before may miss 1 by half a digit each.
    if weights.min() < 0 or (abs(sums - 1) > 1e-6 + 0.0005 * len(source)).any():
        row = int(np.argmax(abs(sums - 1)))
        raise ValueError(
            f"example {k}: weights must be distributions: smallest {weights.min()}, row {row} sums to {sums[row]}"
        )
    checked = {"source": source, "target": target, "weights": weights.round(3).tolist()}
    if example.get("caption"):
        checked["caption"] = str(example["caption"])
    if "known" in example:
        checked["known"] = sorted([int(row), int(column)] for row, column in example["known"])
        for row, column in checked["known"]:
            if not (0 <= row < len(target) and 0 <= column < len(source)):
                place = f"{(row, column)}, weights {weights.shape}"
                raise ValueError(f"example {k}: known alignment outside the matrix: {place}")
    return checked
