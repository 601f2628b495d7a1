"""Two shipped translators at work on the reader's own sentence.

In a page of the site the front end fetches the weights when the reader asks,
and computes; in a running notebook the kernel answers. Built in chapter 2.
"""

from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.live.base import ModelFigure, checked


class LiveTranslator(ModelFigure):
    """Type an English sentence; see both translations and who reads whom.

    `models` gives for each of two models (without attention, with it) its
    name, the label that the reader sees, and the bytes of its weights.
    Each of `examples` is {"sentence": text, "answers": two}; an answer, in
    the order of the models, is {"text", "source": S pieces, "target": T
    pieces, "weights": (T, S) or None}. An example may have no answers: it
    waits for the models. `translate(name, sentence)` gives an answer in a
    running notebook; without it only pages of the site can compute.
    Raises ValueError for weights that do not fit, and without examples;
    TraitError for an example that is not there.
    """

    NAMES = "Two translators", "attention"
    """Of all, and of the one whose weights the picture shows."""
    languages = traitlets.List(["en", "fr"])

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        translate: Callable[[str, str], dict[str, Any]] | None = None,
        **traits: Any,
    ) -> None:
        if not examples or not examples[0]["answers"]:
            first = list(examples)[:1]
            raise ValueError(f"the first example needs answers: {first}")
        super().__init__(models, examples, translate, **traits)

    def _plain(self, example: dict[str, Any]) -> dict[str, Any]:
        return {"sentence": str(example["sentence"])}

    def _checked(self, answer: dict[str, Any]) -> dict[str, Any]:
        source = list(answer["source"])
        return checked(answer, source) | {"source": source}

    def _asked(self, request: dict[str, Any]) -> str:
        return str(request["sentence"])

    def still(self) -> plots.Figure:
        """The weights of the first recorded sentence, or of the chosen one."""
        example = self._answered()
        said, shown = self._said(example)
        who, reader = self.NAMES
        alt = [f"{who} read: {example['sentence']}", *said]
        return plots.heatmap(
            shown["weights"],
            rows=shown["target"],
            columns=shown["source"],
            xlabel="source (English)",
            ylabel="target (French)",
            alt=f"{' '.join(alt)} What {reader} reads, as weights",
        )
