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
    one that is no image, broken, cut short, or too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                if image.width * image.height > LARGEST:
                    raise ValueError(
                        f"{image.width} x {image.height} pixels, more than "
                        f"{LARGEST:,}"
                    )
                image.draft("RGB", (2 * side, 2 * side))
                ImageOps.exif_transpose(image, in_place=True)
                whole = image.convert("RGBA")
    except OSError as error:
        if error.errno is not None:
            raise
        raise ValueError(f"no image: {path} ({error})") from error
    except (
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as error:
        raise ValueError(f"no image: {path} ({error})") from error
    small = whole.reduce(max(1, min(whole.size) // (2 * side)))
    white = Image.new("RGBA", small.size, "white")
    flat = Image.alpha_composite(white, small).convert("RGB")
    square = ImageOps.fit(flat, (side, side), Image.Resampling.BILINEAR)
    return torch.from_numpy(np.array(square)).permute(2, 0, 1).contiguous()
