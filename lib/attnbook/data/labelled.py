"""Images with labels: handwritten digits, CIFAR-10, and your own. Built in
chapter 9.
"""

import codecs
import os
import pickle
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Int, UInt8
from numpy.lib.npyio import NpzFile
from torch import Tensor

from attnbook import validation
from attnbook.data import fetch, painting

PARTS = ("train", "test")
MOST = 100_000  # classes that an .npz file may have
CIFAR10 = (
    "cifar-10-python.tar.gz",
    "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz",
    "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce",
)
"""Its name, address and SHA-256."""
CLASSES = (
    *("airplane", "automobile", "bird", "cat", "deer", "dog"),
    *("frog", "horse", "ship", "truck"),
)


class Labelled(NamedTuple):
    """Images of 0 to 255, the class of each as a number, and the names of the
    classes.
    """

    images: UInt8[Tensor, "count C side side"]
    labels: Int[Tensor, " count"]
    classes: tuple[str, ...]


def digits(part: str) -> Labelled:
    """scikit-learn's 1,797 handwritten digits, 8 x 8 pixels, bright on black:
    1,400 of them to train, 397 to test. Raises ValueError for another part.
    """
    _check_part(part)
    grey, labels = painting.handwritten()
    order = torch.Generator().manual_seed(0)
    drawn = torch.randperm(len(labels), generator=order)
    where = drawn[:1400] if part == "train" else drawn[1400:]
    pixels = (grey * 255).round().to(torch.uint8)[:, None]
    return Labelled(pixels[where], labels[where], tuple("0123456789"))


def cifar10(part: str) -> Labelled:
    """CIFAR-10: 50,000 colour images of 32 x 32 pixels to train, 10,000 to
    test.

    The file that ATTNBOOK_CIFAR10 names is read as `archive` does, and may be
    a copy that went through JPEG; without it, the official archive is fetched.
    Source: Krizhevsky 2009. Raises as `archive` and `data.fetch` do, and
    ValueError for a copy of other sizes or classes.
    """
    _check_part(part)
    given = os.environ.get("ATTNBOOK_CIFAR10")
    if given:
        copy = archive(given, part)
        if copy.images.shape[1:] != (3, 32, 32):
            raise ValueError(
                f"{given}: images of CIFAR-10 are (3, 32, 32): "
                f"{tuple(copy.images.shape[1:])}"
            )
        return checked(copy.images, copy.labels, CLASSES, given)
    names = [f"data_batch_{k}" for k in range(1, 6)]
    names = names if part == "train" else ["test_batch"]
    with tarfile.open(fetch.fetch(*CIFAR10)) as official:
        found = [_batch(official, name) for name in names]
    pixels, labels = (np.concatenate(each) for each in zip(*found, strict=True))
    return checked(
        torch.from_numpy(pixels.reshape(-1, 3, 32, 32)),
        torch.from_numpy(labels),
        CLASSES,
        "cifar-10",
    )


def archive(path: Path | str, part: str) -> Labelled:
    """The images x_train (or x_test) of an .npz file, "count side side" or
    "count side side C", 0 to 255 as uint8, and their classes y_train. Names are
    in `classes`; without them, classes are numbers, the same for both parts.

    Raises ValueError, naming the file and what is wrong, for any other content,
    OSError if it cannot be read.
    """
    _check_part(part)
    content = _content(path, (f"x_{part}", "y_train", "y_test", "classes"))
    for name in (f"x_{part}", f"y_{part}"):
        if name not in content:
            raise ValueError(f"{path} has no {name}")
    x = content[f"x_{part}"]
    if x.dtype != np.uint8 or x.ndim not in (3, 4):
        raise ValueError(
            f"{path}: x_{part} must be uint8, (count, side, side) or (count, "
            f"side, side, C): {x.dtype} {x.shape}"
        )
    x = x[:, None] if x.ndim == 3 else x.transpose(0, 3, 1, 2)
    present = [name for name in ("y_train", "y_test") if name in content]
    most = max(_highest(content[name], f"{path}: {name}") for name in present)
    names = content.get("classes", np.arange(max(most + 1, 2)))
    if names.ndim != 1:
        raise ValueError(f"{path}: classes must be (classes,): {names.shape}")
    return checked(
        torch.from_numpy(np.ascontiguousarray(x)),
        torch.from_numpy(content[f"y_{part}"].astype(np.int64)),
        tuple(map(str, names)),
        str(path),
    )


