"""Image captioning: a convolutional network reads the image, a recurrent
decoder describes it, without attention or with it. Built in chapter 3.

Source: Xu et al. 2015; without attention Vinyals et al. 2015.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook import scores
from attnbook.models import convnet, decoder, fields
from attnbook.models.decoder import State
from attnbook.models.encoder_decoder import EncoderDecoder


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model."""

    vocabulary: int
    side: int = 64  # pixels of the image, both ways
    # features after each layer of the convolutional network; the last is M
    channels: Sequence[int] = (16, 32, 64, 64)
    hidden: int = 128  # units of the layer between the grid and h_0
    vector: int = 64  # numbers in the one vector c of a model without attention
    width: int = 64  # of embeddings, and of the additive score
    units: int = 128  # of the decoder
    attention: str = "additive"  # a name in scores.SCORES
    positions: bool = True  # add a learned vector for each place of the grid
    pooled: bool = False  # h_0 from mean and maximum over the places
    dropout: float = 0.1
    pad: int = 0

    def __post_init__(self):
        fields.check(self, attention=scores.SCORES)
        object.__setattr__(self, "channels", tuple(self.channels))
        shrink = 2 ** (len(self.channels) - 1)
        if not self.channels or self.side < shrink or self.side % shrink:
            raise ValueError(
                f"side must be a multiple of {shrink}, since all but the last "
                f"of {len(self.channels)} layers halve it: side={self.side}"
            )

    @property
    def grid(self) -> int:
        """I, the number of rows of the grid; as many columns J."""
        return self.side // 2 ** (len(self.channels) - 1)


class MeanAndMax(nn.Module):
    """The mean and the maximum over the places, one after the other."""

    def forward(self, z: Float[Tensor, "B S D"]) -> Float[Tensor, "B 2*D"]:
        """Both, of each feature."""
        return torch.cat([z.mean(1), z.amax(1)], 1)


class Captioner(EncoderDecoder):
    """Grid features z, an MLP from all of them to h_0, and a decoder that
    reads the grid with attention; without, c = h_0 is all it has.

    The MLP reads the grid as one row of numbers; if `pooled`, its first layer
    reads each place, and mean and maximum over the places go on, normalised:
    as they are they are so large that the first state saturates the decoder.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        places, features = config.grid**2, config.channels[-1]
        read = config.vector if config.attention == "none" else features
        self.convnet = convnet.ConvNet(config.channels)
        parts: list[nn.Module] = [
            nn.Linear(places * features, config.hidden),
            nn.ReLU(),
            nn.Linear(config.hidden, read),
        ]
        if config.pooled:
            parts[0] = nn.Linear(features, config.hidden)
            wide = 2 * config.hidden
            parts[2:] = [MeanAndMax(), nn.LayerNorm(wide)]
            parts.append(nn.Linear(wide, read))
        self.summary = nn.Sequential(*parts)
        self.places = (
            nn.Parameter(torch.zeros(places, features))
            if config.positions
            and (config.pooled or config.attention != "none")
            else None
        )
        self.decoder = decoder.Decoder(
            config.vocabulary,
            config.width,
            read,
            config.units,
            score=config.attention,
            dropout=config.dropout,
            pad=config.pad,
        )

    def start(self, images: Float[Tensor, "B 3 Y X"]) -> State:
        """Look at the images once: the grid is the memory, the MLP gives h_0.

        Raises ValueError for images of another size than the model's.
        """
        side = self.config.side
        if images.ndim != 4 or images.shape[1:] != (3, side, side):
            raise ValueError(
                f"images must be (B, 3, {side}, {side}): "
                f"shape={tuple(images.shape)}"
            )
        z = self.convnet(images).flatten(1, 2)  # B S M, S = I J
        placed = z if self.places is None else z + self.places
        last = self.summary(placed if self.config.pooled else z.flatten(1))
        memory = last[:, None] if self.config.attention == "none" else placed
        all_seen = torch.ones(
            len(z), 1, 1, memory.shape[1], dtype=torch.bool, device=z.device
        )
        return self.decoder.start(memory, last, all_seen)


def build(
    config: Config, generator: torch.Generator | None = None
) -> Captioner:
    """A model with fresh weights, drawn from the generator as
    `decoder.initialise` and `convnet.initialise` say.
    """
    model = Captioner(config)
    decoder.initialise(model.decoder, model.decoder, generator)
    for part in (model.convnet, model.summary):
        convnet.initialise(part, generator)
    if model.places is not None:
        with torch.no_grad():
            bound = config.channels[-1] ** -0.5
            model.places.uniform_(-bound, bound, generator=generator)
    return model
