"""Trained models that come with the package, ready to use. Built in chapter 2.

A file is a safetensors file: weights in float16, those that it cannot hold in
float32, whole numbers as they are; and as metadata the format, the kind of
model, its configuration, its tokenizer and, since format 3, their digest. A
kind is one row of KINDS; what a model is for, its verb, is one file of this
folder.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from attnbook import files
from attnbook.data.tokenizer import Tokenizer
from attnbook.models import captioner as captioning
from attnbook.models import (
    fields,
    language_model,
    seq2seq,
    tagger,
    transformer,
)
from attnbook.models import vit as vision
from attnbook.models.loading import with_weights
from attnbook.pretrained.captioner import Captioner
from attnbook.pretrained.classifier import Classifier
from attnbook.pretrained.completer import Completer
from attnbook.pretrained.public import gpt2 as gpt2
from attnbook.pretrained.public import llama as llama
from attnbook.pretrained.public import vit as vit
from attnbook.pretrained.translator import Translator

FOLDER = resources.files("attnbook").joinpath("weights")
FORMAT = "3"
SUMS = "SHA256SUMS"  # digests of the files, as `sha256sum -c` reads them
LARGEST = 2**32  # bytes that a file of weights may have


class Kind(NamedTuple):
    """How a model of one kind is described, built, and used: `use` takes the
    model and, for text, its tokenizer.
    """

    config: type
    build: Callable[..., nn.Module]
    use: Callable[..., Any]
    text: bool = True


KINDS = {
    "seq2seq": Kind(seq2seq.Config, seq2seq.build, Translator),
    "transformer": Kind(transformer.Config, transformer.build, Translator),
    "captioner": Kind(captioning.Config, captioning.build, Captioner),
    "language": Kind(language_model.Config, language_model.build, Completer),
    "vit": Kind(vision.Config, vision.build, Classifier, False),
    "ordered": Kind(tagger.Config, tagger.Tagger, tagger.Tagger.eval, False),
}


def names() -> list[str]:
    """The models there are."""
    if not FOLDER.is_dir():
        return []
    return sorted(
        f.name.removesuffix(".safetensors")
        for f in FOLDER.iterdir()
        if f.name.endswith(".safetensors")
    )


def load(name: str) -> Any:
    """A shipped model by its name, ready to use: its kind says whether it
    translates, describes, or answers at every place.

    Raises ValueError, listing those there are, for a name that there is not,
    and for a file that is not the one that was shipped.
    """
    if name not in names():
        raise ValueError(
            f"unknown model: {name!r}; there are {', '.join(names()) or 'none'}"
        )
    with resources.as_file(FOLDER.joinpath(f"{name}.safetensors")) as path:
        check_shipped(path)
        return read(path)


def check_shipped(path: Path) -> None:
    """Raises ValueError for a file of weights whose bytes are not those of
    which the list beside it, `SHA256SUMS`, has the digest.
    """
    content = files.regular(path, LARGEST).read_bytes()
    known = _shipped(path.parent)
    if known and files.sha256(content) != known.get(path.name):
        raise ValueError(
            f"{path} is not the file that came with the package: install the "
            f"package anew, or read it with `pretrained.read`"
        )


def _shipped(folder: Path) -> dict[str, str]:
    """The digests of a folder's files, if it has the list of them."""
    if not (folder / SUMS).is_file():
        return {}
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    return {name: digest for digest, name in map(str.split, lines)}


def read(path: Path, tokenizer: Any = None) -> Any:
    """A model from a file that `write` made, in float32, ready to use.

    tokenizer: for a model of text that was stored without one: whatever has
    `encode`, `decode`, `pieces` and a length as a `Tokenizer` does, and its
    numbers for padding, start, stop and the unknown.
    Raises ValueError, naming the file and what is wrong, for any other file,
    for weights that do not fit its configuration (before memory is taken for
    them) and for weights that are not numbers; OSError if it cannot be read.
    """
    try:
        with files.regular(path, LARGEST).open("rb"):
            return _stored(path, tokenizer)
    except (SafetensorError, ValueError) as error:
        raise ValueError(
            f"not a model of this package: {path} ({fields.line(error)})"
        ) from error


