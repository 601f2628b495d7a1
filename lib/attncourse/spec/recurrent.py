"""Recurrent cells, one step at a time, and the loop that runs them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from attncourse.spec.scores import times


class Gates(NamedTuple):
    """What a recurrent cell learns: W acts on the input, U on the state; their
    rows are gates, one after the other.
    """

    W: Float[Tensor, "gates inputs"]
    U: Float[Tensor, "gates D"]
    b: Float[Tensor, " gates"]
    c: Float[Tensor, " gates"]


def gru(
    x: Float[Tensor, " inputs"], h: Float[Tensor, " D"], gates: Gates
) -> Float[Tensor, " D"]:
    """One step of a gated recurrent unit. Gates: reset, update, candidate.

    Cho et al. 2014, equations 5 to 8, but the reset gate multiplies U h + c,
    not h, as PyTorch has it.
    """
    W, U, b, c = gates
    inputs, memory = (times(W, x) + b).chunk(3), (times(U, h) + c).chunk(3)
    reset = torch.sigmoid(inputs[0] + memory[0])
    update = torch.sigmoid(inputs[1] + memory[1])
    candidate = torch.tanh(inputs[2] + reset * memory[2])
    return update * h + (1 - update) * candidate


def lstm(
    x: Float[Tensor, " inputs"], state: tuple[Tensor, Tensor], gates: Gates
) -> tuple[Tensor, Tensor]:
    """One step of a long short-term memory: output and cell, each "D". Gates:
    input, forget, candidate, output.

    Hochreiter and Schmidhuber 1997, section 4, with the forget gate of Gers et
    al. 2000.
    """
    (h, cell), (W, U, b, c) = state, gates
    enter, forget, candidate, leave = (times(W, x) + b + times(U, h) + c).chunk(
        4
    )
    cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(
        candidate
    )
    return torch.sigmoid(leave) * torch.tanh(cell), cell


def recurrence(step: Callable, inputs: Sequence[Tensor], state) -> list:
    """The states h_t = f(x_t, h_{t-1}), one for each input. Bahdanau et al.
    2015, equation 1.
    """
    states = []
    for x in inputs:
        state = step(x, state)
        states.append(state)
    return states
