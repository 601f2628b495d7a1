"""A convolutional network that reads its whole last grid. Compared in
chapter 9.
"""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook.models import convnet
from attnbook.models.fresh import seeded

HIDDEN = 144  # features of the layer on the whole grid


class WholeGrid(convnet.ConvClassifier):
    """A hidden layer reads every place of the last grid, where the other
    network takes the mean over all of them.
    """

    def __init__(self, config: convnet.Config):
        super().__init__(config)
        side = config.side // 2 ** len(config.halved)
        places = side**2 * config.widths[-1]
        self.head: Any = nn.Sequential(
            nn.Flatten(),
            nn.Linear(places, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, config.classes),
        )

    def forward(self, images: Tensor) -> Float[Tensor, "B classes"]:
        """As `convnet.ConvClassifier` does."""
        config = self.config
        x = convnet.centred(images, config.channels, config.side)
        return self.head(self.layers(x))


def whole_grid(
    config: convnet.Config, generator: torch.Generator | None = None
) -> WholeGrid:
    """With fresh weights, drawn as those of `convnet.build`."""

    def made() -> WholeGrid:
        model = WholeGrid(config)
        convnet.initialise(model, None)
        return model

    return seeded(made, generator)
