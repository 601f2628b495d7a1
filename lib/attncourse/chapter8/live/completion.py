"""The shipped language model goes on with the reader's own words. Chapter 8."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
import traitlets
from torch import Tensor

from attnbook.data.tokenizer import START, STOP, tidy
from attncourse.figures import plots, validate
from attncourse.live.base import ModelFigure, between, small

LIMIT = 80  # tokens of a caption
SHOWN = 10  # tokens that each place names
TOP_K = (0, 1, 2, 5, 10, 50)
"""What the reader chooses from; 0: no cut."""
RANGES = {"temperature": (0.0, 2.0), "top_p": (0.1, 1.0)}


class LiveCompletion(ModelFigure):
    """Type the beginning of a caption; see how probable each next token is,
    before and after a temperature, top-k and top-p, and how surprising each
    token of the caption was; go on with a token, or draw.

    `models` gives the name, label and bytes of the one model. Each of
    `examples` is {"beginning": text, "answers": one}; an answer is what
    `distributions` gives for the recorded caption, whose first "begun" tokens
    are the beginning. `complete(name, asked)` gives an answer in a running
    notebook; `asked` has "text", a beginning, or "tokens" of a caption, the
    number of tokens to "write", and the three choices.
    Raises ValueError for an answer that does not fit, and without examples;
    TraitError for a choice that there is not.
    """

    temperature = traitlets.Float(1.0)
    top_k = traitlets.Int(0)
    top_p = traitlets.Float(1.0)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        complete: Callable[[str, dict[str, Any]], dict[str, Any]] | None = None,
        **traits: Any,
    ) -> None:
        if not examples:
            raise ValueError("a recorded caption is needed: examples=[]")
        super().__init__(models, examples, complete, **traits)

    @traitlets.validate("temperature", "top_p")
    def _check_range(self, proposal: Any) -> float:
        name = proposal["trait"].name
        return between(name, float(proposal["value"]), *RANGES[name])

    @traitlets.validate("top_k")
    def _check_count(self, proposal: Any) -> int:
        value = int(proposal["value"])
        if value not in TOP_K:
            raise traitlets.TraitError(
                f"top_k must be one of {TOP_K}: top_k={value}"
            )
        return value

    def _plain(self, example: dict[str, Any]) -> dict[str, Any]:
        return {"beginning": str(example["beginning"])}

    def _checked(self, answer: dict[str, Any]) -> dict[str, Any]:
        tokens = [int(token) for token in answer["tokens"]]
        places = len(tokens) + (tokens[-1:] != [STOP])
        for name, count in (
            ("pieces", len(tokens)),
            ("bits", len(tokens)),
            ("places", places),
        ):
            if len(answer[name]) != count:
                raise ValueError(
                    f"{len(tokens)} tokens need {count} {name}: "
                    f"{len(answer[name])}"
                )
        for place in answer["places"]:
            for name in ("p", "q"):
                if name in place:
                    numbers = validate.finite(name, place[name], axes=1)
                    validate.within(numbers, (0.0, 1.0))
        return dict(answer) | {"tokens": tokens}

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in request.items() if k != "number"}

    def still(self) -> plots.Figure:
        """The distribution of the next token after the chosen beginning."""
        example = self.examples[self.example]
        answer = example["answers"][0]
        place = answer["places"][answer["begun"]]
        rest = max(0.0, 1 - sum(place["p"]))
        after = example["beginning"]
        said = f"after “{after}”" if after else "at the beginning of a caption"
        return small(
            plots.bars(
                [*place["pieces"], "others"],
                {"probability": [*place["p"], rest]},
                xlabel="next token",
                ylabel="probability",
                alt=f"What a language model expects {said}: "
                f"{len(place['p'])} tokens and all others.",
            )
        )


@torch.no_grad()
def distributions(
    completer: Any,
    text: str | Sequence[int],
    cut: Callable[[Tensor], Tensor] | None = None,
) -> dict[str, Any]:
    """What the model expects at each place of a text, or of tokens that may
    end with STOP: one place before each token, and one at the end of what has
    not stopped.

    "tokens" and their "pieces"; "bits", -log2 p of each; "vocabulary", how many
    tokens there are; "places", each with the SHOWN likeliest "tokens", their
    "pieces" and probabilities "p", how many are "left", and the "share" of the
    probability that these have. `cut` gives scores "T N" with -inf for what is
    cut; with it, a place has "q", the probabilities after the cut. Raises
    ValueError for more than LIMIT tokens.
    """
    words = completer.tokenizer
    tokens: list[int] = (
        words.encode(tidy(text))[:-1] if isinstance(text, str) else [*text]
    )
    if len(tokens) > LIMIT:
        raise ValueError(
            f"the text has {len(tokens)} tokens: at most {LIMIT} are read"
        )
    read = tokens[:-1] if tokens[-1:] == [STOP] else tokens
    scores = completer.model(torch.tensor([[START, *read]]))[0]
    scores = scores.double().log_softmax(-1)
    said = scores[range(len(tokens)), tokens] / -np.log(2)
    after = scores if cut is None else cut(scores)
    places = [
        _place(words, tokens[max(t - 1, 0) : t], scores[t], after[t])
        for t in range(len(scores))
    ]
    if cut is None:
        for place in places:
            del place["q"]
    return {
        "tokens": tokens,
        "pieces": words.pieces(tokens),
        "bits": _rounded(said, 2),
        "vocabulary": scores.shape[-1],
        "places": places,
    }


def _place(
    words: Any, before: list[int], scores: Tensor, after: Tensor
) -> dict[str, Any]:
    """One of the places, after the token `before`, if there is one."""
    shown = scores.sort(descending=True, stable=True).indices[:SHOWN]
    left = after.isfinite()
    return {
        "tokens": shown.tolist(),
        "pieces": [words.pieces([*before, k])[-1] for k in shown.tolist()],
        "p": _rounded(scores[shown].exp(), 4),
        "q": _rounded(after.softmax(-1)[shown], 4),
        "left": int(left.sum()),
        "share": round(float(scores[left].exp().sum()), 4),
    }


def _rounded(numbers: Tensor, digits: int) -> list[float]:
    return [round(x, digits) for x in numbers.tolist()]
