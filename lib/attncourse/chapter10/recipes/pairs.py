"""Translators of your own sentence pairs: recurrent, with attention, and a
Transformer.
"""

import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from attnbook import files, pretrained
from attnbook.data import text
from attnbook.metrics.bleu import bleu
from attnbook.models import seq2seq, transformer
from attnbook.train import sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Config = seq2seq.Config | transformer.Config


@dataclass(frozen=True)
class Own:
    """Three translators of one file of pairs (`data.text.pairs`). Every tenth
    pair is held out: in turn one that says when to stop, and one that is
    measured.
    """

    name: str = "pairs"
    file: str = ""  # there is none by default
    models: tuple[tuple[str, Config], ...] = (
        ("seq2seq", seq2seq.Config(4000, attention="none", dropout=0.3)),
        ("attention", seq2seq.Config(4000, dropout=0.3)),
        ("transformer", transformer.Config(4000, dropout=0.25)),
    )
    batch_tokens: int = 1600
    smoothing: float = 0.1
    beam: int = 5
    settings: Settings = Averaged(
        epochs=60, rate=2e-3, warmup=400, schedule="linear", patience=5
    )
    seed: int = 1
    shown: int = 8  # test pairs whose translations are stored

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Read the file, train each model, write its weights, then measure the
        stored file.

        What could not be used is told on standard error. Raises OSError and
        ValueError as `data.text.pairs` does.
        """
        if not self.file:
            raise ValueError(f"{self.name} needs a file (--file PATH)")
        workspace.check_writable(self.name)
        found, remarks = text.pairs(self.file)
        for remark in remarks:
            print(f"{Path(self.file).name}: {remark}", file=sys.stderr)
        held = found[9::10]
        train = [pair for k, pair in enumerate(found, 1) if k % 10]
        sides = train, held[::2], held[1::2]
        scores: Rows = []
        epochs: Rows = []
        samples: dict[str, Any] = {"test": sides[2][: self.shown]}
        for kind, config in self.models:
            history = self.fit(kind, config, sides, workspace, progress)
            epochs += [{"model": kind} | row for row in history]
            read = pretrained.read(workspace.weights(f"{self.name}-{kind}"))
            row, said = measured(read, sides[2], self.beam)
            spent = {"seconds": history[-1]["seconds"]}
            scores.append({"model": kind} | row | spent)
            samples[kind] = said[: self.shown]
            if progress:
                print(f"{kind}: {row['bleu']:.1f} BLEU", file=sys.stderr)
        return workspace.write(
            self,
            seconds=sum(row["seconds"] for row in scores),
            values={
                "train": (len(train), "pairs"),
                "test": (len(sides[2]), "pairs"),
            },
            tables={"scores": scores, "epochs": epochs},
            samples=samples,
        )

    def fit(
        self,
        kind: str,
        config: Config,
        sides: tuple[list[tuple[str, str]], ...],
        workspace: Workspace,
        progress: bool,
    ) -> Rows:
        """Train one of them, or go on with it, and write its weights."""
        train, validation, _ = sides
        package: Any = transformer if kind == "transformer" else seq2seq

        def build(vocabulary: int) -> torch.nn.Module:
            generator = torch.Generator().manual_seed(self.seed)
            sized = replace(config, vocabulary=vocabulary)
            return package.build(sized, generator)

        digest = files.sha256(repr(sides).encode())[:8]
        model, words, history = sequences.fit_pairs(
            build,
            train,
            validation,
            self.settings,
            workspace.checkpoints(self.name, f"{kind}-{digest}"),
            vocabulary=config.vocabulary,
            batch_tokens=self.batch_tokens,
            loss=sequences.real_loss
            if package is transformer
            else sequences.token_loss,
            smoothing=self.smoothing,
            seed=self.seed,
            fingerprint={"recipe": asdict(replace(self, file=""))},
            progress=progress,
        )
        target = workspace.weights(f"{self.name}-{kind}")
        pretrained.write(target, model, words)
        return history


OWN = Own()


def measured(
    translator: pretrained.Translator,
    test: list[tuple[str, str]],
    beam: int,
) -> tuple[dict[str, Any], list[str]]:
    """BLEU of the test pairs, greedy and by beam search, and what the latter
    says.
    """
    sources, references = zip(*test, strict=True)
    greedy = translator.translate(sources)
    best = translator.translate(sources, beam=beam)
    score, signature = bleu(best, references)
    return {
        "bleu": score,
        "greedy_bleu": bleu(greedy, references)[0],
        "signature": signature,
        "parameters": sum(p.numel() for p in translator.model.parameters()),
    }, best
