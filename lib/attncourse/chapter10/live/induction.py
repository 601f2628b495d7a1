"""A text that comes twice, and the two heads that repeat it. Chapter 10."""

from attncourse.figures import heatmaps
from attncourse.figures.figure import Figure
from attncourse.live.base import ModelFigure, small


class LiveInduction(ModelFigure):
    """Type letters; they are read twice. See what each letter costs, and what
    the head of each of two blocks attends to.

    `models` gives the name, label and bytes of the one model; each of
    `examples` is {"text": text, "answers": one}, an answer of
    `recipes.induction.answered`.
    """

    def still(self) -> Figure:
        """What the head of the second block attends to, of the chosen text."""
        (answer,) = self.examples[self.example]["answers"]
        read = ["start", *(x.replace("▁", "_") for x in answer["pieces"])]
        rows = answer["weights"][-1]
        return small(
            heatmaps.heatmap(
                [[*row, *[0.0] * (len(read) - len(row))] for row in rows],
                read,
                read,
                alt="What the head of block 2 attends to in "
                f"“{answer['text']}”, read twice.",
            )
        )
