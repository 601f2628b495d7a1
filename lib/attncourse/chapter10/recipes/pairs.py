"""Translators of your own sentence pairs: recurrent, with attention, and a
Transformer.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from tqdm import tqdm

from attnbook import files, pretrained
from attnbook.data import batches, text, tokenizer
from attnbook.models import seq2seq, transformer
from attnbook.train import sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter1.recipes import translation_metrics
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Config = seq2seq.Config | transformer.Config
Pairs = list[tuple[str, str]]
CHUNK = 100  # sentences that are translated together
TIMED = 4  # batches that say how long a step takes


@dataclass(frozen=True)
class Own:
    """Three translators of one file of pairs (`data.text.pairs`). One source of
    twenty says when to stop, and one of twenty is measured.
    """

    name: str = "pairs"
    file: str = ""  # there is none by default
    # it grows if the letters of the pairs need more (`text.vocabulary`)
    vocabulary: int = 4000
    models: tuple[tuple[str, Config], ...] = (
        ("seq2seq", seq2seq.Config(4000, attention="none", dropout=0.3)),
        ("attention", seq2seq.Config(4000, dropout=0.3)),
        ("transformer", transformer.Config(4000, dropout=0.25)),
    )
    batch_tokens: int = 1600
    smoothing: float = 0.1
    beam: int = 5
    settings: Settings = Averaged(
        epochs=60,
        rate=2e-3,
        warmup=400,
        schedule="linear",
        patience=5,
        average=0.99,
    )
    seed: int = 1
    tested: int = 1000  # pairs that are measured, at most
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
            print(remark, file=sys.stderr)
        *sides, test = split(found)
        test = test[: self.tested]
        histories = self.fit(sides, workspace, progress)
        epochs = [
            {"model": kind} | row
            for kind, history in histories.items()
            for row in history
        ]
        scores, samples = self.measure(histories, test, workspace, progress)
        return workspace.write(
            self,
            seconds=sum(row["seconds"] for row in scores),
            values={
                "train": (len(sides[0]), "pairs"),
                "test": (len(test), "pairs"),
            },
            tables={"scores": scores, "epochs": epochs},
            samples=samples,
        )

    def fit(
        self, sides: Sequence[Pairs], workspace: Workspace, progress: bool
    ) -> dict[str, Rows]:
        """Train each model, or go on with it, and write its weights: the
        histories of their epochs.
        """
        learned = [sentence for pair in sides[0] for sentence in pair]
        most = text.vocabulary(learned, self.vocabulary)
        words = tokenizer.train(learned, most)
        train, validation = (sequences.encode(words, x) for x in sides)
        digest = files.sha256(repr(sides).encode())[:8]
        times: dict[str, float] = {}
        if progress:
            print(f"{len(train):,} pairs to learn from", file=sys.stderr)
            times = self.times(len(words), train)
        histories: dict[str, Rows] = {}
        for place, (kind, config) in enumerate(self.models, 1):
            times.pop(kind, None)
            if progress:
                told = f"model {place} of {len(self.models)}: {kind}"
                print(told, file=sys.stderr)
            model, loss = self.fresh(config, len(words))
            histories[kind] = sequences.fit(
                model,
                train,
                validation,
                self.settings,
                workspace.checkpoints(self.name, f"{kind}-{digest}"),
                batch_tokens=self.batch_tokens,
                loss=loss,
                smoothing=self.smoothing,
                seed=self.seed,
                fingerprint={"recipe": asdict(replace(self, file=""))},
                later=sum(times.values()),
                progress=progress,
            )
            target = workspace.weights(f"{self.name}-{kind}")
            pretrained.write(target, model, words)
        return histories

    def measure(
        self,
        histories: dict[str, Rows],
        test: Pairs,
        workspace: Workspace,
        progress: bool,
    ) -> tuple[Rows, dict[str, Any]]:
        """A row of scores for each stored model, and what they say."""
        scores: Rows = []
        samples: dict[str, Any] = {"test": test[: self.shown]}
        for kind, history in histories.items():
            path = workspace.weights(f"{self.name}-{kind}")
            read = pretrained.read(path)
            row, said = measured(read, test, self.beam, kind, progress)
            spent = {"seconds": history[-1]["seconds"]}
            scores.append({"model": kind} | row | spent)
            samples[kind] = said[: self.shown]
            if progress:
                told = f"{kind}: {row['bleu']:.1f} BLEU, {path}"
                print(told, file=sys.stderr)
        return scores, samples

    def fresh(
        self, config: Config, tokens: int
    ) -> tuple[torch.nn.Module, Callable[..., Any]]:
        """An untrained model for so many tokens, and its loss."""
        generator = torch.Generator().manual_seed(self.seed)
        sized: Any = replace(config, vocabulary=tokens)
        if isinstance(config, transformer.Config):
            return transformer.build(sized, generator), sequences.real_loss
        return seq2seq.build(sized, generator), sequences.token_loss

    def times(
        self, tokens: int, train: Sequence[batches.Pair]
    ) -> dict[str, float]:
        """About how many seconds each model trains at most, from the time that
        a few batches take.
        """
        near = batches.by_length(train, self.batch_tokens)
        some = near[:: -(-len(near) // TIMED)]
        steps = self.settings.epochs * len(near)
        spent = {}
        for kind, config in self.models:
            model, loss = self.fresh(config, tokens)
            loss(model, some[0])  # the first call prepares much
            begun = time.perf_counter()
            for batch in some:
                loss(model, batch)[0].backward()
            passed = time.perf_counter() - begun
            spent[kind] = passed / len(some) * steps
        return spent


OWN = Own()


def split(found: Pairs) -> tuple[Pairs, Pairs, Pairs]:
    """The pairs to train on, one source of twenty that says when to stop, and
    one of twenty to measure, each with all its translations.
    """
    sources = list(dict.fromkeys(source.lower() for source, _ in found))
    side = dict.fromkeys(sources[9::20], 1) | dict.fromkeys(sources[19::20], 2)
    parts: tuple[Pairs, Pairs, Pairs] = [], [], []
    for pair in found:
        parts[side.get(pair[0].lower(), 0)].append(pair)
    return parts


def measured(
    translator: pretrained.Translator,
    test: Pairs,
    beam: int,
    kind: str,
    progress: bool,
) -> tuple[dict[str, Any], list[str]]:
    """What `translation_metrics.scores` finds, and what beam search says of the
    test pairs.
    """
    sources = [source for source, _ in test]
    greedy: list[str] = []
    best: list[str] = []
    starts = range(0, len(sources), CHUNK)
    title = f"measuring {kind}"
    for begin in tqdm(starts, title, disable=not progress):
        part = sources[begin : begin + CHUNK]
        greedy += translator.translate(part)
        best += translator.translate(part, beam=beam)
    values = translation_metrics.scores(translator, test, greedy, best)
    return {name: value for name, (value, _) in values.items()}, best
