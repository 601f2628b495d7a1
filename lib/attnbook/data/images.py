"""Image files, one size for all. Built in chapter 3."""

import warnings
from pathlib import Path

import numpy as np
import torch
from jaxtyping import UInt8
from PIL import Image, ImageOps
from torch import Tensor

LARGEST = 50_000_000  # pixels that an image may have: 600 MB while it is read


def read(path: Path | str, side: int) -> UInt8[Tensor, "3 side side"]:
    """The middle square of an image file, `side` pixels wide, red, green and
    blue of 0 to 255; what is transparent is white.

    Raises OSError for a file that cannot be opened, ValueError, naming it, for
    one that is no image, broken, cut short, too large, or of 32-bit grey.
    """
    try:
        with warnings.catch_warnings():
            # what is odd beside the pixels, as in EXIF, is no loss
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            whole = _opened(path, side)
    except Exception as error:
        # of a damaged file PIL raises whatever goes wrong in its readers
        if isinstance(error, OSError) and error.errno is not None:
            raise
        reason = str(error) or type(error).__name__
        raise ValueError(f"no image: {path} ({reason})") from error
    small = whole.reduce(max(1, min(whole.size) // (2 * side)))
    white = Image.new("RGBA", small.size, "white")
    flat = Image.alpha_composite(white, small).convert("RGB")
    square = ImageOps.fit(flat, (side, side), Image.Resampling.BILINEAR)
    return torch.from_numpy(np.array(square)).permute(2, 0, 1).contiguous()


def _opened(path: Path | str, side: int) -> Image.Image:
    """All of an image, upright; a JPEG only as large as it must be."""
    with Image.open(path) as image:
        if image.width * image.height > LARGEST:
            raise ValueError(
                f"{image.width} x {image.height} pixels, more than {LARGEST:,}"
            )
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
