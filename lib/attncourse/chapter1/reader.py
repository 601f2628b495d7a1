"""A recurrent network that reads a sequence and answers once: many to one.
Built in chapter 1.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attnbook.models import fields


@dataclass(frozen=True)
class Config:
    """Sizes of one reader, an LSTM.

    `gate_bias` is added to the bias of the forget gate: 0 leaves the gate half
    open at the start, 1 open at 0.73, 3 at 0.95 (Jozefowicz et al. 2015,
    section 2.2, takes 1).
    """

    vocabulary: int
    answers: int
    width: int = 32  # D: embeddings
    units: int = 64  # units of the recurrent state
    gate_bias: float = 0.0

    def __post_init__(self):
        fields.check(self)


class Reader(nn.Module):
    """h_t = f_W(x_t, h_{t-1}); the answer is a linear function of the last
    state h_T.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.recurrence = nn.LSTM(config.width, config.units, batch_first=True)
        self.answer = nn.Linear(config.units, config.answers)
        bias = dict(self.recurrence.named_parameters())["bias_ih_l0"]
        with torch.no_grad():
            # the second of four gates
            bias[config.units : 2 * config.units] += config.gate_bias

    def forward(self, tokens: Int[Tensor, "B T"]) -> Float[Tensor, "B N"]:
        """Logits of the answer after the last token."""
        states, _ = self.recurrence(self.embedding(tokens))
        return self.answer(states[:, -1])


def build(config: Config, generator: torch.Generator | None = None) -> Reader:
    """A reader with PyTorch's default weights; drawn from the generator, they
    leave the global one as it was.
    """
    if generator is None:
        return Reader(config)
    with torch.random.fork_rng(devices=[]):
        torch.set_rng_state(generator.get_state())
        model = Reader(config)
        generator.set_state(torch.get_rng_state())
    return model
