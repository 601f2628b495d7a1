"""Convolutional networks with another end: a hidden layer behind the mean over
the last grid, or instead of the mean. Compared in chapter 9.
"""

from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook.models import convnet
from attnbook.models.fresh import seeded

HIDDEN = 144  # features of the hidden layer


class HiddenHead(convnet.ConvClassifier):
    """A hidden layer reads the mean over the last grid."""

    def __init__(self, config: convnet.Config):
        super().__init__(config)
        self.head: Any = hidden(config.widths[-1], config.classes)


class WholeGrid(convnet.ConvClassifier):
    """A hidden layer reads every place of the last grid."""

    def __init__(self, config: convnet.Config):
        super().__init__(config)
        side = config.side // 2 ** len(config.halved)
        self.head: Any = hidden(side**2 * config.widths[-1], config.classes)

    def forward(self, images: Tensor) -> Float[Tensor, "B classes"]:
        """As `convnet.ConvClassifier` does."""
        config = self.config
        x = convnet.centred(images, config.channels, config.side)
        return self.head(self.layers(x).flatten(1))


def hidden(inputs: int, classes: int) -> nn.Module:
    """A layer of HIDDEN features, then the scores of the classes."""
    return nn.Sequential(
        nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, classes)
    )


def built(
    make: type[convnet.ConvClassifier],
) -> Callable[[convnet.Config, torch.Generator | None], convnet.ConvClassifier]:
    """What builds such a network with fresh weights from a generator, drawn as
    those of `convnet.build`.
    """

    def build(
        config: convnet.Config, generator: torch.Generator | None = None
    ) -> convnet.ConvClassifier:
        def fresh() -> convnet.ConvClassifier:
            model = make(config)
            convnet.initialise(model, None)
            return model

        return seeded(fresh, generator)

    return build


hidden_head, whole_grid = built(HiddenHead), built(WholeGrid)
