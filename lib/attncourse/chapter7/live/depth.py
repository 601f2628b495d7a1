"""Layers of attention on top of each other, with nothing or something around
them. Chapter 7.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets

from attncourse.figures import plots
from attncourse.live.base import Choice, LiveFigure, small

LABELS = {
    "residual": "residual",
    "normalisation": "norm",
    "feed_forward": "feed-forward",
}
PARTS = tuple(LABELS)


class LiveDepth(LiveFigure):
    """Slide the depth, switch what stands around attention; see how alike the
    words become, and what such a stack learns.

    `words` are those of one sentence. Each of `choices` tells which of `PARTS`
    stand around attention: for all depths from 0, the cosine of each two words
    in `pairs`, of 0 and 1, 0 and 2, and so on, and the mean `cosine` of many
    sentences, kept with 3 digits; `losses` {depth: loss} after a training. Of
    each pair the angle is kept, in whole degrees. `nothing` is the loss of a
    model that knows nothing.
    Raises TraitError for a depth that is not there.
    """

    words: Any = traitlets.List(read_only=True)
    choices: Any = traitlets.List(read_only=True)
    nothing = traitlets.Float(read_only=True)
    depth = Choice(lambda self: len(self.choices[0]["cosine"]))
    residual = traitlets.Bool(False)
    normalisation = traitlets.Bool(False)
    feed_forward = traitlets.Bool(False)

    def __init__(
        self,
        words: Sequence[str],
        choices: Sequence[dict[str, Any]],
        nothing: float,
        **traits: Any,
    ) -> None:
        self.set_trait("words", list(words))
        self.set_trait("choices", [_plain(one) for one in choices])
        self.set_trait("nothing", nothing)
        super().__init__(**traits)

    def still(self) -> plots.Figure:
        """The mean cosine of each choice, by depth."""
        return small(
            plots.heatmap(
                [one["cosine"] for one in self.choices],
                [named(one) for one in self.choices],
                list(map(str, range(len(self.choices[0]["cosine"])))),
                xlabel="layers",
                ylabel="around attention",
                alt="How alike the words of a sentence become, layer by layer: "
                "the mean cosine of two words",
                label="cosine",
                bar=False,
                signed=True,
            )
        )


def named(choice: dict[str, Any]) -> str:
    """What stands around attention, in words."""
    there = [LABELS[part] for part in PARTS if choice[part]]
    return ", ".join(there) or "nothing"


def _plain(choice: dict[str, Any]) -> dict[str, Any]:
    """One choice as plain JSON."""
    angles = np.degrees(np.arccos(np.clip(choice["pairs"], -1, 1)))
    return {part: bool(choice[part]) for part in PARTS} | {
        "angles": np.rint(angles).astype(int).tolist(),
        "cosine": [round(x, 3) for x in choice["cosine"]],
        "losses": [[n, round(x, 3)] for n, x in choice["losses"].items()],
    }