def write(path: Path, model: Any, tokenizer: Any = None) -> Path:
    """Store the model; the same model gives the same bytes. Its tokenizer goes
    with it if it is a `Tokenizer`; `read` is given any other again. Where a
    list of digests lies beside it, as beside the shipped ones, that is kept.

    Raises ValueError for one that `read` would refuse, before another file is
    replaced.
    """
    kind = next(
        name
        for name, kind in KINDS.items()
        if type(model.config) is kind.config
    )
    metadata = {
        "format": FORMAT,
        "kind": kind,
        "config": json.dumps(asdict(model.config)),
    }
    if isinstance(tokenizer, Tokenizer):
        metadata["tokenizer"] = str(tokenizer)
    metadata["digest"] = _digest(metadata)
    weights = {name: _small(x) for name, x in model.state_dict().items()}
    with files.atomic(path) as file:
        file.write(_ordered(save(weights, metadata)))
        file.flush()
        try:
            _stored(file.name, tokenizer)
        except (SafetensorError, ValueError) as error:
            raise ValueError(f"cannot write {path}: {error}") from error
    if known := _shipped(Path(path).parent):
        known[Path(path).name] = files.sha256(Path(path).read_bytes())
        lines = (f"{known[name]}  {name}\n" for name in sorted(known))
        files.write(Path(path).with_name(SUMS), "".join(lines).encode())
    return Path(path)


def _stored(path: Path | str, tokenizer: Any = None) -> Any:
    with safe_open(path, framework="pt") as file:
        return _use(file, tokenizer)


def _use(file: Any, tokenizer: Any) -> Any:
    metadata = file.metadata() or {}
    for key in ("kind", "config"):
        if key not in metadata:
            raise ValueError(f"its metadata has no {key}")
    version, kind = metadata.get("format", "1"), metadata["kind"]
    if version not in ("1", "2", FORMAT):
        raise ValueError(
            f"format {version}; this version of the package reads 1 to {FORMAT}"
        )
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}; there are {', '.join(KINDS)}")
    try:
        config = KINDS[kind].config(**fields.parse(metadata["config"]))
    except TypeError as error:
        raise ValueError(
            f"its configuration does not fit the kind {kind}: {error}"
        ) from error
    parts = []
    if KINDS[kind].text:
        parts = [_tokenizer(metadata.get("tokenizer"), tokenizer, config)]
    weights = {
        _since(version, key): file.get_tensor(key)
        for key in file.keys()  # noqa: SIM118 (not a dict)
    }
    model = with_weights(lambda: KINDS[kind].build(config), weights)
    if not any(bool(x.any()) for x in weights.values()):
        raise ValueError("every weight is 0")
    if version == FORMAT and metadata.get("digest") != _digest(metadata):
        raise ValueError(
            "its configuration or its tokenizer was changed: the digest is "
            "another one"
        )
    return KINDS[kind].use(model.eval(), *parts)


def _digest(metadata: dict[str, str]) -> str:
    """Of all that a file says beside its weights: many a change of it, as of
    the number of heads, fits the weights as well.
    """
    said = {k: x for k, x in metadata.items() if k != "digest"}
    return files.sha256(json.dumps(said, sort_keys=True).encode())


def _small(weight: Tensor) -> Tensor:
    """A copy in float16, or in float32 if the largest number needs it; whole
    numbers stay what they are.
    """
    if not weight.is_floating_point():
        return weight.clone().contiguous()
    most = float(weight.abs().max()) if weight.numel() else 0.0
    half = torch.finfo(torch.float16)
    fits = most == 0 or half.tiny <= most <= half.max
    kept = torch.float16 if fits else torch.float32
    return weight.to(kept, copy=True).contiguous()


def _since(version: str, key: str) -> str:
    """The name that a weight has now. In format 1 the parts of the decoder
    stood beside the encoder.
    """
    return (
        f"decoder.{key}"
        if version == "1" and not key.startswith("encoder.")
        else key
    )


def _tokenizer(text: str | None, given: Any, config: Any) -> Any:
    """The tokenizer of a file, or the one that is given where it has none."""
    try:
        tokenizer = given if text is None else Tokenizer(text)
    except ValueError as error:
        raise ValueError(f"its tokenizer cannot be read: {error}") from error
    if tokenizer is None:
        raise ValueError(
            "a model of text has a tokenizer: give the one of this, "
            "read(path, tokenizer)"
        )
    if len(tokenizer) > config.vocabulary:
        raise ValueError(
            f"its tokenizer has {len(tokenizer)} tokens, its model "
            f"{config.vocabulary}"
        )
    return tokenizer


def _ordered(content: bytes) -> bytes:
    """The same safetensors file with the keys of its header sorted; safetensors
    itself writes metadata in any order.
    """
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    text = json.dumps(
        header, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + content[8 + size :]
