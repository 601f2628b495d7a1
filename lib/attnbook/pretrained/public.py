"""Models that others have trained, Vision Transformers, GPT-2 and Llama: files
of the package `transformers`, from a folder or by name.
"""

import re
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from safetensors import SafetensorError
from safetensors.torch import load_file

from attnbook import files
from attnbook.data import fetch
from attnbook.models import fields
from attnbook.models.gpt2 import GPT2
from attnbook.models.llama import Llama
from attnbook.models.vit import ViT
from attnbook.pretrained import processor
from attnbook.pretrained.classifier import Classifier

CONFIG, PROCESSOR, WEIGHTS = FILES = (
    "config.json",
    "preprocessor_config.json",
    "model.safetensors",
)
Language = TypeVar("Language", GPT2, Llama)
TEXT, LARGEST = 2**24, 2**32  # bytes that a text, and weights, may have
ODD = ValueError, TypeError, IndexError, SafetensorError
"""What odd shapes of weights, and odd files, raise."""
ADDRESS = "https://huggingface.co/{name}/resolve/main/{file}"


def vit(path_or_name: Path | str) -> Classifier:
    """A classifier of images from a folder with `config.json`,
    `preprocessor_config.json` and `model.safetensors`, from such a file of
    weights with the others beside it, or, with a network, by the name that the
    Hugging Face Hub has for it, such as "google/vit-base-patch16-224".

    Images are read as `processor.Processor` says; in a folder its file may be
    absent. Only numbers are read, never pickles, and no weights in parts.
    Nobody knows the checksum of a model that comes by name. Raises OSError if a
    file cannot be had, ValueError, naming it, for one that is no Vision
    Transformer for images.
    """
    found = _found(path_or_name, FILES)
    try:
        config = _text(found[CONFIG])
        model = ViT.from_huggingface(
            config, load_file(files.regular(found[WEIGHTS], LARGEST))
        )
        said: dict[str, Any] = {"size": model.config.side}
        if PROCESSOR in found:
            said = _text(found[PROCESSOR])
        how = processor.Processor.of(said, model.config)
        how.fold(model)
        names = _names(config.get("id2label"), model.config.classes)
        return Classifier(model, names, partial(how.read, model.config.side))
    except ODD as error:
        raise ValueError(
            f"no Vision Transformer: {path_or_name} ({fields.line(error)})"
        ) from error


def gpt2(path_or_name: Path | str) -> GPT2:
    """A language model from a folder with `config.json` and
    `model.safetensors`, from such a file of weights, or, with a network, by the
    name that the Hugging Face Hub has for it, such as "openai-community/gpt2".

    It reads and writes tokens, numbers of the tokenizer of that package. Raises
    as `vit` does.
    """
    return _language(GPT2, "GPT-2", path_or_name)


def llama(path_or_name: Path | str) -> Llama:
    """The same for a model of the Llama family whose weights stand in one
    file, such as "HuggingFaceTB/SmolLM2-135M".
    """
    return _language(Llama, "Llama", path_or_name)


def _language(
    kind: type[Language], title: str, path_or_name: Path | str
) -> Language:
    found = _found(path_or_name, (CONFIG, WEIGHTS))
    try:
        return kind.from_huggingface(
            _text(found[CONFIG]),
            load_file(files.regular(found[WEIGHTS], LARGEST)),
        )
    except ODD as error:
        raise ValueError(
            f"no {title}: {path_or_name} ({fields.line(error)})"
        ) from error


def _text(path: Path) -> dict[str, Any]:
    return fields.parse(files.regular(path, TEXT).read_text(encoding="utf-8"))


def _names(labels: Any, count: int) -> list[str]:
    """The names of the classes, their numbers where they have none."""
    labels = {} if labels is None else labels
    if not isinstance(labels, dict):
        raise ValueError(f"id2label must give names to numbers: {labels!r}")
    return [str(labels.get(str(k), k)) for k in range(count)]


def _found(path_or_name: Path | str, read: tuple[str, ...]) -> dict[str, Path]:
    """The files that are read. Raises OSError, saying what they are, where one
    is absent.
    """
    path, name = Path(path_or_name), str(path_or_name)
    if path.is_dir() or path.suffix == ".safetensors" or path.exists():
        folder = path if path.is_dir() else path.parent
        found = {file: folder / file for file in read}
        found[WEIGHTS] = found[WEIGHTS] if path.is_dir() else path
        if not (folder / PROCESSOR).exists():
            found.pop(PROCESSOR, None)
        for one in found.values():
            if not one.exists():
                there = sorted(x.name for x in folder.glob("*"))
                raise FileNotFoundError(
                    f"{one} is absent; of a folder {', '.join(read)} are "
                    f"read, here are {', '.join(there[:9]) or 'none'}"
                )
        return found
    if not re.fullmatch(r"\w[\w.-]*/\w[\w.-]*", name):
        raise ValueError(
            f"neither a folder, nor a .safetensors file, nor a name like "
            f"owner/model: {name!r}"
        )
    try:
        return {
            file: fetch.fetch(
                f"{name}/{file}", ADDRESS.format(name=name, file=file), None
            )
            for file in read
        }
    except OSError as error:
        raise OSError(f"{error}; {', '.join(read)} are read") from error
