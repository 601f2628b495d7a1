"""The trained Transformer on the reader's own sentence: each step, each layer,
each head. Chapter 7.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import torch
import traitlets
from torch import Tensor

from attnbook import pretrained
from attnbook.data.tokenizer import START
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
LENGTHS = (5, 10, 20, 40, 80)
LAYERS = {
    "own": "self-attention",
    "cross": "cross-attention",
    "feed_forward": "feed-forward",
}
"""Of a block, by their names in the library."""


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
        """The panel for the first recorded sentence, or for the chosen one."""
        if self.panel == "heads":
            return small(super().still())
        return small(self._slabs() if self.panel == "stream" else self._costs())

    def _slabs(self) -> plots.Figure:
        """How much each layer adds."""
        translator = pretrained.load(self.models[-1]["name"])
        sentence = self._answered()["sentence"]
        shares = added(translator, sentence)
        return plots.bars(
            list(shares),
            {"of its length": list(shares.values())},
            xlabel="layer, from the bottom to the top",
            ylabel="length of what it adds",
            alt=f"The Transformer reads: {sentence} The length of what each "
            "layer adds, over that of the word after it, a mean over the "
            "words.",
        )

    def _costs(self) -> plots.Figure:
        """Multiplications by length, with the cache and without it."""
        return plots.lines(
            LENGTHS,
            {
                label: [costs(self.sizes, T, kept) for T in LENGTHS]
                for label, kept in (("kept", True), ("not kept", False))
            },
            xlabel="words of a sentence and of its translation",
            ylabel="millions of multiplications",
            logx=True,
            logy=True,
            ticks=True,
            alt="Multiplications of the matrices, with a cache of keys and "
            "values and without it.",
        )


@torch.no_grad()
def added(translator: pretrained.Translator, sentence: str) -> dict[str, float]:
    """For each layer, from the bottom to the top, how long what it adds is over
    the word after it: the mean of the words.
    """
    model = translator.model
    source = torch.tensor([translator.tokenizer.encode(sentence)])
    tokens = translator.trace(sentence)["tokens"]
    found: dict[str, float] = {}

    def noted(name: str, _: Any, given: Any, y: Tensor) -> None:
        share = (y - given[0]).norm(dim=-1) / y.norm(dim=-1)
        found[name] = float(share.mean())

    with ExitStack() as hooks:
        for side in ("encoder", "decoder"):
            for k, block in enumerate(getattr(model, side).blocks, start=1):
                for part, name in LAYERS.items():
                    if hasattr(block, part):
                        hook = partial(noted, f"{side} {k}: {name}")
                        layer = getattr(block, part)
                        hooks.enter_context(layer.register_forward_hook(hook))
        model(source, torch.tensor([[START, *tokens[:-1]]]))
    return found


def costs(sizes: Mapping[str, int], T: int, kept: bool) -> float:
    """Millions of multiplications to read T words and to write T: those of the
    matrices, and all scores and reads; keys and values kept, or all computed
    again at each step.
    """
    N, D, F = (sizes[name] for name in ("vocabulary", "width", "hidden"))
    remember = 2 * T * D**2  # keys and values of the memory
    word = 2 * D * F + 4 * D**2
    total = sizes["encoder_layers"] * (T * word + 2 * T**2 * D)
    for t in range(1, T + 1):
        n = 1 if kept else t
        block = n * (word + 2 * t * D + 2 * D**2 + 2 * T * D)
        again = remember if not kept or t == 1 else 0
        total += sizes["decoder_layers"] * (block + again) + N * D
    return total / 1e6


def _shortened(example: dict[str, Any]) -> dict[str, Any]:
    """Of all answers but the last the text alone, so that a page is light."""
    *others, last = example["answers"] or [None]
    texts = [{"text": answer["text"]} for answer in others]
    return example | {"answers": [*texts, last] if last else []}
