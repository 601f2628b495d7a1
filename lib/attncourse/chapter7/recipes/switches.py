"""The Transformer that translates with one choice changed at a time: what each
choice is worth.
"""

from dataclasses import dataclass, replace
from typing import Any

import torch

from attnbook.data import batches, translation
from attnbook.metrics.similarity import mean_cosine
from attnbook.models.transformer import Transformer
from attnbook.pretrained import Translator
from attnbook.train import sequences
from attnbook.train.run import DivergedError
from attnbook.train.settings import Settings
from attncourse.chapter1.recipes import translation_metrics
from attncourse.chapter1.recipes.translate import TRANSFORMER, Translate, fit
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Changes = dict[str, Any]
"""Fields of a `Translate`; for "model" and "settings" the fields of those."""


@dataclass(frozen=True)
class Switches:
    """Short runs of one recipe, same data, same seed, each with its own
    changes; nothing is tested, validation sentences measure.
    """

    name: str
    base: Translate
    switches: dict[str, Changes]
    sentences: int = 200  # of the validation part, for the cosines

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every variant; one that diverges has no row after that."""
        workspace.check_writable(self.name)
        epochs: Rows = []
        scores: Rows = []
        cosines: Rows = []
        seconds = 0.0
        for name, changes in self.switches.items():
            recipe = changed(self.base, f"{self.name}-{name}", changes)
            try:
                translator, history = fit(
                    recipe, recipe.dropouts[0], workspace, progress=progress
                )
            except DivergedError:
                continue
            same = {"switch": name, "seed": recipe.seed}
            epochs += [same | row for row in history]
            scores.append(same | self.score(translator, history))
            cosines += [same | row for row in self.cosines(translator)]
            seconds += history[-1]["seconds"]
            workspace.write(
                self,
                seconds=seconds,
                tables={"epochs": epochs, "scores": scores, "cosines": cosines},
            )
        return workspace.stored(self.name)

    def score(self, translator: Translator, history: Rows) -> dict[str, Any]:
        """The losses at the end, and BLEU, of the validation part."""
        score = translation_metrics.validation_bleu(translator, self.base.pair)
        parameters = sum(p.numel() for p in translator.model.parameters())
        return {
            "validation_bleu": score,
            "validation_loss": history[-1]["validation"],
            "train_loss": history[-1]["train"],
            "parameters": parameters,
        }

    def cosines(self, translator: Translator) -> Rows:
        """How alike the words of a source are after each block of the encoder,
        and before the first.
        """
        pairs = translation.load("multi30k", self.base.pair, "val")
        encoded = sequences.encode(
            translator.tokenizer, pairs[: self.sentences]
        )
        source = batches.pad([read for read, _ in encoded])
        layers = encoder_cosines(translator.model, source)
        return [{"layer": i, "cosine": x} for i, x in enumerate(layers)]


@torch.no_grad()
def encoder_cosines(model: Transformer, source: torch.Tensor) -> list[float]:
    """The mean cosine between two words of a source, before the first block
    of the encoder and after each.
    """
    return [
        float(mean_cosine(x, source != model.config.pad).nanmean())
        for x in model.states(source)
    ]


def changed(base: Translate, name: str, changes: Changes) -> Translate:
    """The recipe with those changes, under that name."""
    inner = {
        part: replace(getattr(base, part), **changes[part])
        for part in ("model", "settings")
        if part in changes
    }
    return replace(base, name=name, **(changes | inner))


SHORT = replace(
    TRANSFORMER,
    settings=Settings(
        epochs=4, rate=3e-3, warmup=200, schedule="linear", patience=4
    ),
)
NO_WARMUP = {"warmup": 0}
MODEL = Switches(
    "switches-model",
    SHORT,
    {
        "as it is": {},
        "batch normalisation": {"model": {"normalisation": "batch"}},
        "no feed-forward": {"model": {"hidden": 0}},
        "no positions": {"model": {"positions": False}},
        "no embedding scale": {"model": {"scaled": False}},
        "no tying": {"model": {"tied": False}},
        "3 + 3 layers": {"model": {"encoder_layers": 3, "decoder_layers": 3}},
    },
)
TRAINING = Switches(
    "switches-training",
    SHORT,
    {
        "post": {"model": {"norm": "post"}},
        "post, no warm-up": {
            "model": {"norm": "post"},
            "settings": NO_WARMUP,
        },
        "post, no warm-up, a third of the rate": {
            "model": {"norm": "post"},
            "settings": NO_WARMUP | {"rate": 1e-3},
        },
        "post, a third of the rate": {
            "model": {"norm": "post"},
            "settings": {"rate": 1e-3},
        },
        "post, a tenth of the rate": {
            "model": {"norm": "post"},
            "settings": {"rate": 3e-4},
        },
        "no warm-up": {"settings": NO_WARMUP},
        "constant rate": {"settings": {"schedule": "constant"}},
        "no label smoothing": {"smoothing": 0.0},
        "no dropout": {"dropouts": (0.0,)},
    },
)
