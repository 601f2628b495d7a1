"""Who may see whom: a caption, a mask for each of its tokens, and what each
then costs two models. Chapter 8.
"""

from attncourse.figures import plots
from attncourse.live.base import Choice, ModelFigure, small

PRESETS = "left", "both", "prefix"
"""What may be seen at first: all earlier tokens, as in GPT, all others, as in
BERT, or what stands before, with the first half given.
"""


class LiveMask(ModelFigure):
    """Choose what each token of a caption may see, cell by cell; read below it
    how many bits it then costs.

    `models` gives name, label and bytes of the causal and of the masked model.
    Each of `examples` is {"sentence": text, "answers": one}; an answer is what
    `costs.recorded` gives. `preset` is the mask that is shown first.
    """

    preset = Choice(len(PRESETS))

    def still(self) -> plots.Figure:
        """What each token of the chosen caption costs, by what it sees."""
        example = self._answered()
        (answer,) = example["answers"]
        return small(
            plots.bars(
                answer["pieces"],
                {
                    "earlier tokens": answer["left"],
                    "all other tokens": answer["both"],
                },
                xlabel="token",
                ylabel="bits",
                alt=f"Bits of each token of “{example['sentence']}”, by what a "
                "model sees",
            )
        )
