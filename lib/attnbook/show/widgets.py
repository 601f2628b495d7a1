"""Live figures: alive in a running notebook, on the built site without a kernel, and still a picture elsewhere.

A figure of its own is one subclass of `LiveFigure` and one module in `frontend/`. In a notebook it is an anywidget.
The same output carries `text/html`: a picture with alt text, then the same front-end module with its state, which
`frontend/mount.js` brings to life in any page that runs scripts. Built in chapter 2.
"""

import base64
import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

import anywidget
import numpy as np
import traitlets

from attnbook.show import plots


def frontend(name: str) -> str:
    """The text of one file of the front end, from the package data."""
    return resources.files("attnbook.show").joinpath("frontend", name).read_text(encoding="utf-8")


class LiveFigure(anywidget.AnyWidget):
    """The base of every live figure.

    A subclass sets `_esm` and `_css` (see `frontend`), declares what its front end reads as traits tagged
    `sync=True, live=True`, and gives `alt` and `still()`. All of that state must be plain JSON.
    """

    alt = traitlets.Unicode()

    def still(self) -> plots.Figure:
        """The picture that stands in where no script runs."""
        raise TypeError(f"{type(self).__name__} gives no picture")

    def html(self) -> str:
        """The figure for a page without a kernel: the same bytes for the same state, and no address of any host."""
        state = {name: getattr(self, name) for name in sorted(self.traits(live=True))}
        content = _script_json({"state": state, "module": str(self._esm), "css": str(self._css)})
        picture = self.still()
        png = base64.b64encode(picture.png).decode()
        return "\n".join(
            (
                f'<div data-live-figure="{type(self).__name__}">',
                f'<img alt="{escape(self.alt)}" width="{picture.width}" src="data:image/png;base64,{png}">',
                f'<script type="application/json">{content}</script>',
                "</div>",
                f'<script type="module">\n{frontend("mount.js")}</script>',
            )
        )

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return data | {"text/html": self.html(), "text/plain": self.alt}, metadata


class AlignmentExplorer(LiveFigure):
    """Choose a sentence and a word of its translation; see the weight of each source word, as a bar and a number.

    Each of `examples` is {"source": S words, "target": T words, "weights": (T, S)}, and may have "caption", a
    sentence, and "known", the (target, source) positions of a known alignment. Weights are kept to 3 digits, which
    is what the figure shows. `languages` are the codes of source and target, which a screen reader needs; `example` and
    `word` are the choices of the reader.
    Raises ValueError for sizes that disagree, and for rows that are not distributions.
    """

    _esm = frontend("alignment.js")
    _css = frontend("alignment.css")

    examples: Any = traitlets.List().tag(sync=True, live=True)
    example = traitlets.Int(0).tag(sync=True, live=True)
    word = traitlets.Int(0).tag(sync=True, live=True)
    languages = traitlets.List(["en", "fr"]).tag(sync=True, live=True)

    def __init__(self, examples: Sequence[dict[str, Any]], **traits: Any) -> None:
        if not examples:
            raise ValueError("an explorer needs at least one example: examples is empty")
        checked = [_example(k, example) for k, example in enumerate(examples)]
        super().__init__(examples=checked, alt=_description(checked), **traits)

    def still(self) -> plots.Figure:
        example = self.examples[self.example]
        return plots.heatmap(
            example["weights"],
            rows=example["target"],
            columns=example["source"],
            xlabel="source word",
            ylabel="target word",
            alt=self.alt,
            outline={(row, column) for row, column in example.get("known", ())},
        )


def _example(k: int, example: dict[str, Any]) -> dict[str, Any]:
    """Example number `k`, checked, as plain JSON with weights of 3 digits."""
    source, target = list(example["source"]), list(example["target"])
    weights = plots.finite(f"weights of example {k}", example["weights"], axes=2)
    if weights.shape != (len(target), len(source)):
        raise ValueError(f"example {k}: weights {weights.shape}, {len(target)} target and {len(source)} source words")
    sums = weights.sum(axis=1)
    # Weights that were rounded to 3 digits before may miss 1 by half a digit each.
    if weights.min() < 0 or (abs(sums - 1) > 1e-6 + 0.0005 * len(source)).any():
        row = int(np.argmax(abs(sums - 1)))
        raise ValueError(
            f"example {k}: weights must be distributions: smallest {weights.min()}, row {row} sums to {sums[row]}"
        )
    checked = {"source": source, "target": target, "weights": weights.round(3).tolist()}
    if example.get("caption"):
        checked["caption"] = str(example["caption"])
    if "known" in example:
        checked["known"] = sorted([int(row), int(column)] for row, column in example["known"])
        for row, column in checked["known"]:
            if not (0 <= row < len(target) and 0 <= column < len(source)):
                place = f"{(row, column)}, weights {weights.shape}"
                raise ValueError(f"example {k}: known alignment outside the matrix: {place}")
    return checked


def _description(examples: Sequence[dict[str, Any]]) -> str:
    """Alt text from the data: what there is to choose, and the first alignment in words."""
    first = examples[0]
    pairs = []
    for word, row in zip(first["target"], first["weights"], strict=True):
        most = int(np.argmax(row))
        pairs.append(f"{word} reads {first['source'][most]} most ({row[most]:.3f})")
    return (
        f"Alignment explorer, translated sentences: {len(examples)}. For each target word, the weights over the "
        f"source words. First sentence, {' '.join(first['source'])!r}: {', '.join(pairs)}."
    )


def _script_json(content: Any) -> str:
    """JSON that may stand inside a script element: no `<` can end it."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")
