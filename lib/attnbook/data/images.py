"""Image files, one size for all. Built in chapter 3."""

import warnings
from pathlib import Path

import numpy as np
import torch
from jaxtyping import UInt8
from PIL import Image, ImageOps
from torch import Tensor

from attnbook import files

LARGEST = 50_000_000  # pixels that an image may have: 600 MB while it is read
FORMATS = ["JPEG", "PNG", "GIF", "BMP", "PPM", "WEBP", "TIFF", "JPEG2000"]
FORMATS += ["AVIF"]  # last: not every PIL knows it
"""What is read, whatever the file's name. Others start programs, as EPS does
with Ghostscript.
"""


def read(path: Path | str, side: int) -> UInt8[Tensor, "3 side side"]:
    """The middle square of an image file, `side` pixels wide, red, green and
    blue of 0 to 255; what is transparent is white.

    Raises OSError for a file that cannot be opened, ValueError, naming it, for
    one that is no image, broken, cut short, too large, or of 32-bit grey.
    """
    square = ImageOps.fit(
        whole(path, side), (side, side), Image.Resampling.BILINEAR
    )
    return to_tensor(square)


def to_tensor(image: Image.Image) -> UInt8[Tensor, "3 Y X"]:
    """Red, green and blue of an image, of 0 to 255."""
    return torch.from_numpy(np.array(image)).permute(2, 0, 1).contiguous()


def whole(
    path: Path | str, side: int | None = None, *, white: bool = True
) -> Image.Image:
    """All of an image file, upright, in red, green and blue; what is
    transparent is white, or else the colour that it hides. With a `side`, only
    as large as a square of so many pixels needs it. Raises as `read` does.
    """
    try:
        with warnings.catch_warnings():
            # what is odd beside the pixels, as in EXIF, is no loss
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = _opened(files.regular(path, 8 * LARGEST), side)
    except Exception as error:
        # of a damaged file PIL raises whatever goes wrong in its readers
        if isinstance(error, OSError) and error.errno is not None:
            raise
        reason = str(error) or type(error).__name__
        raise ValueError(f"no image: {path} ({reason})") from error
    if side is not None:
        image = image.reduce(max(1, min(image.size) // (2 * side)))
    if white:
        ground = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(ground, image)
    return image.convert("RGB")


def _opened(path: Path, side: int | None) -> Image.Image:
    """All of an image, upright; a JPEG only as large as it must be."""
    with Image.open(path, formats=FORMATS) as image:
        if image.width * image.height > LARGEST:
            raise ValueError(
                f"{image.width} x {image.height} pixels, more than {LARGEST:,}"
            )
        if side is not None:
            image.draft("RGB", (2 * side, 2 * side))
        ImageOps.exif_transpose(image, in_place=True)
        return _eight_bits(image).convert("RGBA")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 bits scaled to 8, which PIL's own conversion would cut off
    at 255. Raises ValueError for numbers whose white is not known.
    """
    if image.mode in ("I", "F"):
        raise ValueError(
            f"mode {image.mode}: grey of 32 bits does not say what is white"
        )
    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    return image
