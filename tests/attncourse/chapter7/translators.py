"""The figure of the Transformer, and what the library says of a sentence."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import cache, partial
from typing import Any

import torch
from playwright.sync_api import Page
from torch import Tensor

from attnbook import pretrained
from attnbook.data.tokenizer import START
from attncourse.chapter7.live.transformer import LiveTransformer
from attncourse.chapter7.recipes import heads
from tests.attncourse.chapter1.translations import NAMES as OLDER
from tests.attncourse.live.site.alive import LIVE

NAME = "translate-en-fr-transformer"
NAMES = (*OLDER, NAME)
LABELS = ("One context vector", "With attention", "Transformer")
RECORDED = ("a man sleeps .", "two dogs are running on the grass .")
TEXTS = f"{LIVE} .translation > :first-child"
LAYERS = {
    "encoder": ("encoder", "own"),
    "encoder_network": ("encoder", "feed_forward"),
    "own": ("decoder", "own"),
    "cross": ("decoder", "cross"),
    "decoder_network": ("decoder", "feed_forward"),
}
"""For each part of a page the stack of a model, and the layer of its blocks."""


@cache
def load(name: str) -> pretrained.Translator:
    return pretrained.load(name)


@cache
def answer(name: str, sentence: str, off: tuple = ()) -> dict[str, Any]:
    """The library's. That of the Transformer has "maps", the weights of all
    heads, and "shares", how long what each layer adds is beside the word after
    it; what is `off`, (part, layer, head) or (part, layer), adds nothing.
    """
    if name != NAME:
        return load(name).trace(sentence)
    translator, encode = load(name), load(name).tokenizer.encode
    with torch.no_grad(), ExitStack() as stack:
        for place in off:
            stack.enter_context(silent(translator.model, *place))
        found = translator.trace(sentence)
        shares = stack.enter_context(added(translator.model))
        maps = translator.model.all_weights(
            torch.tensor([encode(sentence)]),
            torch.tensor([[START, *found["tokens"][:-1]]]),
        )
    return found | {"maps": maps, "shares": shares}


@contextmanager
def silent(model: Any, part: str, layer: int, *head: int) -> Iterator[None]:
    """Without a head, or without a whole layer."""
    if head:
        with heads.removed(heads.attention_layers(model)[part][layer], *head):
            yield
        return
    stack, name = LAYERS[part]
    residual = getattr(getattr(model, stack).blocks[layer], name)
    with residual.register_forward_hook(lambda _, given, y: given[0]):
        yield


@contextmanager
def added(model: Any) -> Iterator[dict[str, dict[int, Tensor]]]:
    """While it lasts the model notes what each layer adds, by part and layer;
    the last time counts.
    """
    found: dict[str, dict[int, Tensor]] = {part: {} for part in LAYERS}

    def noted(part: str, k: int, _: Any, given: Any, y: Tensor) -> None:
        share = (y - given[0]).norm(dim=-1) / y.norm(dim=-1)
        found[part][k] = share[0]

    with ExitStack() as hooks:
        for part, (stack, name) in LAYERS.items():
            for k, block in enumerate(getattr(model, stack).blocks):
                hook = getattr(block, name).register_forward_hook(
                    partial(noted, part, k), prepend=True
                )
                hooks.enter_context(hook)
        yield found


@cache
def recorded() -> list[dict[str, Any]]:
    """Two sentences as results have them, and one that waits."""
    examples = []
    for text in RECORDED:
        *texts, last = (answer(name, text) for name in NAMES)
        kept = {name: last[name] for name in ("text", "source", "target")}
        looked = kept | {"weights": last["weights"].tolist()}
        answers = [*({"text": one["text"]} for one in texts), looked]
        examples.append({"sentence": text, "answers": answers})
    return [*examples, {"sentence": "a red hat", "answers": []}]


def figure(panel: str = "heads") -> LiveTransformer:
    """All three translators beside the heads, the Transformer beside what else
    is shown of it.
    """
    files = [pretrained.FOLDER / f"{name}.safetensors" for name in NAMES]
    sizes = [file.stat().st_size for file in files]
    models = list(zip(NAMES, LABELS, sizes, strict=True))
    config = asdict(load(NAME).model.config)
    if panel == "heads":
        return LiveTransformer(models, recorded(), config)
    alone = [one | {"answers": one["answers"][-1:]} for one in recorded()]
    return LiveTransformer(models[-1:], alone, config, panel)


def translated(page: Page) -> list[str]:
    """The library's translations of the sentence in the field."""
    sentence = page.locator("textarea").input_value()
    return [answer(name, sentence)["text"] for name in NAMES]


def texts(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(TEXTS).all_text_contents()]
