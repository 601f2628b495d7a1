"""Sampling as darts on strips of probability. Chapter 10."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.live.base import Choice, LiveFigure, between, small

CUTS = "top-p", "top-k"
NAMED = 40  # likeliest tokens of a strip whose words are known
RANGES = {"temperature": (0.0, 2.0), "top_p": (0.05, 1.0)}


class LiveSampling(LiveFigure):
    """Drag where strips of next tokens are cut, by probability or by number,
    change the temperature, and throw darts at what is left.

    `completer` has the model (`pretrained.load`), each of `texts` is a
    beginning, whose next tokens make one strip. Raises TraitError for a choice
    that there is not.
    """

    strips: Any = traitlets.List(read_only=True)
    cut = Choice(len(CUTS))
    temperature = traitlets.Float(1.0)
    top_p = traitlets.Float(0.9)
    top_k = traitlets.Int(10)

    def __init__(self, completer: Any, texts: Sequence[str], **traits: Any):
        exact = deepcopy(completer)
        exact.model.double()  # so that no digit depends on the processor
        self.set_trait("strips", [_strip(exact, text) for text in texts])
        super().__init__(**traits)

    @traitlets.validate("temperature", "top_p")
    def _check_range(self, proposal: Any) -> float:
        name = proposal["trait"].name
        return between(name, float(proposal["value"]), *RANGES[name])

    @traitlets.validate("top_k")
    def _check_count(self, proposal: Any) -> int:
        most = len(self.strips[0]["scores"])
        return between("top_k", int(proposal["value"]), 1, most)

    def still(self) -> plots.Figure:
        """How much probability the likeliest tokens of each strip have."""
        shown = range(1, 201)
        sums = {
            strip["text"]: [
                sum(10**score for score in strip["scores"][:k]) for k in shown
            ]
            for strip in self.strips
        }
        return small(
            plots.lines(
                shown,
                sums | {f"p = {self.top_p:g}": [self.top_p] * len(shown)},
                "tokens kept, most probable first",
                "share of the probability",
                logx=True,
                limits=(0, 1.04),
                markers=False,
                alt="How much probability the likeliest tokens have together, "
                f"after {', '.join(sums)}.",
            )
        )


def _strip(completer: Any, text: str) -> dict[str, Any]:
    """The next tokens after a text, likeliest first: log10 of their
    probabilities, and the pieces of the first.
    """
    after = completer.following(text).sort(descending=True, stable=True)
    scores = after.values.clamp(min=1e-12).log10().tolist()
    known = completer.tokenizer
    before = known.encode(text)[:-1][-1:]
    pieces = [
        known.pieces([*before, k])[-1] for k in after.indices[:NAMED].tolist()
    ]
    return {
        "text": text,
        "pieces": pieces,
        "scores": [round(score, 2) for score in scores],
    }
