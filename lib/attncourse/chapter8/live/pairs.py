"""Translations of models that saw few pairs, from scratch and pretrained.
Chapter 8.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.figures.tables import Marked
from attncourse.live.base import Choice, LiveFigure, small

LABELS = {"scratch": "from scratch", "pretrained": "pretrained"}
Way = Mapping[int, Mapping[str, Any]]


class LivePairs(LiveFigure):
    """Slide the number of translated pairs, choose a sentence: what a model
    from scratch and a pretrained one write, beside their BLEU over the pairs.

    Each of `sentences` is {"source", "reference"}. `ways` gives for "scratch"
    and "pretrained", by the number of pairs, the "bleu" and the "texts", one
    for each sentence; in a `tables.marked` text the odd words are told apart.
    A way need not have all numbers of pairs. `count` is the place of the number
    that is shown, among all from the smallest to the largest, the largest by
    default.
    Raises TraitError for a sentence or a place that is not there.
    """

    sentences: Any = traitlets.List(read_only=True)
    counts: Any = traitlets.List(read_only=True)
    ways: Any = traitlets.List(read_only=True)
    sentence = Choice(lambda self: len(self.sentences))
    count = Choice(lambda self: len(self.counts))

    def __init__(
        self,
        sentences: Sequence[Mapping[str, str]],
        ways: Mapping[str, Way],
        **traits: Any,
    ) -> None:
        counts = sorted({n for way in ways.values() for n in way})
        self.set_trait("sentences", list(sentences))
        self.set_trait("counts", counts)
        self.set_trait(
            "ways",
            [
                {
                    "label": label,
                    "runs": [_run(ways[name].get(n)) for n in counts],
                }
                for name, label in LABELS.items()
            ],
        )
        super().__init__(**{"count": len(counts) - 1} | traits)

    def still(self) -> plots.Figure:
        """BLEU of both ways over the pairs that both have."""
        labels, runs = zip(
            *((way["label"], way["runs"]) for way in self.ways), strict=True
        )
        rows = zip(self.counts, *runs, strict=True)
        shared = [row for row in rows if None not in row]
        x, *series = zip(*shared, strict=True)
        return small(
            plots.lines(
                x,
                {
                    label: [run["bleu"] for run in each]
                    for label, each in zip(labels, series, strict=True)
                },
                xlabel="translated pairs",
                ylabel="BLEU",
                logx=True,
                alt="BLEU by the number of translated pairs",
            )
        )


def _run(run: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What one model wrote, as plain JSON; None where none was trained."""
    if run is None:
        return None
    return {
        "bleu": round(run["bleu"], 1),
        "texts": [_parts(text) for text in run["texts"]],
    }


def _parts(text: str) -> list[str]:
    """The text cut where odd words begin and end: every second part is odd."""
    if isinstance(text, Marked):
        return [*text.parts]
    return [str(text)]
