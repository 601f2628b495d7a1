"""Vision Transformers that others have trained: files of the package
`transformers`, from a folder or by name.
"""

import json
import re
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file

from attnbook.data import fetch
from attnbook.models.vit import ViT
from attnbook.pretrained.classifier import Classifier

FILES = ("config.json", "model.safetensors")
ADDRESS = "https://huggingface.co/{name}/resolve/main/{file}"


def vit(path_or_name: Path | str) -> Classifier:
    """A classifier of images from a folder with `config.json` and
    `model.safetensors`, from such a file of weights with its configuration
    beside it, or, with a network, by the name that the Hugging Face Hub has for
    it, such as "google/vit-base-patch16-224".

    Only numbers are read, never pickles. Nobody knows the checksum of a model
    that comes by name. Raises OSError if a file cannot be had, ValueError,
    naming it, for one that is no Vision Transformer for images.
    """
    config, weights = _found(path_or_name)
    try:
        fields: dict[str, Any] = json.loads(config.read_text(encoding="utf-8"))
        model = ViT.from_huggingface(fields, load_file(weights))
        labels = fields.get("id2label", {})
        names = [
            str(labels.get(str(k), k)) for k in range(model.config.classes)
        ]
        return Classifier(model, names)
    except (ValueError, SafetensorError, AttributeError) as error:
        raise ValueError(
            f"no Vision Transformer: {path_or_name} ({error})"
        ) from error


def _found(path_or_name: Path | str) -> tuple[Path, Path]:
    """The configuration and the weights."""
    path, name = Path(path_or_name), str(path_or_name)
    if path.is_dir():
        return path / FILES[0], path / FILES[1]
    if path.suffix == ".safetensors" or path.exists():
        return path.with_name(FILES[0]), path
    if not re.fullmatch(r"\w[\w.-]*/\w[\w.-]*", name):
        raise ValueError(
            f"neither a folder, nor a .safetensors file, nor a name like "
            f"owner/model: {name!r}"
        )
    config, weights = (
        fetch.fetch(
            f"{name}/{file}", ADDRESS.format(name=name, file=file), None
        )
        for file in FILES
    )
    return config, weights
