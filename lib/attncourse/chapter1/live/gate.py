"""The gate that a reader opens by hand: what an LSTM keeps. Chapter 1."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import traitlets

from attncourse.figures import plots
from attncourse.live.base import LiveFigure, small

BIASES = (-2.0, 8.0)  # of the slider
LENGTHS = [10, 30, 100, 300, 1000]
FLOOR = 1e-30  # where the scale ends


class GateFigure(LiveFigure):
    """Set the bias of the forget gate; see what is left after S steps.

    At the start of training, at input 0, the gate lets sigmoid(bias) of the
    cell state pass at each step, so sigmoid(bias)^S of the first symbol is
    left after S. Beside it stands what trained LSTMs recall: `measured` holds
    rows {"gate_bias", "length", "accuracy"}, where rows of the same bias and
    length are seeds of one measurement. `chance` is the accuracy of guessing;
    `bias` and `steps` are the choices of the reader.
    Raises TraitError for choices that are not there.
    Source: Jozefowicz et al. 2015, section 2.2; Tallec and Ollivier 2018.
    """

    measured: Any = traitlets.List(read_only=True)
    lengths = traitlets.List(LENGTHS, read_only=True)
    chance = traitlets.Float()
    bias = traitlets.Float(0.0, min=BIASES[0], max=BIASES[1])
    steps = traitlets.Enum(LENGTHS, 100)

    def __init__(
        self, measured: Iterable[Mapping[str, Any]], **traits: Any
    ) -> None:
        self.set_trait("measured", summary(measured))
        super().__init__(**traits)

    def still(self) -> plots.Figure:
        """What is left after each length, and what was recalled at one."""
        pictures = [self._left()]
        rows = [row for row in self.measured if row["length"] == self.steps]
        if rows:
            pictures.append(self._recalled(rows))
        return small(plots.stack(*pictures))

    def _left(self) -> plots.Figure:
        steps = np.geomspace(1, LENGTHS[-1], 61)
        biases = sorted({0.0, 1.0, 3.0, 5.0, self.bias})
        series = {
            f"bias {bias:g}": np.maximum(sigmoid(bias) ** steps, FLOOR)
            for bias in biases
        }
        return plots.lines(
            steps,
            series,
            xlabel="steps i",
            ylabel="left of the first symbol",
            alt="The gate: what is left of the first symbol after i steps, "
            f"sigmoid(bias)^i, at the start of training; cut at {FLOOR:g}",
            logx=True,
            logy=True,
            markers=False,
        )

    def _recalled(self, rows: list[dict[str, Any]]) -> plots.Figure:
        low, high = ([row[name] for row in rows] for name in ("low", "high"))
        return plots.bars(
            [f"{row['gate_bias']:g}" for row in rows],
            {"LSTM": [row["accuracy"] for row in rows]},
            error={"LSTM": (low, high)},
            xlabel="bias of the forget gate",
            ylabel="share recalled",
            alt=f"What trained LSTMs recall after {self.steps} steps",
        )


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x): the share that a gate of this input lets pass."""
    return 1 / (1 + math.exp(-x))


def summary(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Mean, lowest and highest accuracy of each bias and length, with 3
    digits.
    """
    groups: dict[tuple[float, int], list[float]] = {}
    for row in rows:
        place = float(row["gate_bias"]), int(row["length"])
        groups.setdefault(place, []).append(float(row["accuracy"]))
    return [
        {
            "gate_bias": bias,
            "length": length,
            "accuracy": round(sum(shares) / len(shares), 3),
            "low": round(min(shares), 3),
            "high": round(max(shares), 3),
            "seeds": len(shares),
        }
        for (bias, length), shares in sorted(groups.items())
    ]
