"""Two other ways to end: a Vision Transformer that takes the mean of its
patches, and a convolutional network that reads its whole last grid. Compared in
chapter 9.
"""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook.models import convnet, vit
from attnbook.models.fresh import seeded

HIDDEN = 144  # features of the layer on the whole grid


class MeanViT(vit.ViT):
    """The classes are read from the mean of all patches, not from the class
    token, which has nothing to say then.

    Source: Dosovitskiy et al. 2021, appendix D.3.
    """

    def read(self, z: Float[Tensor, "B T D"]) -> Float[Tensor, "B D"]:
        """The mean of the normalised patches."""
        return self.norm(z)[:, 1:].mean(1)


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


def mean_vit(
    config: vit.Config, generator: torch.Generator | None = None
) -> MeanViT:
    """With the fresh weights of `vit.build`."""
    model = MeanViT(config)
    model.load_state_dict(vit.build(config, generator).state_dict())
    return model


def whole_grid(
    config: convnet.Config, generator: torch.Generator | None = None
) -> WholeGrid:
    """With fresh weights, drawn as those of `convnet.build`."""

    def made() -> WholeGrid:
        model = WholeGrid(config)
        convnet.initialise(model, None)
        return model

    return seeded(made, generator)
