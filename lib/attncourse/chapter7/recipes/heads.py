"""What the heads of the shipped Transformer do: how far they look, what is lost
without one or without a whole layer of them, and whether they align words.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from attnbook import pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import PAD
from attnbook.heads import MultiHead
from attnbook.models.transformer import Transformer
from attnbook.train import loop, sequences
from attncourse.chapter1.recipes.translate import TRANSFORMER
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

KINDS = ("encoder", "own", "cross")
OFFSETS = {"previous": -1, "itself": 0, "next": 1}


@dataclass(frozen=True)
class Heads:
    """Every head of a translation model on the validation sentences, one at a
    time.
    """

    name: str = "heads-en-fr"
    model: str = TRANSFORMER.name
    pair: str = TRANSFORMER.pair
    tokens: int = 4000  # target tokens in a batch
    shown: int = 1  # sentences whose weights are kept, of `length` words
    length: int = 9

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        translator = pretrained.load(self.model)
        model = translator.model
        pairs = translation.load("multi30k", self.pair, "val")
        encoded = sequences.encode(translator.tokenizer, pairs)
        near = batches.by_length(encoded, self.tokens)
        whole = loop.evaluate(model, near, sequences.real_loss)
        looks = looking(model, near)
        rows: Rows = []
        layers: Rows = []

        def worth(layer: MultiHead, *heads: int) -> float:
            with removed(layer, *heads):
                return loop.evaluate(model, near, sequences.real_loss) - whole

        for kind, stack in attention_layers(model).items():
            for i, layer in enumerate(stack):
                same = {"kind": kind, "layer": i + 1}
                every = range(layer.heads)
                layers.append(same | {"loss": worth(layer, *every)})
                for h in every:
                    key = kind, i, h
                    rows.append(
                        same
                        | {"head": h + 1, "loss": worth(layer, h)}
                        | looks[key]
                    )
        return workspace.write(
            self,
            seconds=0.0,
            values={"loss": (whole, "nats per token")},
            tables={"heads": rows, "layers": layers},
            samples={"weights": self.samples(translator)},
        )

    def samples(self, translator: pretrained.Translator) -> list[Any]:
        """The weights of every head for the first test sentences of that
        length, three digits.
        """
        test = translation.load("multi30k", self.pair, "test")
        chosen = [s for s, _ in test if len(s.split()) == self.length]
        kept = []
        for sentence in chosen[: self.shown]:
            said = translator.trace(sentence)
            encode = translator.tokenizer.encode
            source = torch.tensor([encode(sentence)])
            fed = batches.collate([(encode(sentence), encode(said["text"]))])
            found = translator.model.all_weights(source, fed.target[:, :-1])
            weights = {
                kind: [a[0].double().round(decimals=3).tolist() for a in layers]
                for kind, layers in found.items()
            }
            names = {key: said[key] for key in ("source", "target")}
            kept.append(names | {"weights": weights})
        return kept


HEADS = Heads()


def attention_layers(model: Transformer) -> dict[str, list[MultiHead]]:
    """The layers of attention by their kind, as `all_weights` names them."""
    encoder: Any = model.encoder.blocks
    decoder: Any = model.decoder.blocks
    return {
        "encoder": [block.own.layer for block in encoder],
        "own": [block.own.layer for block in decoder],
        "cross": [block.cross.layer for block in decoder],
    }


@contextlib.contextmanager
def removed(layer: MultiHead, *heads: int) -> Iterator[None]:
    """The layer without those heads: what they read is multiplied by zero."""
    by_head = layer.out.weight.data.unflatten(1, (layer.heads, -1))  # D H V
    kept = by_head.clone()
    try:
        by_head[:, list(heads)] = 0.0
        yield
    finally:
        by_head.copy_(kept)


@torch.no_grad()
def looking(
    model: Transformer, near: list[batches.Batch]
) -> dict[tuple[str, int, int], dict[str, Any]]:
    """For each head: the mean entropy of its rows, in nats, and of
    self-attention the mean weight on the word before, itself, and the next.
    """
    sums: dict[tuple[str, int, int], Tensor] = {}
    counts: dict[str, int] = {}
    for source, target in near:
        fed = target[:, :-1]
        real = {"encoder": source != PAD, "own": target[:, 1:] != PAD}
        real["cross"] = real["own"]
        for kind, layers in model.all_weights(source, fed).items():
            rows = real[kind]
            counts[kind] = counts.get(kind, 0) + int(rows.sum())
            for i, weights in enumerate(layers):
                for h, a in enumerate(weights.unbind(1)):
                    entropy = torch.special.entr(a).sum(-1)
                    at = [] if kind == "cross" else _offsets(a)
                    found = torch.stack([entropy, *at])
                    total = (found * rows).sum((1, 2)).double()
                    key = kind, i, h
                    sums[key] = sums.get(key, torch.zeros(())) + total
    means = {key: (x / counts[key[0]]).tolist() for key, x in sums.items()}
    return {
        key: dict.fromkeys(OFFSETS)
        | dict(zip(("entropy", *OFFSETS), found, strict=False))
        for key, found in means.items()
    }


def _offsets(a: Tensor) -> list[Tensor]:
    """The weight "B T" that each word gives the word at each offset."""
    T = a.shape[-1]
    found = []
    for offset in OFFSETS.values():
        line = a.diagonal(offset, 1, 2)  # B and the words that have such one
        whole = a.new_zeros(len(a), T)
        begin = max(0, -offset)
        whole[:, begin : begin + line.shape[1]] = line
        found.append(whole)
    return found
