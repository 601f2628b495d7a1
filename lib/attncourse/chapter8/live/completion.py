"""The shipped language model goes on with the reader's own words. Chapter 8."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import traitlets
from torch import Tensor

from attnbook.data.tokenizer import START, STOP
from attncourse.figures import plots
from attncourse.live.base import ModelFigure, between, small

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
    are the beginning.
    Raises TraitError for a choice that there is not.
    """

    temperature = traitlets.Float(1.0)
    top_k = traitlets.Int(0)
    top_p = traitlets.Float(1.0)

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
def distributions(completer: Any, tokens: Sequence[int]) -> dict[str, Any]:
    """What the model expects at each place of tokens that may end with STOP:
    one place before each token, and one at the end of what has not stopped.

    "tokens" and their "pieces"; "bits", -log2 p of each; "vocabulary", how many
    tokens there are; "places", each with the SHOWN likeliest "tokens", their
    "pieces" and probabilities "p", how many are "left" of all, and the "share"
    of the probability that these have: a page cuts them.
    """
    words = completer.tokenizer
    read = tokens[:-1] if tokens[-1:] == [STOP] else tokens
    scores = completer.model(torch.tensor([[START, *read]]))[0]
    scores = scores.double().log_softmax(-1)
    said = scores[range(len(tokens)), tokens] / -np.log(2)
    places = [
        _place(words, tokens[max(t - 1, 0) : t], scores[t])
        for t in range(len(scores))
    ]
    return {
        "tokens": tokens,
        "pieces": words.pieces(tokens),
        "bits": _rounded(said, 2),
        "vocabulary": scores.shape[-1],
        "places": places,
    }


def _place(words: Any, before: Sequence[int], scores: Tensor) -> dict[str, Any]:
    """One of the places, after the token `before`, if there is one."""
    shown = scores.sort(descending=True, stable=True).indices[:SHOWN]
    return {
        "tokens": shown.tolist(),
        "pieces": [words.pieces([*before, k])[-1] for k in shown.tolist()],
        "p": _rounded(scores[shown].exp(), 4),
        "left": len(scores),
        "share": 1.0,
    }


def _rounded(numbers: Tensor, digits: int) -> list[float]:
    return [round(x, digits) for x in numbers.tolist()]
