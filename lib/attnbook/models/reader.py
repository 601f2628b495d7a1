"""A recurrent network that reads a sequence and answers once: many to one. Built in chapter 1."""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

CELLS = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


@dataclass(frozen=True)
class Config:
    """Sizes of one reader; `cell` is rnn (tanh), gru or lstm."""

    vocabulary: int
    answers: int
    cell: str = "gru"
    width: int = 32  # D: embeddings
    units: int = 64  # units of the recurrent state

    def __post_init__(self):
        if self.cell not in CELLS:
            raise ValueError(f"cell must be one of {', '.join(CELLS)}: cell={self.cell!r}")


class Reader(nn.Module):
    """h_t = f_W(x_t, h_{t-1}); the answer is a linear function of the last state h_T."""

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.recurrence = CELLS[config.cell](config.width, config.units, batch_first=True)
        self.answer = nn.Linear(config.units, config.answers)

    def forward(self, tokens: Int[Tensor, "B T"]) -> Float[Tensor, "B N"]:
        """Logits of the answer after the last token."""
        states, _ = self.recurrence(self.embedding(tokens))
        return self.answer(states[:, -1])


def build(config: Config, generator: torch.Generator | None = None) -> Reader:
    """A reader with PyTorch's default weights; drawn from the generator, they leave the global one as it was."""
    if generator is None:
        return Reader(config)
    with torch.random.fork_rng(devices=[]):
        torch.set_rng_state(generator.get_state())
        model = Reader(config)
        generator.set_state(torch.get_rng_state())
    return model
