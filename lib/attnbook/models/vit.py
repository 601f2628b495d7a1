"""The Vision Transformer: an image is read as a sequence of patches. Built in
chapter 9.

Source: Dosovitskiy et al. 2021, section 3.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook import blocks, positions
from attnbook.models import convnet, fields, huggingface
from attnbook.models.fresh import seeded
from attnbook.models.loading import adjust, with_weights
from attnbook.patches import patchify


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model. Raises ValueError for fields that cannot
    be, and for a patch that does not divide the image.
    """

    side: int = 8  # pixels of the image, both ways
    patch: int = 2  # pixels of a patch, both ways
    channels: int = 1
    classes: int = 10
    width: int = 48  # D
    heads: int = 4
    hidden: int = 96  # inside the feed-forward layers
    layers: int = 4  # L
    positions: bool = True  # add a learned vector for each place
    stem: str = "patches"  # or convolutions
    dropout: float = 0.0  # of embeddings, and of what each layer adds
    epsilon: float = 1e-5  # of the normalisations

    def __post_init__(self):
        fields.check(self, stem=STEMS)
        if self.side % self.patch:
            raise ValueError(
                f"patch must divide side: side={self.side}, patch={self.patch}"
            )
        if self.stem == "convolutions" and self.patch & (self.patch - 1):
            raise ValueError(
                f"convolutions halve the image, so the patch must be a power "
                f"of 2: patch={self.patch}"
            )
        if not 0 < self.epsilon <= 1:
            raise ValueError(
                f"epsilon must lie above 0, up to 1: epsilon={self.epsilon}"
            )

    @property
    def grid(self) -> int:
        """Patches in a row."""
        return self.side // self.patch


class Patches(nn.Module):
    """x_p E: each patch by itself through one linear layer, which is a
    convolution whose stride is the patch.

    Source: Dosovitskiy et al. 2021, equation 1.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.patch = config.patch
        self.embed = nn.Linear(config.channels * self.patch**2, config.width)

    def forward(self, x: Float[Tensor, "B C Y X"]) -> Float[Tensor, "B P D"]:
        return self.embed(patchify(x, self.patch))


class Stem(nn.Sequential):
    """Layers of 3 x 3 filters, each with its features and its stride, then one
    of 1 x 1. The pixels that neighbouring patches see overlap.

    Source: Xiao et al. 2021, section 4.
    """

    def __init__(
        self, channels: int, width: int, layers: Sequence[tuple[int, int]]
    ):
        made: list[nn.Module] = []
        for features, stride in layers:
            filters = nn.Conv2d(channels, features, 3, stride, 1, bias=False)
            made += [filters, nn.BatchNorm2d(features), nn.ReLU()]
            channels = features
        super().__init__(*made, nn.Conv2d(channels, width, 1))

    def forward(self, x: Float[Tensor, "B C Y X"]) -> Float[Tensor, "B P D"]:
        return super().forward(x).flatten(2).mT


class Convolutions(Stem):
    """A stem that halves the image until a place is a patch."""

    def __init__(self, config: Config):
        halvings = config.patch.bit_length() - 1
        sizes = [max(config.width >> k, 8) for k in range(halvings, 0, -1)]
        layers = [(features, 2) for features in sizes]
        super().__init__(config.channels, config.width, layers)


STEMS: dict[str, type[nn.Module]] = {
    "patches": Patches,
    "convolutions": Convolutions,
}


class ViT(nn.Module):
    """Patches, a class token before them, positions, blocks; the scores of the
    classes come from what the class token has become.

    Source: Dosovitskiy et al. 2021, equations 1 to 4.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.patches = STEMS[config.stem](config)
        self.token = nn.Parameter(0.02 * torch.randn(config.width))
        self.positions = (
            positions.Learned(config.grid**2 + 1, config.width)
            if config.positions
            else nn.Identity()
        )
        self.dropout = nn.Dropout(config.dropout)
        sizes = config.width, config.heads, config.hidden, "pre", config.dropout
        self.blocks: Any = nn.ModuleList(
            blocks.EncoderBlock(*sizes, inner=blocks.GELU)
            for _ in range(config.layers)
        )
        self.norm = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, config.classes)
        adjust(self, nn.LayerNorm, eps=config.epsilon)

    def forward(self, images: Tensor) -> Float[Tensor, "B classes"]:
        """The logits of images "B C side side", numbers of 0 to 1.

        Raises ValueError for images of another size, number of channels, type
        or range.
        """
        z = self.embed(images)
        for block in self.blocks:
            z = block(z)
        return self.head(self.read(z))

    def read(self, z: Float[Tensor, "B T D"]) -> Float[Tensor, "B D"]:
        """What the classes are read from: the class token, normalised."""
        return self.norm(z[:, 0])

    def embed(self, images: Tensor) -> Float[Tensor, "B T D"]:
        """z_0: the class token, then the patches, with their positions. Raises
        as `forward` does.
        """
        x = convnet.centred(images, self.config.channels, self.config.side)
        return self.place(self.patches(x))

    def place(self, rows: Float[Tensor, "B P D"]) -> Float[Tensor, "B T D"]:
        """The class token before embedded patches, all with positions."""
        token = self.token.expand(len(rows), 1, -1)
        return self.dropout(self.positions(torch.cat([token, rows], 1)))

    def weights(self, images: Tensor) -> Float[Tensor, "B L H T T"]:
        """The weights of every block and head; row 0 is what the class token
        reads. Raises as `forward` does.
        """
        z, found = self.embed(images), []
        for block in self.blocks:
            found.append(block.weights(z))
            z = block(z)
        return torch.stack(found, 1)

    @classmethod
    def from_huggingface(cls, config: Any, state: dict[str, Tensor]) -> "ViT":
        """The model that `ViTForImageClassification` of the package
        `transformers` is with this configuration (an object or a mapping of its
        fields) and state.

        Raises ValueError for what this model has not, and as `given` does for
        the weights.
        """
        their = config if isinstance(config, dict) else config.to_dict()
        weights = huggingface.renamed(state)
        sizes = Config(**huggingface.sizes(their, weights))
        return with_weights(lambda: cls(sizes), weights).eval()


def build(config: Config, generator: torch.Generator | None = None) -> ViT:
    """A model with fresh weights from the generator: matrices as Glorot and
    Bengio 2010 say, the class token and the positions normal with 0.02. The
    global generator stays as it was.
    """
    return seeded(lambda: initialise(ViT(config)), generator)


def initialise(model: ViT) -> ViT:
    """The model, its matrices drawn anew as `build` says, from the global
    generator.
    """
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
    return model
