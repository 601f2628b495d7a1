"""Trained models that answer questions about order, on sequences as long as
the reader wants. Chapter 6.
"""

from collections.abc import Sequence
from typing import Any

import traitlets

from attncourse.chapter6.order import UNASKED
from attncourse.figures import plots
from attncourse.live.base import Choice, ModelFigure, between, small

KINDS = {
    "none": "none",
    "sinusoidal": "sinusoidal",
    "learned": "learned",
    "shaw": "Shaw",
    "rotary": "rotary",
    "alibi": "ALiBi",
}


class LiveOrder(ModelFigure):
    """Choose a question and an encoding, drag the length; see what is still
    answered, and where each head looks. The `clocks` of sines and of rotary
    positions are those of the training (0), or slowed for the longest of
    `sizes`: all by one factor (1), a larger base (2), or those that made no
    full turn in training (3).

    `models` gives the name `order-QUESTION-ENCODING` of each, its label and
    bytes. Each of `examples` is a question with a recorded sequence:
    {"question", "tokens", "wanted" (UNASKED where nothing is asked),
    "answers": for each of `KINDS` what it "said", "measured": its accuracy at
    each of `sizes`}; models were trained on at most `trained` symbols.
    Raises TraitError for choices that are not there.
    """

    encodings: Any = traitlets.List(list(map(list, KINDS.items())))
    sizes: Any = traitlets.List(read_only=True)
    trained = traitlets.Int(read_only=True)
    encoding = Choice(len(KINDS), 2)
    clocks = Choice(4, 0)
    length = traitlets.Int(64)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        sizes: Sequence[int],
        trained: int,
        **traits: Any,
    ) -> None:
        self.set_trait("sizes", list(sizes))
        self.set_trait("trained", trained)
        super().__init__(models, examples, **traits)

    @traitlets.validate("length")
    def _check_length(self, proposal: Any) -> int:
        low, *_, high = self.sizes
        return between("length", proposal["value"], low, high)

    def reads(self) -> dict[str, Any]:
        """What the page shows of the recorded sequence: the "verdicts" on its
        positions, "right", "wrong" or "unasked", and the "share" right of
        those of the second half.
        """
        example = self.examples[self.example]
        said = example["answers"][self.encoding]["said"][: self.length]
        verdicts = [
            "unasked" if a == UNASKED else "right" if a == b else "wrong"
            for a, b in zip(example["wanted"], said, strict=False)
        ]
        counted = verdicts[self.length // 2 :]
        asked = len(counted) - counted.count("unasked")
        share = counted.count("right") / max(asked, 1)
        return {"verdicts": verdicts, "share": share}

    def still(self) -> plots.Figure:
        """The measured accuracy of each encoding, over the length."""
        example = self.examples[self.example]
        name = KINDS[list(KINDS)[self.encoding]]
        return small(
            plots.lines(
                self.sizes,
                dict(zip(KINDS.values(), example["measured"], strict=True)),
                xlabel="symbols in the sequence",
                ylabel="share right",
                alt=f"The share of right answers to the question "
                f"{example['question']}, by encoding and length. Of the "
                f"recorded sequence of {self.length} symbols {name} answers "
                f"{self.reads()['share']:.2f} right",
                logx=True,
                limits=(0, 1),
                ticks=True,
            )
        )
