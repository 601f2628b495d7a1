"""A network that assumes nothing about images: it gets all pixels as one row.
The baseline of chapter 9; and a Vision Transformer that gets larger patches.
"""

from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook.models import convnet, vit
from attnbook.models.fresh import seeded

HIDDEN = 206  # features of each hidden layer: about as many numbers as the ViT


class MLP(nn.Module):
    """Two hidden layers on the row of all pixels. With them in any other order,
    the same for all images, it is the same model.
    """

    def __init__(self, config: vit.Config):
        super().__init__()
        self.config = config
        pixels = config.channels * config.side**2
        self.layers = nn.Sequential(
            nn.Linear(pixels, HIDDEN),
            nn.GELU(),
            nn.Linear(HIDDEN, HIDDEN),
            nn.GELU(),
            nn.Linear(HIDDEN, config.classes),
        )

    def forward(self, images: Tensor) -> Float[Tensor, "B classes"]:
        """The scores of the classes; as `convnet.ConvClassifier` does."""
        config = self.config
        x = convnet.centred(images, config.channels, config.side)
        return self.layers(x.flatten(1))


def build(config: vit.Config, generator: torch.Generator | None = None) -> MLP:
    """An MLP for the images of that ViT, with fresh weights."""
    return seeded(lambda: MLP(config), generator)


def large_patches(
    config: vit.Config, generator: torch.Generator | None = None
) -> vit.ViT:
    """The ViT with patches of twice the side."""
    return vit.build(replace(config, patch=2 * config.patch), generator)
