"""How the loss falls with parameters and with text: sizes times amounts, and a
larger model that the law of the others predicts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from attnbook.models import language_model
from attncourse.chapter10.recipes.changes import CHANGED
from attncourse.chapter10.recipes.decoders import Decoders
from attncourse.experiments.trials import Case


@dataclass(frozen=True)
class Scaling(Decoders):
    """A model of each of `widths` for each number of captions; and one to
    which the law is `extrapolated`, wider and with more captions than they.
    """

    name: str = "scaling-law"
    model: language_model.Config = CHANGED.config({"change": "all five"})
    widths: tuple[int, ...] = (16, 32, 48, 64)
    amounts: tuple[int, ...] = (1750, 3500, 7000, 14000)
    extrapolated: tuple[int, int] = (96, 28000)
    seeds: tuple[int, ...] = (1,)

    def cases(self) -> Iterator[Case]:
        for captions in self.amounts:
            for width in self.widths:
                yield {"width": width, "captions": captions}
        yield dict(zip(("width", "captions"), self.extrapolated, strict=True))

    def config(self, case: Case) -> language_model.Config:
        """All sizes grow alike."""
        width = case["width"]
        hidden = round(self.model.hidden * width / self.model.width)
        return replace(self.model, width=width, hidden=hidden)

    def captions(self, case: Case) -> int:
        """The first of all."""
        return int(case["captions"])

    def also(
        self, model: language_model.LanguageModel, case: Case
    ) -> dict[str, Any]:
        """Tokens that it learned from, the ends of captions included."""
        _, (training, *_) = self.texts
        read = training[: self.captions(case)]
        return {"tokens": sum(len(tokens) for tokens, _ in read)}


SCALED = Scaling()
"""A small scaling law of language models of captions."""
