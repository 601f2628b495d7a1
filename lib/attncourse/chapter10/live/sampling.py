"""Sampling as darts on strips of probability. Chapter 10."""

from collections.abc import Sequence
from copy import deepcopy
from itertools import accumulate
from typing import Any

import traitlets
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Card

from attncourse.figures import style
from attncourse.figures.figure import Figure, render
from attncourse.live.base import Choice, LiveFigure, between, small

CUTS = "top-p", "top-k"
NAMED = 40  # likeliest tokens of a strip whose words are known
WIDE = 0.08  # probability of a token that shows its word in the picture
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

    def still(self) -> Figure:
        """The strips, cut as they are first seen."""
        texts = [strip["text"] for strip in self.strips]

        def draw(card: Card) -> None:
            rows = card.subplots(len(self.strips), 1, sharex=True)
            for axes, strip in zip(rows, self.strips, strict=True):
                _draw(axes, strip, self._kept(strip))

        return small(
            render(
                draw,
                [(7.0, 3.4)],
                f"Strips of next tokens after {', '.join(texts)}, cut by "
                f"{CUTS[self.cut]}",
                "Each token is as wide as it is probable.",
            )
        )

    def _kept(self, strip: dict[str, Any]) -> int:
        """How many tokens of a strip the cut leaves."""
        if self.cut:
            return self.top_k
        sums = accumulate(10**score for score in strip["scores"])
        return 1 + sum(s < self.top_p for s in sums)


def _draw(axes: Axes, strip: dict[str, Any], kept: int) -> None:
    """The tokens side by side, the likeliest with their words, cut after so
    many.
    """
    left, cut = 0.0, min(1.0, sum(10**s for s in strip["scores"][:kept]))
    for k, score in enumerate(strip["scores"]):
        width = 10**score
        axes.barh(
            0,
            width,
            left=left,
            color=style.INK,
            alpha=(0.35 if left < cut else 0.1) - 0.08 * (k % 2),
        )
        if width > WIDE:
            axes.text(
                left + width / 2,
                0,
                strip["pieces"][k],
                ha="center",
                va="center",
            )
        left += width
        if k == NAMED:
            alpha = 0.25 if left < cut else 0.08
            axes.barh(0, 1 - left, left=left, color=style.INK, alpha=alpha)
            if 1 - left > WIDE:
                middle = (1 + left) / 2
                axes.text(middle, 0, "others", ha="center", va="center")
            break
    axes.axvline(cut, color=style.INK, linewidth=2.4)
    axes.set(xlim=(0, 1.001), yticks=[], title=f"{strip['text']} ...")


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
