"""The trained Transformer on the reader's own sentence: each step, each layer,
each head. Chapter 7.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from attncourse.chapter1.live.translator import LiveTranslator
from attncourse.figures import plots
from attncourse.live.base import small

SIZES = (
    "vocabulary",
    "width",
    "heads",
    "hidden",
    "encoder_layers",
    "decoder_layers",
)

PANELS = ("heads", "stream", "cache")


class LiveTransformer(LiveTranslator):
    """Type an English sentence; the Transformer translates it, perhaps beside
    two older translators. By its `panel` the figure shows step by step what
    each head reads, how much each layer adds to the stream, or which keys and
    values are kept; a head or a layer is switched off.

    Its models, examples and answers are those of `LiveTranslator`, the last of
    them the Transformer's, whose `sizes` are those of its configuration and
    whose weights are a mean of heads. Of the others the texts are kept.
    """

    WHO = "Three translators"
    READS = (
        "What the Transformer reads, as weights: the mean of the heads of one "
        "layer"
    )
    sizes: Any = traitlets.Dict(read_only=True)
    panel = traitlets.Enum(PANELS, PANELS[0], read_only=True)
    cached = traitlets.Bool(True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        sizes: Mapping[str, Any],
        panel: str = PANELS[0],
        **traits: Any,
    ) -> None:
        self.set_trait("sizes", {name: int(sizes[name]) for name in SIZES})
        self.set_trait("panel", panel)
        super().__init__(models, list(map(_shortened, examples)), **traits)

    def still(self) -> plots.Figure:
        """The weights of the first recorded sentence, or of the chosen one."""
        return small(super().still())


def _shortened(example: dict[str, Any]) -> dict[str, Any]:
    """Of all answers but the last the text alone, so that a page is light."""
    *others, last = example["answers"] or [None]
    texts = [{"text": answer["text"]} for answer in others]
    return example | {"answers": [*texts, last] if last else []}
