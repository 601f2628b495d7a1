"""Chapter 1's copying task for a Transformer, inside and beyond the lengths
that it was trained on.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from attnbook import positions
from attnbook.data.tokenizer import SPECIAL
from attnbook.models import transformer
from attncourse.chapter1.recipes.memory import Copy
from attncourse.experiments.trials import Case


@dataclass(frozen=True)
class Copying(Copy):
    """`Copy` with a Transformer. Instead of attentions it has encodings: sines
    that always count from 0, and sines whose first position is random while
    training, up to `reach`, the same for source and target.
    """

    name: str = "copy-transformer"
    attentions: tuple[str, ...] = ("sinusoidal", "random starts")
    # the type differs from that of `Copy`
    model: transformer.Config = transformer.Config(  # type: ignore[assignment]
        len(SPECIAL) + 10,
        width=64,
        hidden=128,
        encoder_layers=2,
        decoder_layers=2,
    )
    reach: int = 1000

    def fresh(self, case: Case, seed: int) -> transformer.Transformer:
        generator = torch.Generator().manual_seed(seed)
        model = transformer.build(self.model, generator)
        if case["attention"] == "random starts":
            reach = self.reach
            model.positions = Moved(self.model.width)
            model.register_forward_pre_hook(
                lambda made, _: made.positions.move(reach, made.training)
            )
        return model


COPYING = Copying()


class Moved(positions.Sinusoidal):
    """Sines that count from `first`."""

    first = 0

    def move(self, reach: int, training: bool) -> None:
        """Count from a random position if training, else from 0."""
        self.first = int(torch.randint(reach, ())) if training else 0

    def forward(self, x: Tensor, start: positions.Start = 0) -> Tensor:
        return super().forward(x, start + self.first)
