"""Six children whom trained self-attention answers. Chapter 5."""

from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from torch.nn import functional as F

from attnbook.heads import MultiHead
from attncourse.figures import plots
from attncourse.live.base import Choice, Choices, LiveFigure, small

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
COLOURS = ("red", "green", "blue", "white")
# Ann's two answers differ, and one head gives only one of them; all in all it
# gives 9 of 12, about its share.
ASKS = ((2, 5), (0, 3), (2, 4), (5, 1), (0, 4), (3, 1))
BALLS = (0, 1, 2, 3, 2, 1)


class LiveChildren(LiveFigure):
    """Change whom a child asks about, or its ball; see whom it attends to and
    what the model answers.

    Each of `models` has a "kind", "1 head" or "2 heads", a number of
    "questions", 1 or 2, and its weights by name, each a flat list. Child i,
    looked at where it is `child`, has the name NAMES[i], asks about two names
    `asks` (6, 2), the first alone with one question, and has a ball of the
    colour `colour` (6).
    Raises TraitError for a child, a colour or a choice that is not there.
    """

    models: Any = traitlets.List(read_only=True)
    names: Any = traitlets.List(list(NAMES), read_only=True)
    colours: Any = traitlets.List(list(COLOURS), read_only=True)
    asks: Any = Choices((len(NAMES), 2), len(NAMES))
    colour: Any = Choices((len(NAMES),), len(COLOURS))
    heads = traitlets.Enum([1, 2], 1)
    questions = traitlets.Enum([1, 2], 2)
    child = Choice(len(NAMES))

    def __init__(
        self,
        models: Sequence[dict[str, Any]],
        asks: Any = ASKS,
        colour: Any = BALLS,
        **traits: Any,
    ) -> None:
        self.set_trait("models", list(models))
        asked = [list(pair) for pair in asks]
        super().__init__(asks=asked, colour=list(colour), **traits)

    def reads(self) -> dict[str, Any]:
        """What the page shows of this state, by the library: "said" (6,
        questions), colours, and "weights" (heads, 6, 6).
        """
        (model,) = (
            {name: torch.tensor(x) for name, x in m.items() if "." in name}
            for m in self.models
            if m["kind"].split()[0] == str(self.heads)
            and m["questions"] == self.questions
        )
        asks = torch.tensor(self.asks)[:, : self.questions]
        names = torch.cat([torch.arange(len(NAMES))[:, None], asks], -1)
        balls = F.one_hot(torch.tensor(self.colour), len(COLOURS))
        x = torch.cat([F.one_hot(names, len(NAMES)).flatten(1), balls], -1)
        width = len(model["inputs.bias"])
        layer = MultiHead(width, self.heads).requires_grad_(False)
        for name, own in layer.named_parameters():
            own.copy_(model[f"between.{name}"].view_as(own))
        first = model["inputs.weight"].view(width, -1)
        h = F.linear(x.float(), first, model["inputs.bias"])[None]  # B T D
        last = model["out.weight"].view(-1, width)
        logits = F.linear(layer(h)[0], last, model["out.bias"])
        said = logits.unflatten(-1, (self.questions, -1)).argmax(-1)
        return {"said": said.tolist(), "weights": layer.weights(h)[0].tolist()}

    def still(self) -> plots.Figure:
        """The weights of the first head, and the answers to one child."""
        found = self.reads()
        asked = self.asks[self.child][: self.questions]
        answers = ", ".join(
            f"{NAMES[whom]} has {COLOURS[self.colour[whom]]} and the answer is "
            f"{COLOURS[said]}"
            for whom, said in zip(asked, found["said"][self.child], strict=True)
        )
        return small(
            plots.heatmap(
                found["weights"][0],
                rows=NAMES,
                columns=NAMES,
                xlabel="attended to",
                ylabel="child",
                alt=f"The attention weights of six children, by head 1 of "
                f"{self.heads}. {NAMES[self.child]} asks: {answers}",
            )
        )
