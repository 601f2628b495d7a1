"""What the package `transformers` does with an image before a Vision
Transformer reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from PIL import Image
from torch import Tensor

from attnbook.data import images
from attnbook.models import fields, huggingface, vit

OWN = [f"ViT{x}" for x in ("ImageProcessor", "FeatureExtractor")]
OWN += [f"{OWN[0]}{x}" for x in ("Fast", "Pil")]
TYPES = "image_processor_type", "feature_extractor_type"
SILENT = (  # fields that change no number
    *("processor_class", "crop_size", "data_format", "default_to_square"),
    *("do_convert_rgb", "_valid_processor_keys"),
)


@dataclass(frozen=True)
class Processor:
    """The fields of a `ViTImageProcessor`, with its defaults: an image is
    stretched to a square, and the numbers p of its pixels, 0 to 255, become (p
    rescale_factor - image_mean) / image_std. Raises ValueError for fields that
    cannot be.
    """

    size: int = 224
    do_resize: bool = True
    resample: int = 2  # as PIL counts them; bilinear
    do_rescale: bool = True
    rescale_factor: float = 1 / 255
    do_normalize: bool = True
    image_mean: Sequence[float] = (0.5, 0.5, 0.5)
    image_std: Sequence[float] = (0.5, 0.5, 0.5)

    def __post_init__(self):
        fields.check(self, zero=("resample",))
        Image.Resampling(self.resample)
        if min(self.image_std) <= 0:
            raise ValueError(
                f"image_std must be above 0: image_std={self.image_std}"
            )

    @classmethod
    def of(cls, said: dict[str, Any], model: vit.Config) -> "Processor":
        """The one of a file's fields. Raises ValueError for another kind, for a
        field that is not known, and for one that does not fit the model.
        """
        for name in TYPES:
            if (said.get(name) or OWN[0]) not in OWN:
                raise ValueError(f"{name} must be {OWN[0]}: {said[name]}")
        known = {x: y for x, y in said.items() if x in cls.__annotations__}
        for name in said.keys() - {*known, *TYPES, *SILENT}:
            if said[name] not in (None, False):
                raise ValueError(f"{name}={said[name]} is not known")
        if "size" in known:
            known["size"] = huggingface.square("size", known["size"])
        made = cls(**known)
        given = len(made.image_mean), len(made.image_std), model.channels
        if given != (3, 3, 3):
            raise ValueError(
                f"image_mean, image_std, num_channels must be three: {given}"
            )
        if made.do_resize and made.size != model.side:
            raise ValueError(
                f"images of {made.size} pixels, a model for {model.side}"
            )
        return made

    def read(self, side: int, path: Path | str) -> Tensor:
        """An image file as numbers of 0 to 255, "3 Y X". Raises as
        `data.images.read` does.
        """
        image = images.whole(path, white=False)
        if self.do_resize:
            image = image.resize((side, side), Image.Resampling(self.resample))
        return images.to_tensor(image)

    @torch.no_grad()
    def fold(self, model: vit.ViT) -> None:
        """Let the model, which reads c = 2 p / 255 - 1, answer as it would to
        the numbers that this makes of p: they are gain c + offset, and so the
        layer that reads the patches can do it.
        """
        mean, std = (
            torch.tensor(x, dtype=torch.float64)[:, None]
            for x in (self.image_mean, self.image_std)
        )
        if not self.do_normalize:
            mean, std = torch.zeros_like(mean), torch.ones_like(std)
        half = 127.5 * (self.rescale_factor if self.do_rescale else 1.0)
        layer: Any = model.patches.embed
        by_colour = layer.weight.double().unflatten(1, (len(mean), -1))
        offset = (by_colour * ((half - mean) / std)).sum((1, 2))
        layer.bias.copy_(layer.bias.double() + offset)
        layer.weight.copy_((by_colour * (half / std)).flatten(1))
