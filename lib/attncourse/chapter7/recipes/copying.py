"""Chapter 1's copying task for a Transformer, inside and beyond the lengths
that it was trained on.
"""

from dataclasses import dataclass

import torch

from attnbook.data.tokenizer import SPECIAL
from attnbook.models import transformer
from attncourse.chapter1.recipes.memory import Copy
from attncourse.experiments.trials import Case


@dataclass(frozen=True)
class Copying(Copy):
    """`Copy` with a Transformer. Instead of attentions it has one encoding,
    sines.
    """

    name: str = "copy-transformer"
    attentions: tuple[str, ...] = ("sinusoidal",)
    # the type differs from that of `Copy`
    model: transformer.Config = transformer.Config(  # type: ignore[assignment]
        len(SPECIAL) + 10,
        width=64,
        hidden=128,
        encoder_layers=2,
        decoder_layers=2,
    )

    def fresh(self, case: Case, seed: int) -> transformer.Transformer:
        generator = torch.Generator().manual_seed(seed)
        return transformer.build(self.model, generator)


COPYING = Copying()