def checked(
    pixels: Tensor, labels: Tensor, classes: Sequence[str], where: str
) -> Labelled:
    """These images and labels, if they belong together; `where` they are from
    is told in the error, a ValueError.
    """
    if pixels.dtype != torch.uint8 or pixels.ndim != 4:
        raise ValueError(
            f"{where}: images must be uint8, (count, C, side, side): "
            f"{pixels.dtype} {tuple(pixels.shape)}"
        )
    count, channels, high, wide = pixels.shape
    if channels not in (1, 3) or high != wide or not high:
        raise ValueError(
            f"{where}: images must be square, with 1 or 3 channels: "
            f"{channels} x {high} x {wide}"
        )
    if len(labels) != count:
        raise ValueError(f"{where}: {count} images, but {len(labels)} labels")
    if len(classes) < 2:
        raise ValueError(f"{where}: two classes are needed: {classes}")
    if count and not 0 <= labels.min() <= labels.max() < len(classes):
        raise ValueError(
            f"{where}: labels must lie in 0 .. {len(classes) - 1}: "
            f"{int(labels.min())} .. {int(labels.max())}"
        )
    return Labelled(pixels, labels.long(), tuple(classes))


def subset(data: Labelled, where: Int[Tensor, " count"]) -> Labelled:
    """The images at these places."""
    return Labelled(data.images[where], data.labels[where], data.classes)


def balanced(
    data: Labelled, count: int, seed: int
) -> tuple[Labelled, Labelled]:
    """So many images, with the classes as even as can be, and the others,
    by an order that the seed says; fewer images of one seed are among more of
    them.

    Raises ValueError for a count below 1 or above that of all images.
    """
    total = len(data.labels)
    validation.between(1, total, count=count)
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(total, generator=generator)
    labels = data.labels[order]
    # the k-th image of its class, for each: first come all first ones
    turn = torch.zeros(total, dtype=torch.long)
    for label in labels.unique():
        own = labels == label
        turn[own] = torch.arange(int(own.sum()))
    order = order[turn.argsort(stable=True)]
    return subset(data, order[:count]), subset(data, order[count:])


def _check_part(part: str) -> None:
    if part not in PARTS:
        raise ValueError(f"part must be one of {', '.join(PARTS)}: {part!r}")


def _content(path: Path | str, wanted: Sequence[str]) -> dict[str, Any]:
    """The wanted arrays of an .npz file, as far as it has them."""
    with open(path, "rb") as opened:
        try:
            with NpzFile(opened, allow_pickle=False) as file:
                return {name: file[name] for name in wanted if name in file}
        # of a damaged file numpy raises whatever goes wrong in its readers
        except Exception as error:
            raise ValueError(
                f"no .npz file of images: {path} ({error})"
            ) from error


def _highest(labels: Any, where: str) -> int:
    """The highest label, if they are labels."""
    if labels.dtype.kind not in "iu" or labels.ndim != 1 or not len(labels):
        raise ValueError(
            f"{where} must be whole numbers, (count,): {labels.dtype} "
            f"{labels.shape}"
        )
    most = int(labels.max())
    if most >= MOST:
        raise ValueError(f"{where} must lie in 0 .. {MOST - 1}: {most}")
    return most


class _Numbers(pickle.Unpickler):
    """Reads arrays and what holds them, and imports nothing."""

    KNOWN = {
        "multiarray._reconstruct": np.zeros(0).__reduce__()[0],
        "numpy.ndarray": np.ndarray,
        "numpy.dtype": np.dtype,
        "_codecs.encode": codecs.encode,
    }

    def find_class(self, module: str, name: str) -> Any:
        asked = f"{module}.{name}"
        for package in ("numpy.core.", "numpy._core."):
            asked = asked.removeprefix(package)
        if asked not in self.KNOWN:
            raise ValueError(f"a file of images has no {module}.{name}")
        return self.KNOWN[asked]


def _batch(official: tarfile.TarFile, name: str) -> tuple[Any, Any]:
    """The images and labels of one file of the official archive."""
    file = official.extractfile(f"cifar-10-batches-py/{name}")
    assert file is not None, f"{name} is no file"
    content = _Numbers(file, encoding="bytes").load()
    return content[b"data"], np.array(content[b"labels"])
