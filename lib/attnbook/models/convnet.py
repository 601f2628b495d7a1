"""A small convolutional network: from an image to a grid of features. Built in
chapter 3.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor, nn


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
