"""The alignment explorer: which source words does each word of a translation
read, and which words read each source word? Built in chapter 2."""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.live.base import LiveFigure, small, within


class AlignmentExplorer(LiveFigure):
    """Point at a word of either side; see whom it reads, or who reads it.

    Each of `examples` is {"source": S words, "target": T words, "weights":
    (T, S)}, plain JSON. `languages` are the codes of source and target, which a
    screen reader needs. The reader chooses `example`, `side` and `word`.
    Raises TraitError for a choice that is not there.
    """

    examples: Any = traitlets.List(read_only=True)
    example = traitlets.Int(0)
    side = traitlets.Enum(["target", "source"], "target")
    word = traitlets.Int(0)
    languages = traitlets.List(["en", "fr"])

    def __init__(
        self, examples: Sequence[Mapping[str, Any]], **traits: Any
    ) -> None:
        self.set_trait("examples", list(examples))
        super().__init__(**traits)

    def _words(self) -> int:
        """How many words the chosen side has."""
        k = within("example", self.example, len(self.examples))
        return len(self.examples[k][self.side])

    @traitlets.validate("example", "word")
    def _check_choice(self, proposal: Any) -> int:
        """At last, since a page may change all choices at once."""
        name = proposal["trait"].name
        count = len(self.examples) if name == "example" else self._words()
        return within(name, proposal["value"], count)

    @traitlets.observe("example", "side")
    def _keep_word(self, change: Any) -> None:
        """A word beyond the end of the new words gives way to the first."""
        if self.word >= self._words():
            self.word = 0

    def still(self) -> plots.Figure:
        """The heat map of the chosen sentence."""
        example = self.examples[self.example]
        alt = (
            "Alignment explorer: for each target word, the weights over the "
            f"source words. Sentence {self.example + 1} of "
            f"{len(self.examples)}: {' '.join(example['source'])}"
        )
        return small(picture(example, alt, "source word", "target word"))


def picture(
    example: Mapping[str, Any], alt: str, xlabel: str, ylabel: str
) -> plots.Figure:
    """One example as a heat map."""
    return plots.heatmap(
        example["weights"],
        rows=example["target"],
        columns=example["source"],
        xlabel=xlabel,
        ylabel=ylabel,
        alt=alt,
    )
