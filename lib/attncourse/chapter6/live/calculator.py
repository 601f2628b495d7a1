"""A calculator that does not see which digit comes first, beside one that does.
Chapter 6.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import traitlets

from attncourse.figures import plots
from attncourse.live.base import Choice, LiveFigure, small

DIGITS = 10


class LiveCalculator(LiveFigure):
    """Choose two digits, or swap them: what each model says is left of them.

    `answers` gives for each model, by the name that the reader sees, a table
    (10, 10): what it says of the first digit, down, less the second, along.
    Raises TraitError for what is no digit.
    """

    models: Any = traitlets.List(read_only=True)
    answers: Any = traitlets.List(read_only=True)
    first = Choice(DIGITS, 9)
    second = Choice(DIGITS, 4)

    def __init__(self, answers: Mapping[str, Any], **traits: Any) -> None:
        tables = {name: np.asarray(table) for name, table in answers.items()}
        self.set_trait("models", list(tables))
        self.set_trait("answers", [t.tolist() for t in tables.values()])
        super().__init__(**traits)

    def right(self) -> dict[str, np.ndarray]:
        """Where each model is right, (10, 10)."""
        digit = np.arange(DIGITS)
        true = digit[:, None] - digit
        return {
            name: np.array(table) == true
            for name, table in zip(self.models, self.answers, strict=True)
        }

    def still(self) -> plots.Figure:
        """Where the first model is right; the text tells both."""
        right = self.right()
        a, b = self.first, self.second
        said = "; ".join(
            f"{name}: {a} − {b} = {table[a][b]} and {b} − {a} = {table[b][a]}, "
            f"{right[name].sum()} of {right[name].size} differences right"
            for name, table in zip(self.models, self.answers, strict=True)
        )
        digits = [str(digit) for digit in range(DIGITS)]
        return small(
            plots.heatmap(
                right[self.models[0]].astype(float),
                digits,
                digits,
                xlabel="second digit",
                ylabel="first digit",
                label=f"right, {self.models[0]}",
                signed=True,
                bar=False,
                alt=f"Two models subtract. {said}.",
            )
        )
