"""The trained Transformer on the reader's own sentence: each step, each layer,
each head. Chapter 7.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import torch
import traitlets
from torch import Tensor

from attnbook.data.tokenizer import START, tidy
from attncourse.figures import plots
from attncourse.live.base import ModelFigure, checked, small

SIZES = (
    "vocabulary",
    "width",
    "heads",
    "hidden",
    "encoder_layers",
    "decoder_layers",
)
PARTS = ("encoder", "own", "cross")
LAYERS = {
    "encoder": ("encoder", "own"),
    "encoder_network": ("encoder", "feed_forward"),
    "own": ("decoder", "own"),
    "cross": ("decoder", "cross"),
    "decoder_network": ("decoder", "feed_forward"),
}
"""For each part of a page the stack of a model, and the layer of its blocks."""
Off = Sequence[Sequence[Any]]
"""What is off, counted from 0: (part, layer, head) or a whole (part, layer)."""


class LiveTransformer(ModelFigure):
    """Type an English sentence; the Transformer translates it beside two older
    translators. Step by step each head shows what it reads, keys and values
    are kept or computed anew; it shows how much each layer adds to the stream;
    a head or a layer is switched off.

    `models` gives the name, label and bytes of the two older ones and, last,
    of the Transformer, whose `sizes` are those of its configuration. Each of
    `examples` is {"sentence": text, "answers": one for each model}; an answer
    is {"text"}, the last one also {"source": S pieces, "target": T pieces,
    "weights": (T, S), a mean of heads}. An example may have no answers: it
    waits for the models. `translate(name, sentence, off)` gives an answer in a
    running notebook; the last one of `traced` has all heads and layers.
    Raises ValueError for weights that do not fit, for sizes that are missing,
    and without examples; TraitError for an example that is not there.
    """

    languages = traitlets.List(["en", "fr"])
    sizes: Any = traitlets.Dict(read_only=True)
    cached = traitlets.Bool(True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        translate: Callable[[str, str, Off], dict[str, Any]] | None = None,
        *,
        sizes: Mapping[str, Any],
        **traits: Any,
    ) -> None:
        if not examples or not examples[0]["answers"]:
            first = list(examples)[:1]
            raise ValueError(f"the first example needs answers: {first}")
        missing = [name for name in SIZES if name not in sizes]
        if missing:
            raise ValueError(f"sizes has no {', '.join(missing)}: {sizes}")

        def answer(name: str, asked: tuple[str, Off]) -> dict[str, Any]:
            assert translate is not None
            return translate(name, *asked)

        self.set_trait("sizes", {name: int(sizes[name]) for name in SIZES})
        plain = [_shortened(example) for example in examples]
        super().__init__(models, plain, translate and answer, **traits)

    def _plain(self, example: dict[str, Any]) -> dict[str, Any]:
        return {"sentence": str(example["sentence"])}

    def _checked(self, answer: dict[str, Any]) -> dict[str, Any]:
        if answer.get("weights") is None:
            return {"text": str(answer["text"]), "weights": None}
        source = list(answer["source"])
        read = {"source": source, "maps": answer.get("maps")}
        read["shares"] = answer.get("shares")
        return checked(answer, source) | read

    def _asked(self, request: dict[str, Any]) -> tuple[str, Off]:
        return str(request["sentence"]), request.get("off", [])

    def still(self) -> plots.Figure:
        """What the Transformer reads of the first recorded sentence, or of the
        chosen one.
        """
        example = self._answered()
        said, shown = self._said(example)
        alt = [f"Three translators read: {example['sentence']}", *said]
        return small(
            plots.heatmap(
                shown["weights"],
                rows=shown["target"],
                columns=shown["source"],
                xlabel="source (English)",
                ylabel="target (French)",
                alt=f"{' '.join(alt)} What the Transformer reads, as weights: "
                "the mean of the heads of one layer",
            )
        )


def _shortened(example: dict[str, Any]) -> dict[str, Any]:
    """Of all answers but the last the text alone, and of that one no more than
    one map, so that a page stays light.
    """
    texts = [{"text": answer["text"]} for answer in example["answers"][:-1]]
    last = [
        answer | {"maps": None, "shares": None}
        for answer in example["answers"][-1:]
    ]
    return example | {"answers": [*texts, *last]}


@torch.no_grad()
def traced(translator: Any, sentence: str, off: Off = ()) -> dict[str, Any]:
    """`translator.trace` of a Transformer, and more, with three digits: "maps"
    has the weights of all heads, PARTS by layer and head; "shares" the length
    of what each layer adds, over that of the word after it, LAYERS by layer and
    word. What is `off` adds nothing, but has its share.
    """
    model = translator.model
    encode = translator.tokenizer.encode
    with ExitStack() as stack:
        for place in off:
            stack.enter_context(_silent(model, *place))
        found: dict[str, Any] = translator.trace(sentence)
        fed = torch.tensor([[START, *found["tokens"][:-1]]])
        source = torch.tensor([encode(tidy(sentence))])
        shares = stack.enter_context(_shares(model))
        maps = model.all_weights(source, fed)
    rounded = {
        name: {
            part: [a[0].double().round(decimals=3).tolist() for a in by_layer]
            for part, by_layer in by_part.items()
        }
        for name, by_part in (("maps", maps), ("shares", shares))
    }
    return found | rounded


@contextmanager
def _shares(model: Any) -> Iterator[dict[str, list[Tensor]]]:
    """While it lasts the model notes what each layer adds, "B T"."""
    found: dict[str, list[Tensor]] = {}

    def noted(part: str, k: int, _: Any, given: Any, y: Tensor) -> None:
        found[part][k] = (y - given[0]).norm(dim=-1) / y.norm(dim=-1)

    with ExitStack() as hooks:
        for part, (stack, name) in LAYERS.items():
            blocks = getattr(model, stack).blocks
            found[part] = [torch.empty(0)] * len(blocks)
            for k, block in enumerate(blocks):
                layer, note = getattr(block, name), partial(noted, part, k)
                hook = layer.register_forward_hook(note, prepend=True)
                hooks.enter_context(hook)
        yield found


@contextmanager
def _silent(
    model: Any, part: str, layer: int, head: int | None = None
) -> Iterator[None]:
    """Without a head, or without a whole layer."""
    stack, name = LAYERS[part]
    residual = getattr(getattr(model, stack).blocks[layer], name)
    if head is None:
        with residual.register_forward_hook(lambda _, given, y: given[0]):
            yield
        return
    attention = residual.layer
    by_head = attention.out.weight.data.unflatten(1, (attention.heads, -1))
    kept = by_head[:, head].clone()
    by_head[:, head] = 0
    try:
        yield
    finally:
        by_head[:, head] = kept
