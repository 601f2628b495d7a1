"""Two shipped translators at work on the reader's own sentence.

In a page of the site the front end fetches the weights when the reader asks,
and computes; in a running notebook the kernel answers. Built in chapter 2.
"""

from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from attnbook.show import plots, validate
from attnbook.show.live import frontend
from attnbook.show.live.base import ModelFigure, within


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

    _esm, _css = frontend.figure("translator")

    examples: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    example = traitlets.Int(0).tag(sync=True, live=True)
    languages = traitlets.List(["en", "fr"]).tag(sync=True, live=True)

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
        self.set_trait("examples", [_example(e) for e in examples])
        self._translate = translate
        super().__init__(models, translate is not None, **traits)

    @traitlets.validate("example")
    def _check_choice(self, proposal: Any) -> int:
        return within("example", proposal["value"], len(self.examples))

    def _answers(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        assert self._translate is not None
        sentence = request["sentence"]
        names = [model["name"] for model in self.models]
        return [_answer(self._translate(name, sentence)) for name in names]

    def still(self) -> plots.Figure:
        """The weights of the first recorded sentence, or of the chosen one."""
        chosen = self.examples[self.example]
        example = chosen if chosen["answers"] else self.examples[0]
        said = [
            f"{model['label']}: {answer['text']}"
            for model, answer in zip(
                self.models,
                example["answers"],
                strict=True,
            )
        ]
        alt = [f"Two translators read: {example['sentence']}", *said]
        shown = next(a for a in example["answers"] if a["weights"])
        return plots.heatmap(
            shown["weights"],
            rows=shown["target"],
            columns=shown["source"],
            xlabel="source (English)",
            ylabel="target (French)",
            alt=f"{' '.join(alt)} What attention reads, as weights",
        )


def _example(example: dict[str, Any]) -> dict[str, Any]:
    answers = [_answer(answer) for answer in example["answers"]]
    return {"sentence": str(example["sentence"]), "answers": answers}


def _answer(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer, checked, as plain JSON with weights of 3 digits."""
    checked = {key: list(answer[key]) for key in ("source", "target")}
    weights = answer.get("weights")
    if weights is not None:
        cells = validate.finite("weights", weights, axes=2)
        validate.within(cells, (0.0, 1.0))
        validate.words(cells, checked["target"], checked["source"])
        weights = cells.round(3).tolist()
    return {"text": str(answer["text"]), **checked, "weights": weights}
