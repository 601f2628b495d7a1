"""A text that comes twice, and the two heads that repeat it. Chapter 10."""

from attncourse.figures import plots
from attncourse.live.base import ModelFigure, small


class LiveInduction(ModelFigure):
    """Type letters; they are read twice. See what each letter costs, and what
    the head of each of two blocks attends to.

    `models` gives the name, label and bytes of the one model; each of
    `examples` is {"text": text, "answers": one}, an answer of
    `recipes.induction.answered`.
    """

    def still(self) -> plots.Figure:
        """What each letter of the chosen text costs."""
        (answer,) = self.examples[self.example]["answers"]
        count = len(answer["bits"])
        return small(
            plots.lines(
                range(1, count + 1),
                {"bits": answer["bits"]},
                "letter",
                "bits",
                alt=f"Bits of each letter of “{answer['text']}”, read twice.",
            )
        )
