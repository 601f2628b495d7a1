"""The alignment explorer: which source words does each word of a translation
read, and which words read each source word? Built in chapter 2."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from attnbook.show import plots
from attnbook.show.live.base import LiveFigure, small, within
from attnbook.show.validate import finite


class AlignmentExplorer(LiveFigure, folder="alignment"):
    """Point at a word of either side; see whom it reads, or who reads it.

    Each of `examples` is {"source": S words, "target": T words, "weights":
    (T, S)}, or {"source": S words, "variants": {name: {"target": T words,
    "weights": (T, S)}}} with the same names in every example; a variant
    without weights reads one vector. An example may have "caption", a
    sentence; what has a target may have "known", the (target, source)
    positions of a known alignment. Weights are kept to 3 digits.
    `languages` are the codes of source and target, which a screen reader
    needs. The reader chooses `example`, `variant`, `side` and `word`.
    Raises ValueError for sizes that disagree, for rows that are not
    distributions and for variants that differ, TraitError for a choice that
    is not there.
    """

    examples: Any = traitlets.List(read_only=True)
    example = traitlets.Int(0)
    variant = traitlets.Int(0)
    side = traitlets.Enum(["target", "source"])
    word = traitlets.Int(0)
    languages = traitlets.List(["en", "fr"])

    def __init__(
        self, examples: Sequence[Mapping[str, Any]], **traits: Any
    ) -> None:
        if not examples:
            raise ValueError(
                "an explorer needs at least one example: examples is empty"
            )
        checked = [_example(k, given) for k, given in enumerate(examples)]
        names = [[v["name"] for v in one["variants"]] for one in checked]
        for k, other in enumerate(names):
            if other != names[0]:
                raise ValueError(
                    f"every example needs the same variants: example 0 has "
                    f"{names[0]}, example {k} has {other}"
                )
        self.set_trait("examples", checked)
        super().__init__(**{"side": "target"} | traits)

    def _words(self) -> int:
        """How many words the chosen side has."""
        k = within("example", self.example, len(self.examples))
        example = self.examples[k]
        if self.side == "source":
            return len(example["source"])
        count = len(example["variants"])
        chosen = example["variants"][within("variant", self.variant, count)]
        return len(chosen["target"])

    @traitlets.validate("example", "variant", "word")
    def _check_choice(self, proposal: Any) -> int:
        name = proposal["trait"].name
        count = {
            "example": lambda: len(self.examples),
            "variant": lambda: len(self.examples[0]["variants"]),
            "word": self._words,
        }[name]()
        return within(name, proposal["value"], count)

    @traitlets.observe("example", "variant", "side")
    def _keep_word(self, change: Any) -> None:
        """A word beyond the end of the new words gives way to the first."""
        if self.word >= self._words():
            self.word = 0

    def still(self) -> plots.Figure:
        """The heat map of the chosen variant, or of the first with weights."""
        example = self.examples[self.example]
        order = example["variants"][self.variant :] + example["variants"]
        chosen = next(one for one in order if one["weights"] is not None)
        name = f", {chosen['name']}" if chosen["name"] else ""
        alt = (
            "Alignment explorer: for each target word, the weights over the "
            f"source words{name}. Sentence {self.example + 1} of "
            f"{len(self.examples)}: {' '.join(example['source'])}"
        )
        return small(
            picture(example | chosen, alt, "source word", "target word")
        )


def picture(
    example: Mapping[str, Any], alt: str, xlabel: str, ylabel: str
) -> plots.Figure:
    """One example as a heat map, its known alignment framed."""
    return plots.heatmap(
        example["weights"],
        rows=example["target"],
        columns=example["source"],
        xlabel=xlabel,
        ylabel=ylabel,
        alt=alt,
        outline={(t, i) for t, i in example.get("known", ())},
    )


def _example(k: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Example number `k`, checked, as plain JSON."""
    source = list(given["source"])
    variants = [
        _variant(
            f"example {k}" + (f", {name}" if name else ""), name, source, v
        )
        for name, v in given.get("variants", {"": given}).items()
    ]
    if all(variant["weights"] is None for variant in variants):
        raise ValueError(f"example {k}: no variant has weights")
    checked: dict[str, Any] = {"source": source, "variants": variants}
    if given.get("caption"):
        checked["caption"] = str(given["caption"])
    return checked


def _variant(
    place: str, name: str, source: list[str], given: Mapping[str, Any]
) -> dict[str, Any]:
    """One translation with its weights, to 3 digits, or without any."""
    target = list(given["target"])
    checked: dict[str, Any] = {"name": name, "target": target, "weights": None}
    if given.get("weights") is None:
        return checked
    weights = finite(f"weights of {place}", given["weights"], axes=2)
    _check(place, weights, source, target)
    checked["weights"] = weights.round(3).tolist()
    if "known" in given:
        known = sorted([int(t), int(i)] for t, i in given["known"])
        for t, i in known:
            if not (0 <= t < len(target) and 0 <= i < len(source)):
                raise ValueError(
                    f"{place}: known alignment outside the matrix: {(t, i)}, "
                    f"weights {weights.shape}"
                )
        checked["known"] = known
    return checked


def _check(
    place: str, weights: np.ndarray, source: list[str], target: list[str]
) -> None:
    """ValueError unless each row is a distribution over the source words."""
    if weights.shape != (len(target), len(source)):
        raise ValueError(
            f"{place}: weights {weights.shape}, {len(target)} target and "
            f"{len(source)} source words"
        )
    sums = weights.sum(axis=1)
    # Weights that were rounded to 3 digits may miss 1 by half a digit each.
    off = abs(sums - 1) > 1e-6 + 0.0005 * len(source)
    if weights.min() < 0 or off.any():
        row = int(np.argmax(abs(sums - 1)))
        raise ValueError(
            f"{place}: weights must be distributions: smallest "
            f"{weights.min()}, row {row} sums to {sums[row]}"
        )
