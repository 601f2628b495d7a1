"""Recorded trainings of one small Transformer, its parts switched on and off.
Chapter 7.
"""

from collections.abc import Sequence
from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.live.base import LiveFigure, small

SWITCHES = ("residual", "post", "feed_forward", "warm_up")


class LiveSwitchboard(LiveFigure):
    """Set four switches, play the recorded training: the loss beside the
    cosines by depth.

    Each of `runs` tells its `SWITCHES` and its "moments": the "step", the
    "loss" and the "cosines", a list by depth, each with 3 digits; a run that
    diverged has fewer moments.
    """

    runs: Any = traitlets.List(read_only=True)
    residual = traitlets.Bool(True)
    post = traitlets.Bool(False)
    feed_forward = traitlets.Bool(True)
    warm_up = traitlets.Bool(True)

    def __init__(self, runs: Sequence[dict[str, Any]], **traits: Any) -> None:
        self.set_trait("runs", [_plain(run) for run in runs])
        super().__init__(**traits)

    def reads(self) -> dict[str, Any]:
        """The run that the page shows."""
        return next(
            run
            for run in self.runs
            if all(run[name] == getattr(self, name) for name in SWITCHES)
        )

    def still(self) -> plots.Figure:
        """The loss of this setting by step, and its cosines by depth, fresh
        and at last.
        """
        steps, losses, cosines = zip(*self.reads()["moments"], strict=True)
        curve = plots.lines(
            steps,
            {"loss": losses},
            xlabel="steps",
            ylabel="loss per token",
            alt="The loss of validation sentences during a training",
        )
        ends = plots.lines(
            range(len(cosines[0])),
            {"before training": cosines[0], "at last": cosines[-1]},
            xlabel="layers of the encoder",
            ylabel="mean cosine of two words",
            alt="How alike the words of a sentence are, layer by layer",
            limits=(-0.1, 1),
        )
        return small(plots.stack(curve, ends))


def _plain(run: dict[str, Any]) -> dict[str, Any]:
    """One run as plain JSON: its moments [step, loss, cosines]."""
    moments = [
        [
            one["step"],
            round(one["loss"], 3),
            [round(x, 3) for x in one["cosines"]],
        ]
        for one in run["moments"]
    ]
    return {name: bool(run[name]) for name in SWITCHES} | {"moments": moments}
