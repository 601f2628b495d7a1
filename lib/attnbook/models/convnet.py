"""Small convolutional networks: from an image to a grid of features, built in
chapter 3, and from an image to its class, built in chapter 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook import validation
from attnbook.models import fields
from attnbook.models.fresh import seeded


class ConvNet(nn.Module):
    """Layers of 3 x 3 filters; each but the last halves the grid.

    `channels` are the features after each layer: (a, b, c) makes an image of
    64 x 64 a grid of 16 x 16 with c features.
    """

    def __init__(self, channels: Sequence[int]):
        super().__init__()
        self.channels = tuple(channels)
        before = (3, *channels[:-1])
        last = len(channels) - 1
        self.layers = nn.ModuleList(
            nn.Conv2d(old, new, 3, stride=1 if k == last else 2, padding=1)
            for k, (old, new) in enumerate(zip(before, channels, strict=True))
        )

    def forward(
        self, images: Float[Tensor, "B 3 Y X"]
    ) -> Float[Tensor, "B I J M"]:
        """The features at each place of the grid; colours from 0 to 1."""
        z = images - 0.5
        for layer in self.layers:
            z = torch.relu(layer(z))
        return z.permute(0, 2, 3, 1)


class Classifier(nn.Module):
    """Several answers to one image, such as a colour and a shape: a linear
    layer for each on the greatest value of each feature over the grid.
    """

    def __init__(self, network: ConvNet, answers: tuple[int, ...]):
        super().__init__()
        self.network = network
        features = network.channels[-1]
        self.heads = nn.ModuleList(nn.Linear(features, n) for n in answers)

    def forward(self, images: Float[Tensor, "B 3 Y X"]) -> list[Tensor]:
        """The logits of each answer, "B n"."""
        best = self.network(images).amax((1, 2))
        return [head(best) for head in self.heads]


def initialise(network: nn.Module, generator: torch.Generator | None) -> None:
    """Fresh weights for layers with ReLU after them: uniform, the variance 2
    over the number of inputs (He et al. 2015), biases 0.
    """
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            nn.init.kaiming_uniform_(
                layer.weight, nonlinearity="relu", generator=generator
            )
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)


@dataclass(frozen=True)
class Config:
    """Sizes of a network that classifies. Raises ValueError for fields
    that cannot be, and for an image that cannot be halved so often.
    """

    side: int = 8  # pixels of the image, both ways
    channels: int = 1
    classes: int = 10
    widths: Sequence[int] = (32, 64, 64)  # features after each layer
    halved: Sequence[int] = (1,)  # the layers after which the grid is halved

    def __post_init__(self):
        fields.check(self, zero=("halved",))
        object.__setattr__(self, "widths", tuple(self.widths))
        object.__setattr__(self, "halved", tuple(self.halved))
        if not self.widths:
            raise ValueError("at least one layer is needed: layers=0")
        if not set(self.halved) <= set(range(len(self.widths))):
            raise ValueError(
                f"halved must name layers 0 .. {len(self.widths) - 1}: "
                f"halved={self.halved}"
            )
        if self.side % 2 ** len(self.halved):
            raise ValueError(
                f"side must be a multiple of {2 ** len(self.halved)}: "
                f"side={self.side}"
            )


class ConvClassifier(nn.Module):
    """Layers of 3 x 3 filters with batch normalisation, max pooling after some,
    and a linear layer on the mean over the grid.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        layers: list[nn.Module] = []
        before = config.channels
        for k, width in enumerate(config.widths):
            filters = nn.Conv2d(before, width, 3, padding=1, bias=False)
            layers += [filters, nn.BatchNorm2d(width), nn.ReLU()]
            if k in config.halved:
                layers.append(nn.MaxPool2d(2))
            before = width
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(before, config.classes)

    def forward(self, images: Tensor) -> Float[Tensor, "B classes"]:
        """The logits of images "B C side side", numbers of 0 to 1. Raises
        ValueError for images of another size, number of channels, type or
        range.
        """
        x = centred(images, self.config.channels, self.config.side)
        return self.head(self.layers(x).mean((2, 3)))


def build(
    config: Config, generator: torch.Generator | None = None
) -> ConvClassifier:
    """A classifier with fresh weights from the generator (`initialise`); the
    global generator stays as it was.
    """

    def made() -> ConvClassifier:
        model = ConvClassifier(config)
        initialise(model, None)
        return model

    return seeded(made, generator)


def centred(
    images: Tensor, channels: int, side: int
) -> Float[Tensor, "B C side side"]:
    """Images of 0 to 1 as numbers of -1 to 1.

    Raises ValueError for what is no batch of images of this size, for numbers
    that are not floating, and for those outside 0 .. 1.
    """
    wanted = channels, side, side
    if images.ndim != 4 or images.shape[1:] != wanted:
        raise ValueError(
            f"images must be (B, {channels}, {side}, {side}): "
            f"shape={tuple(images.shape)}"
        )
    if not images.is_floating_point():
        raise ValueError(
            f"images must be numbers of 0 to 1, not {images.dtype}: divide "
            f"those of 0 to 255 by 255"
        )
    if images.numel() and validation.readable(images):
        low, high = images.aminmax()
        if not (low >= 0 and high <= 1):
            raise ValueError(
                f"images must be numbers of 0 to 1: {low:.4g} .. {high:.4g}"
            )
    return 2 * images - 1
