"""Recorded trainings of one small Transformer, its parts switched on and off.
Chapter 7.
"""

from collections.abc import Sequence
from typing import Any

import traitlets

from attncourse.figures import plots, validate
from attncourse.live.base import LiveFigure, small

SWITCHES = ("residual", "post", "feed_forward", "warm_up")


class LiveSwitchboard(LiveFigure):
    """Set four switches, play the recorded training: the loss beside the
    cosines by depth.

    Each of `runs` tells its `SWITCHES` and its "moments": the "step", the
    "loss" and the "cosines", a list by depth, each with 3 digits; a run that
    diverged has fewer moments. Raises ValueError for runs that are not one of
    each setting, and for cosines outside -1 .. 1.
    """

    runs: Any = traitlets.List(read_only=True)
    residual = traitlets.Bool(True)
    post = traitlets.Bool(False)
    feed_forward = traitlets.Bool(True)
    warm_up = traitlets.Bool(True)

    def __init__(self, runs: Sequence[dict[str, Any]], **traits: Any) -> None:
        kept = [_plain(run) for run in runs]
        there = {tuple(run[name] for name in SWITCHES) for run in kept}
        if len(there) < len(kept) or len(kept) != 2 ** len(SWITCHES):
            raise ValueError(
                f"one run of each setting is needed: {len(kept)} runs of "
                f"{len(there)} settings"
            )
        self.set_trait("runs", kept)
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
    moments = []
    for moment in run["moments"]:
        cosines = validate.finite("cosines", moment["cosines"], axes=1)
        validate.within(cosines, (-1.0, 1.0))
        loss = round(moment["loss"], 3)
        moments.append([moment["step"], loss, cosines.round(3).tolist()])
    return {name: bool(run[name]) for name in SWITCHES} | {"moments": moments}
