"""What the hidden units of the shipped Transformer respond to: the words of its
feed-forward layers.
"""

from collections import Counter
from dataclasses import dataclass

import torch
from torch import Tensor

from attnbook import pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import PAD
from attnbook.models.transformer import Transformer
from attncourse.chapter1.recipes.translate import TRANSFORMER
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Units:
    """Units of one feed-forward layer of the encoder, on all words of the
    validation sentences: those at which each is largest.
    """

    name: str = "hidden-units"
    model: str = TRANSFORMER.name
    pair: str = TRANSFORMER.pair
    layer: int = 0
    shown: tuple[int, ...] = (76, 15, 40, 42, 98, 75)  # that have a name
    strongest: int = 30  # places of a unit that are counted
    kept: int = 8  # different words of them

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        translator = pretrained.load(self.model)
        tokenizer = translator.tokenizer
        pairs = translation.load("multi30k", self.pair, "val")
        sentences = [tokenizer.encode(english) for english, _ in pairs]
        words, hidden = activations(translator.model, sentences, self.layer)
        places = hidden.topk(min(self.strongest, len(hidden)), 0).indices
        rows: Rows = []
        for unit in self.shown:
            counts = Counter(words[places[:, unit]].tolist())
            most = counts.most_common(self.kept)
            rows.append(
                {"unit": unit, "different": len(counts)}
                | {"active": (hidden[:, unit] > 0).double().mean().item()}
                | {"words": [tokenizer.decode([word]) for word, _ in most]}
                | {"counts": [count for _, count in most]}
            )
        active = (hidden > 0).double().mean().item()
        return workspace.write(
            self,
            seconds=0.0,
            values={
                "active": (active, "share"),
                "words": (len(words), "words"),
                "units": (hidden.shape[1], "units"),
            },
            samples={"units": rows},
        )


UNITS = Units()


@torch.no_grad()
def activations(
    model: Transformer, sentences: list[list[int]], layer: int
) -> tuple[Tensor, Tensor]:
    """All N words of the sentences, and the hidden units of the layer at each,
    "N F", after the ReLU.
    """
    words, hidden = [], []
    network = model.encoder.blocks[layer].feed_forward.layer
    hook = network.narrow.register_forward_pre_hook(
        lambda _, given: hidden.append(given[0])
    )
    for n in range(0, len(sentences), 100):
        source = batches.pad(sentences[n : n + 100])
        model.encode(source)
        hidden[-1] = hidden[-1][source != PAD]
        words.append(source[source != PAD])
    hook.remove()
    return torch.cat(words), torch.cat(hidden)
