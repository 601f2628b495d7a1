"""Trained models that come with the package, ready to use. Built in chapter 2.

A file is a safetensors file: weights in float16, and as metadata the format,
the kind of model, its configuration and its tokenizer. A kind is one row of
KINDS; what a model is for, its verb, is one file of this folder.
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
from torch.overrides import TorchFunctionMode

from attnbook import files
from attnbook.data.tokenizer import Tokenizer
from attnbook.models import captioner as captioning
from attnbook.models import language_model, ordered, seq2seq, transformer
from attnbook.models import vit as vision
from attnbook.pretrained.captioner import Captioner
from attnbook.pretrained.classifier import Classifier
from attnbook.pretrained.completer import Completer
from attnbook.pretrained.public import vit as vit
from attnbook.pretrained.translator import Translator

FOLDER = resources.files("attnbook").joinpath("weights")
FORMAT = "2"


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
    "ordered": Kind(
        ordered.Config, ordered.Ordered, ordered.Ordered.eval, False
    ),
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

    Raises ValueError, listing those there are, for a name that there is not.
    """
    if name not in names():
        raise ValueError(
            f"unknown model: {name!r}; there are {', '.join(names()) or 'none'}"
        )
    with resources.as_file(FOLDER.joinpath(f"{name}.safetensors")) as path:
        return read(path)


def read(path: Path) -> Any:
    """A model from a file that `write` made, in float32, ready to use.

    Raises ValueError, naming the file and what is wrong, for any other file,
    for weights that do not fit its configuration (before memory is taken for
    them) and for weights that are not numbers; OSError if it cannot be read.
    """
    with Path(path).open("rb"):
        pass
    try:
        with safe_open(path, framework="pt") as file:
            return _use(file)
    except (SafetensorError, ValueError) as error:
        raise ValueError(
            f"not a model of this package: {path} ({error})"
        ) from error


def write(path: Path, model: Any, tokenizer: Tokenizer | None = None) -> Path:
    """Store the model: weights in float16, the rest as metadata; the same model
    gives the same bytes.
    """
    kind = next(
        name
        for name, kind in KINDS.items()
        if type(model.config) is kind.config
    )
    weights = {
        name: x.half().contiguous() for name, x in model.state_dict().items()
    }
    metadata = {
        "format": FORMAT,
        "kind": kind,
        "config": json.dumps(asdict(model.config)),
    }
    if tokenizer is not None:
        metadata["tokenizer"] = str(tokenizer)
    return files.write(path, _ordered(save(weights, metadata)))


def _use(file: Any) -> Any:
    metadata = file.metadata() or {}
    for key in ("kind", "config"):
        if key not in metadata:
            raise ValueError(f"its metadata has no {key}")
    version, kind = metadata.get("format", "1"), metadata["kind"]
    if version not in ("1", FORMAT):
        raise ValueError(
            f"format {version}; this version of the package reads 1 to {FORMAT}"
        )
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}; there are {', '.join(KINDS)}")
    try:
        config = KINDS[kind].config(**_choices(metadata["config"]))
    except TypeError as error:
        raise ValueError(
            f"its configuration does not fit the kind {kind}: {error}"
        ) from error
    if KINDS[kind].text and "tokenizer" not in metadata:
        raise ValueError(f"a file of the kind {kind} has a tokenizer")
    parts = (
        [_tokenizer(metadata["tokenizer"], config)] if KINDS[kind].text else []
    )
    own = {_since(version, key): key for key in file.keys()}  # noqa: SIM118 (not a dict)
    shapes = {key: tuple(file.get_slice(own[key]).get_shape()) for key in own}
    with torch.device("meta"), _Unfilled():
        _compare(
            shapes,
            {
                key: tuple(x.shape)
                for key, x in KINDS[kind].build(config).state_dict().items()
            },
        )
    weights = {
        key: _finite(key, file.get_tensor(own[key]).float()) for key in own
    }
    if not any(bool(x.any()) for x in weights.values()):
        raise ValueError("every weight is 0")
    model = KINDS[kind].build(config)
    model.load_state_dict(weights)
    return KINDS[kind].use(model.eval(), *parts)


class _Unfilled(TorchFunctionMode):
    """No parameter gets its first numbers: on the meta device that would load
    PyTorch's compiler, which takes a second.
    """

    def __torch_function__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if getattr(function, "__module__", "") == "torch.nn.init":
            return kwargs["tensor"]
        return function(*args, **(kwargs or {}))


def _choices(text: str) -> dict[str, Any]:
    """The fields of a configuration; JSON has lists where it has tuples."""
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in dict(json.loads(text)).items()
    }


def _since(version: str, key: str) -> str:
    """The name that a weight has now. In format 1 the parts of the decoder
    stood beside the encoder.
    """
    return (
        f"decoder.{key}"
        if version == "1" and not key.startswith("encoder.")
        else key
    )


def _compare(
    found: dict[str, tuple[int, ...]], wanted: dict[str, tuple[int, ...]]
) -> None:
    for key in sorted(found.keys() | wanted.keys()):
        here, there = found.get(key, "absent"), wanted.get(key, "there")
        if here != there:
            raise ValueError(
                f"weights and configuration disagree: {key} is {here}, not "
                f"{there}"
            )


def _finite(name: str, weight: Tensor) -> Tensor:
    if not weight.isfinite().all():
        raise ValueError(f"{name} holds {weight[~weight.isfinite()][0]}")
    return weight


def _tokenizer(text: str, config: Any) -> Tokenizer:
    try:
        tokenizer = Tokenizer(text)
    except Exception as error:  # `tokenizers` raises Exception itself
        raise ValueError(f"its tokenizer cannot be read: {error}") from error
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
