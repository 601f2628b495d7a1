"""A folder of small images with captions, as a reader may have it."""

import os
from collections.abc import Sequence
from pathlib import Path

import psutil
import torch
from PIL import Image

from attnbook.data import pixels

COLOURS = {
    "red": (220, 30, 30),
    "green": (30, 160, 50),
    "blue": (40, 80, 230),
    "black": (20, 20, 20),
}


def album(
    folder: Path, count: int = 12, side: int = 8, images: str = ""
) -> Path:
    """`count` images of one colour each and their captions, two for every
    third image, quoted where they have a comma.
    """
    lines = ["image,caption"]
    for i in range(count):
        colour = list(COLOURS)[i % len(COLOURS)]
        name = f"{i:05}.png"
        paint(folder / images / name, COLOURS[colour], side)
        lines.append(f"{name},a {colour} square .")
        if i % 3 == 0:
            lines.append(f'{name},"all of it , every bit , is {colour}"')
    return written(folder, lines)


def paint(path: Path, colour: tuple[int, ...], side: int = 8) -> Path:
    """A square image file of one colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (side, side), colour).save(path, compress_level=0)
    return path


def written(folder: Path, lines: Sequence[str | bytes]) -> Path:
    """The folder with these lines as its captions."""
    folder.mkdir(parents=True, exist_ok=True)
    content = [x if isinstance(x, bytes) else x.encode() for x in lines]
    (folder / "captions.txt").write_bytes(b"\n".join([*content, b""]))
    return folder


def crowd(folder: Path, count: int) -> dict[str, Path]:
    """Very many images, made quickly: links to a single red one."""
    red = paint(folder / "red.png", (255, 0, 0))
    many = {f"{i:05}.png": folder / f"{i:05}.png" for i in range(count)}
    for path in many.values():
        os.link(red, path)
    red.unlink()
    return many


def resident(folder: Path, count: int) -> tuple[pixels.Pixels, int]:
    """A crowd as pixels, and by how many bytes the process grew while it was
    read and every hundredth looked at.
    """
    process, paths = psutil.Process(), crowd(folder / "mine", count)
    few = dict(list(paths.items())[:3])
    pixels.load(few, 64, folder / "few", progress=False)
    before = process.memory_info().rss
    found = pixels.load(paths, 64, folder / "run", progress=False)
    assert (found.images[torch.arange(0, count, 100), 0] == 255).all()
    return found, process.memory_info().rss - before
