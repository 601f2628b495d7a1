"""Many images as one file that is mapped into memory: each is read once, and
only what is asked for takes memory. Built in chapter 3.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import UInt8
from torch import Tensor
from tqdm import tqdm

from attnbook import files
from attnbook.data import images


class Pixels(NamedTuple):
    """Images as numbers of 0 to 255, the name of each, why others are not
    among them, and the SHA-256 of all numbers.
    """

    images: UInt8[Tensor, "count 3 side side"]
    names: list[str]
    broken: dict[str, str]
    digest: str


def load(
    paths: Mapping[str, Path], side: int, folder: Path, *, progress: bool = True
) -> Pixels:
    """The images at these paths, `side` pixels wide and high (`images.read`),
    in the order given; those that cannot be read are left out and named.

    They are kept in `folder`, and read from there as long as no file has
    another name, size or date. Raises OSError if they cannot be written.
    """
    pixels, index = folder / "images.u8", folder / "images.json"
    key = files.sha256(repr((side, [*map(_state, paths.items())])).encode())
    found = json.loads(index.read_bytes()) if index.is_file() else {}
    if found.get("key") != key or not pixels.is_file():
        if index.is_file():
            # first, so that no index ever stands beside the images of another
            index.unlink()
        found = {"key": key} | _store(paths, side, pixels, progress)
        files.write(index, json.dumps(found).encode())
    shape = (len(found["names"]), 3, side, side)
    # "c": written to by nobody, but torch wants what could be
    mapped = (
        np.memmap(pixels, np.uint8, "c", shape=shape)
        if found["names"]
        else np.empty(shape, np.uint8)
    )
    return Pixels(
        torch.from_numpy(mapped),
        found["names"],
        found["broken"],
        found["digest"],
    )


def _state(named: tuple[str, Path]) -> tuple[str, int, int]:
    """What tells a file from another one that was there before."""
    name, path = named
    state = path.stat()
    return name, state.st_size, state.st_mtime_ns


def _store(
    paths: Mapping[str, Path], side: int, target: Path, progress: bool
) -> dict[str, Any]:
    """Write the images one after the other into one file."""
    names, broken, digest = [], {}, hashlib.sha256()
    with files.atomic(target) as file:
        for name, path in tqdm(paths.items(), "images", disable=not progress):
            try:
                content = images.read(path, side).numpy().tobytes()
            except (OSError, ValueError) as error:
                reason = str(error).replace(str(path), name)
                reason = reason.removeprefix(f"no image: {name} ")
                broken[name] = reason
                continue
            file.write(content)
            digest.update(content)
            names.append(name)
    return {"names": names, "broken": broken, "digest": digest.hexdigest()}
