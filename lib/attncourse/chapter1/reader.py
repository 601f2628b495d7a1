"""A recurrent network that reads a sequence and answers once: many to one.
Built in chapter 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attnbook.models import fields

CELLS: dict[str, Callable[..., nn.RNNBase]] = {
    "rnn": nn.RNN,
    "irnn": partial(nn.RNN, nonlinearity="relu"),
    "gru": nn.GRU,
    "lstm": nn.LSTM,
}
GATED = ("gru", "lstm")


@dataclass(frozen=True)
class Config:
    """Sizes of one reader; `cell` is rnn (tanh), irnn (relu, starting from the
    identity), gru or lstm.

    `gate_bias` is added to the bias of the gate that keeps the state: the
    update gate of a GRU, the forget gate of an LSTM. 0 leaves the gate half
    open at the start, 3 leaves it open at 0.95 (Jozefowicz et al. 2015, section
    3).
    """

    vocabulary: int
    answers: int
    cell: str = "gru"
    width: int = 32  # D: embeddings
    units: int = 64  # units of the recurrent state
    gate_bias: float = 0.0

    def __post_init__(self):
        fields.check(self, cell=CELLS)
        if self.gate_bias and self.cell not in GATED:
            raise ValueError(
                f"a cell without gates has no gate_bias: cell={self.cell!r}, "
                f"gate_bias={self.gate_bias}"
            )


class Reader(nn.Module):
    """h_t = f_W(x_t, h_{t-1}); the answer is a linear function of the last
    state h_T.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.recurrence = CELLS[config.cell](
            config.width, config.units, batch_first=True
        )
        self.answer = nn.Linear(config.units, config.answers)
        weights = dict(self.recurrence.named_parameters())
        with torch.no_grad():
            # the second gate: a GRU's update gate, an LSTM's forget gate
            second = slice(config.units, 2 * config.units)
            weights["bias_ih_l0"][second] += config.gate_bias
            if config.cell == "irnn":
                _identity(weights)

    def forward(self, tokens: Int[Tensor, "B T"]) -> Float[Tensor, "B N"]:
        """Logits of the answer after the last token."""
        states, _ = self.recurrence(self.embedding(tokens))
        return self.answer(states[:, -1])


def _identity(weights: dict[str, nn.Parameter]) -> None:
    """At first the state stays as it is, and hardly anything is added.

    Source: Le et al. 2015, section 3.
    """
    nn.init.eye_(weights["weight_hh_l0"])
    nn.init.normal_(weights["weight_ih_l0"], std=1e-3)
    nn.init.zeros_(weights["bias_hh_l0"])
    nn.init.zeros_(weights["bias_ih_l0"])


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
