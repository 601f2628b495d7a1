"""Trained models that come with the package, ready to use. Built in chapter 2.

A file is a safetensors file: weights in float16, and as metadata the model's configuration and its tokenizer.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor

from attnbook import decode, files
from attnbook.data import batches
from attnbook.data.tokenizer import START, STOP, Tokenizer
from attnbook.models import seq2seq

FOLDER = resources.files("attnbook").joinpath("weights")
LIMIT = 80  # tokens that a translation may have
ROWS = 100  # sentences decoded at once


@dataclass
class Translator:
    """A translation model with its tokenizer."""

    model: seq2seq.Seq2Seq
    tokenizer: Tokenizer

    def translate(self, sentences: Iterable[str], beam: int = 1, penalty: float = 1.0) -> list[str]:
        """Each sentence in the other language, in lower case; an empty one stays empty.

        `beam` hypotheses are kept at each step (1: greedy); `penalty` is the exponent of the length by which
        their log-probabilities are divided. Raises TypeError for a single string.
        """
        if isinstance(sentences, str):
            raise TypeError(f"translate takes a list of sentences, not one string: {sentences!r}")
        sentences = list(sentences)
        done = [""] * len(sentences)
        todo = sorted((i for i, s in enumerate(sentences) if s.strip()), key=lambda i: len(sentences[i]))
        for start in range(0, len(todo), ROWS):
            chosen = todo[start : start + ROWS]
            source = batches.pad([self.tokenizer.encode(sentences[i]) for i in chosen])
            for i, tokens in zip(chosen, self._search(source, beam, penalty), strict=True):
                done[i] = self.tokenizer.decode(tokens)
        return done

    def _search(self, source: Tensor, beam: int, penalty: float) -> list[list[int]]:
        source = source.to(next(self.model.parameters()).device)
        common = {"start": START, "stop": STOP, "limit": LIMIT}
        if beam == 1:
            return decode.greedy(self.model, source, **common)
        found = decode.beam(self.model, source, width=beam, penalty=penalty, **common)
        return [hypotheses[0].tokens for hypotheses in found]

    @torch.no_grad()
    def align(self, source: str, target: str) -> tuple[list[str], list[str], Tensor]:
        """Source pieces, target pieces (STOP at the end of both) and the weights "T S" when `target` is fed in."""
        read, write = self.tokenizer.encode(source), self.tokenizer.encode(target)
        weights = self.model.weights(torch.tensor([read]), torch.tensor([[START, *write[:-1]]]))[0]
        return self.tokenizer.pieces(read), self.tokenizer.pieces(write), weights


BUILDERS: dict[str, tuple[type, Callable[..., seq2seq.Seq2Seq]]] = {"seq2seq": (seq2seq.Config, seq2seq.build)}


def names() -> list[str]:
    """The models there are."""
    if not FOLDER.is_dir():
        return []
    return sorted(f.name.removesuffix(".safetensors") for f in FOLDER.iterdir() if f.name.endswith(".safetensors"))


def load(name: str) -> Translator:
    """A shipped model by its name. Raises ValueError, listing those there are, for a name that there is not."""
    if name not in names():
        raise ValueError(f"unknown model: {name!r}; there are {', '.join(names()) or 'none'}")
    with resources.as_file(FOLDER.joinpath(f"{name}.safetensors")) as path:
        return read(path)


def read(path: Path) -> Translator:
    """A model from a file that `write` made, in float32, ready to use. Raises ValueError for any other file."""
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            weights = {key: file.get_tensor(key).float() for key in file.keys()}  # noqa: SIM118 (not a dict)
        kind, config = metadata["kind"], json.loads(metadata["config"])
        configuration, build = BUILDERS[kind]
        model, tokenizer = build(configuration(**config)), Tokenizer(metadata["tokenizer"])
        model.load_state_dict(weights)
    except Exception as error:
        raise ValueError(f"not a model of this package: {path} ({type(error).__name__}: {error})") from error
    return Translator(model.eval(), tokenizer)


def write(path: Path, kind: str, model: seq2seq.Seq2Seq, tokenizer: Tokenizer) -> Path:
    """Store the model: weights in float16, configuration and tokenizer as metadata."""
    weights = {name: x.half().contiguous() for name, x in model.state_dict().items()}
    metadata = {"kind": kind, "config": json.dumps(asdict(model.config)), "tokenizer": str(tokenizer)}
    return files.write(path, save(weights, metadata))
