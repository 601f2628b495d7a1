"""English to French on Multi30k, recurrent with and without attention, and with
a Transformer: the runs behind the shipped translators.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import translation
from attnbook.models import seq2seq, transformer
from attnbook.train import sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter1.recipes import translation_metrics
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Translate:
    """One translator: data, model, training, and the dropout rates among which
    validation BLEU chooses.
    """

    name: str
    model: seq2seq.Config | transformer.Config
    pair: str = "en-fr"
    smoothing: float = 0.1
    batch_tokens: int = 1600  # target tokens in a batch, padding included
    dropouts: tuple[float, ...] = (0.3, 0.2)
    seed: int = 1
    settings: Settings = Settings(epochs=14, rate=2e-3, warmup=400, patience=5)
    beam: int = 5
    # source words at which a group begins; the last one is the end
    lengths: tuple[int, ...] = (1, 9, 12, 15, 20, 100)
    # alignments stored: the first test sentences of 8 to 14 words
    shown: int = 8

    corpus = "multi30k"

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every candidate, write the weights of the best on validation,
        then measure the stored file.
        """
        workspace.check_writable(self.name)
        candidates: dict[float, Any] = {}
        search, epochs, seconds = [], [], 0.0
        for dropout in self.dropouts:
            translator, history = fit(
                self, dropout, workspace, progress=progress
            )
            candidates[dropout] = translator
            same = {"dropout": dropout, "seed": self.seed}
            score = translation_metrics.validation_bleu(
                translator, self.pair, self.corpus
            )
            search.append({**same, "validation_bleu": score})
            epochs += [same | row for row in history]
            seconds += history[-1]["seconds"]
        best = max(search, key=lambda row: row["validation_bleu"])["dropout"]
        path = pretrained.write(
            workspace.weights(self.name),
            candidates[best].model,
            candidates[best].tokenizer,
        )
        values, tables, samples = self.measure(
            pretrained.read(path), self.shown
        )
        values |= {
            "dropout": (best, "share"),
            "bytes": (path.stat().st_size, "bytes"),
        }
        tables |= {"search": search, "epochs": epochs}
        return workspace.write(
            self, seconds=seconds, values=values, tables=tables, samples=samples
        )

    def measure(
        self, translator: pretrained.Translator, shown: int = 0
    ) -> tuple[dict, dict, dict]:
        """Values, tables and samples on the test sentences; so many alignments
        are stored.
        """
        return translation_metrics.measure(
            translator,
            self.pair,
            beam=self.beam,
            lengths=self.lengths,
            shown=shown,
            seed=self.seed,
            corpus=self.corpus,
        )


SEQ2SEQ = Translate(
    "translate-en-fr-seq2seq", seq2seq.Config(5000, attention="none")
)
BAHDANAU = Translate(
    "translate-en-fr-bahdanau", seq2seq.Config(5000, attention="additive")
)
TRANSFORMER = Translate(
    "translate-en-fr-transformer",
    transformer.Config(5000),
    batch_tokens=1200,
    dropouts=(0.25,),
    settings=Averaged(
        epochs=60, rate=3e-3, warmup=800, schedule="linear", patience=60
    ),
)


def fit(
    recipe: Translate,
    dropout: float,
    workspace: Workspace,
    *,
    progress: bool = True,
) -> tuple[pretrained.Translator, list[dict[str, Any]]]:
    """Train one candidate, or go on with it: the translator and the history of
    its epochs.
    """
    training, validation = (
        translation.load(recipe.corpus, recipe.pair, split)
        for split in ("train", "val")
    )

    attentive = isinstance(recipe.model, transformer.Config)

    def build(vocabulary: int) -> seq2seq.Seq2Seq | transformer.Transformer:
        config = replace(recipe.model, vocabulary=vocabulary, dropout=dropout)
        generator = torch.Generator().manual_seed(recipe.seed)
        make: Any = transformer.build if attentive else seq2seq.build
        return make(config, generator)

    model, words, history = sequences.fit_pairs(
        build,
        training,
        validation,
        recipe.settings,
        workspace.checkpoints(recipe.name, f"dropout-{dropout}"),
        vocabulary=recipe.model.vocabulary,
        batch_tokens=recipe.batch_tokens,
        loss=sequences.real_loss if attentive else sequences.token_loss,
        smoothing=recipe.smoothing,
        seed=recipe.seed,
        fingerprint={"recipe": asdict(recipe), "dropout": dropout},
        progress=progress,
    )
    return pretrained.Translator(model, words), history
