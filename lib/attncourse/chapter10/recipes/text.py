"""A language model of your own text."""

import lzma
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from pathlib import Path
from typing import Any

import torch

from attnbook import files, pretrained
from attnbook.data import batches, text, tokenizer
from attnbook.models import language_model
from attnbook.train import loop, sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

Pairs = list[batches.Pair]


@dataclass(frozen=True)
class Own:
    """One causal language model of a text file (`data.text`): its sizes, how it
    is trained.
    """

    name: str = "text"
    file: str = ""  # there is none by default
    # the vocabulary grows if its letters need more (`text.vocabulary`)
    model: language_model.Config = language_model.Config(
        2000,
        width=128,
        heads=4,
        hidden=344,
        layers=4,
        dropout=0.2,
        normalisation="rms",
        feed_forward="swiglu",
        positions="rotary",
        key_heads=2,
        bias=False,
    )
    window: int = 128  # tokens
    batch_tokens: int = 2048
    # over 100 steps: in a short training a longer average ends near its start
    settings: Settings = Averaged(
        epochs=60,
        rate=3e-3,
        warmup=100,
        schedule="linear",
        patience=4,
        average=0.99,
    )
    seed: int = 1
    shown: int = 3  # texts that it writes

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Read the file, train, write the weights, then measure the stored
        file on pieces that were not trained on.

        What was done to the file is told on standard error. Raises OSError and
        ValueError as `data.text.read` does.
        """
        if not self.file:
            raise ValueError(f"{self.name} needs a file (--file PATH)")
        workspace.check_writable(self.name)
        own = text.read(self.file)
        for remark in own.remarks:
            print(remark, file=sys.stderr)
        words, train, held = self.tokens(own)
        digest = files.sha256(repr(own).encode())[:8]
        run = workspace.checkpoints(self.name, digest)
        model, history = self.fit(words, train, held, run, progress)
        path = pretrained.write(workspace.weights(self.name), model, words)
        completer = pretrained.read(path)
        values = measured(completer, own, train, held)
        if progress:
            bits, xz = values["bits"][0], values["xz_bits"][0]
            told = f"{bits:.2f} bits per byte (xz: {xz:.2f}), {path}"
            print(told, file=sys.stderr)
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values=values,
            tables={"epochs": history},
            samples={
                "texts": completer.complete([""] * self.shown, seed=self.seed)
            },
        )

    def fit(
        self,
        words: tokenizer.Tokenizer,
        train: Sequence[batches.Pair],
        held: Sequence[batches.Pair],
        run: Path,
        progress: bool,
    ) -> tuple[language_model.LanguageModel, Rows]:
        """Train, or go on with it: the model, and the history
        of its epochs.
        """
        model = language_model.build(
            replace(self.model, vocabulary=len(words)),
            torch.Generator().manual_seed(self.seed),
        )
        history = sequences.fit(
            model,
            train,
            held,
            self.settings,
            run,
            batch_tokens=self.batch_tokens,
            loss=sequences.next_loss,
            seed=self.seed,
            fingerprint={"recipe": asdict(replace(self, file=""))},
            progress=progress,
        )
        return model, history

    def tokens(
        self, own: text.Text
    ) -> tuple[tokenizer.Tokenizer, Pairs, Pairs]:
        """A tokenizer of the training part, and the windows of both parts."""
        most = text.vocabulary(own.train, self.model.vocabulary)
        words = tokenizer.train(own.train, most, lower=False)
        return words, self.pairs(words, own.train), self.pairs(words, own.held)

    def pairs(self, words: tokenizer.Tokenizer, pieces: Sequence[str]) -> Pairs:
        """Windows of the pieces, each as it is read and as it is asked."""
        rows = [words.encode(piece) for piece in pieces]
        return [(row, row) for row in text.windows(rows, self.window)]


OWN = Own()


def measured(
    completer: pretrained.Completer,
    own: text.Text,
    train: Sequence[batches.Pair],
    held: Sequence[batches.Pair],
) -> dict[str, tuple[Any, str]]:
    """Bits for each byte of the pieces that were held out: of the model, of a
    guess from how often each token occurs, and of a compressor that has read
    the others (xz).
    """
    size = sum(len(piece.encode()) for piece in own.held)
    near = batches.by_length(held, 4096)
    loss = loop.evaluate(completer.model, near, sequences.next_loss)
    asked = sum(len(row) for row, _ in held)
    counts = torch.ones(len(completer.tokenizer))
    for row, _ in train:
        counts += torch.bincount(torch.tensor(row), minlength=len(counts))
    alone = -(counts / counts.sum()).log()
    single = sum(float(alone[row].sum()) for row, _ in held)
    before, both = (
        len(lzma.compress("\n".join(pieces).encode(), preset=9))
        for pieces in (own.train, [*own.train, *own.held])
    )
    return {
        "characters": (sum(map(len, [*own.train, *own.held])), "characters"),
        "vocabulary": (len(completer.tokenizer), "tokens"),
        "parameters": (
            sum(p.numel() for p in completer.model.parameters()),
            "numbers",
        ),
        "bits": (loss * asked / log(2) / size, "bits per byte"),
        "unigram_bits": (single / log(2) / size, "bits per byte"),
        "xz_bits": (8 * (both - before) / size, "bits per byte"),
    }
