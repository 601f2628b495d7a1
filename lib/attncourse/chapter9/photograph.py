"""A photograph of a cat, by Stéfan van der Walt, CC0 (Chelsea, from the package
scikit-image). Looked at in chapter 9.
"""

from importlib import resources

import numpy as np
import torch
from jaxtyping import Float
from PIL import Image
from torch import Tensor


def cat() -> Float[Tensor, "3 128 128"]:
    """Its face, colours from 0 to 1."""
    file = resources.files("attncourse.chapter9").joinpath("cat.png")
    with file.open("rb") as stream:
        pixels = np.asarray(Image.open(stream), dtype=np.float32)
    return torch.from_numpy(pixels / 255).permute(2, 0, 1)
