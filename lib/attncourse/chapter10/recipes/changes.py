"""From 2017 to today: five changes of a decoder alone, each by itself and all
together, at equal numbers of parameters.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from attnbook.models import language_model
from attncourse.chapter10.recipes.decoders import Decoders, size
from attncourse.experiments.trials import Case

CHANGES: dict[str, dict[str, Any]] = {
    "RMSNorm": {"normalisation": "rms"},
    "SwiGLU": {"feed_forward": "swiglu"},
    "rotary": {"positions": "rotary", "context": 0},
    "grouped queries": {"key_heads": 1},
    "no biases": {"bias": False},
}
NONE, ALL = "none", "all five"


@dataclass(frozen=True)
class Changes(Decoders):
    """A model for each change. The width of the feed-forward layers makes all
    of them as large as the one without a change.
    """

    name: str = "five-changes"
    model: language_model.Config = language_model.Config(
        1000,
        width=64,
        hidden=192,
        layers=3,
        positions="learned",
        context=128,
        dropout=0.1,
    )
    changes: tuple[str, ...] = (NONE, *CHANGES, ALL)
    read: int = 14000  # captions that each learns from

    def cases(self) -> Iterator[Case]:
        for change in self.changes:
            yield {"change": change}

    def captions(self, case: Case) -> int:
        """The first of all."""
        return self.read

    def config(self, case: Case) -> language_model.Config:
        """The model with a change, as large as the one without."""
        change = case["change"]
        chosen = CHANGES if change == ALL else {change: CHANGES.get(change, {})}
        made = self.model
        for fields in chosen.values():
            made = replace(made, **fields)
        return as_large(made, size(self.model))

    def also(
        self, model: language_model.LanguageModel, case: Case
    ) -> dict[str, Any]:
        """Bytes that a token leaves in the cache."""
        return {"cache": cache_bytes(model.config)}


CHANGED = Changes()
"""What each of five changes does to a small language model."""


def as_large(
    config: language_model.Config, wanted: int
) -> language_model.Config:
    """The same model with feed-forward layers that bring it as near to so many
    numbers as can be.
    """
    one, two = (size(replace(config, hidden=n)) for n in (1, 2))
    return replace(config, hidden=1 + round((wanted - one) / (two - one)))


def cache_bytes(config: language_model.Config) -> int:
    """Keys and values of one token in all layers, as numbers of 32 bits."""
    heads = config.key_heads or config.heads
    return 2 * 4 * config.layers * heads * config.width // config.heads
