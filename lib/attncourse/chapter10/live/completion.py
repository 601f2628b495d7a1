"""The shipped language model goes on with the reader's words. Chapter 10."""

from typing import Any

import traitlets

from attncourse.figures import plots
from attncourse.live.base import ModelFigure, between, small

TOP_K = (0, 1, 2, 5, 10, 50)
"""What the reader chooses from; 0: no cut."""
RANGES = {"temperature": (0.0, 2.0), "top_p": (0.1, 1.0)}


class LiveCompletion(ModelFigure):
    """Type the beginning of a caption; see how probable each next token is,
    before and after a temperature, top-k and top-p, and how surprising each
    token of the caption was; go on with a token, or draw.

    `models` gives the name, label and bytes of the one model. Each of
    `examples` is {"beginning": text, "answers": one}; an answer is what
    `distributions` of chapter 8's language.py gives for the recorded caption,
    whose first "begun" tokens are the beginning.
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
