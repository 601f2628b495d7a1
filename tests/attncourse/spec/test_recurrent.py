"""Torch's own cells."""

import torch
from torch import nn

from attncourse import spec
from tests.attncourse.spec.toys import vector
from tests.toys import S, T, assert_same, normal


def gates_of(cell: nn.RNNCellBase) -> spec.Gates:
    return spec.Gates(
        cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh
    )


def test_gru_is_torchs():
    cell, x, h = nn.GRUCell(S, T).double(), normal(S, seed=1), normal(T, seed=2)
    assert_same(
        spec.gru(x, h, gates_of(cell)), cell(x, h), x, h, *cell.parameters()
    )


def test_lstm_is_torchs():
    cell = nn.LSTMCell(S, T).double()
    x, h, c = normal(S, seed=1), normal(T, seed=2), normal(T, seed=3)
    ours, theirs = spec.lstm(x, (h, c), gates_of(cell)), cell(x, (h, c))
    assert_same(torch.cat(ours), torch.cat(theirs), x, h, c, *cell.parameters())


def test_recurrence_hands_each_state_on():
    assert spec.recurrence(
        lambda x, h: 10 * h + x, list(vector(1, 2, 3)), 0
    ) == [1, 12, 123]


def reads(states: list[torch.Tensor], x: torch.Tensor) -> list[list[int]]:
    """For each state, which inputs it depends on."""
    found = [
        torch.autograd.grad(h.sum(), x, retain_graph=True, allow_unused=True)[0]
        for h in states
    ]
    return [
        [] if g is None else (g != 0).any(-1).nonzero().flatten().tolist()
        for g in found
    ]


def test_one_cell_serves_all_five_wirings():
    """Only when it reads and when it answers changes; the parameters are the
    same for any length.
    """
    D, S, T = 5, 4, 3
    gates = gates_of(nn.GRUCell(2, D).double())
    x, first = normal(S, 2, seed=1), torch.zeros(D, dtype=torch.float64)
    nothing = list(torch.zeros(T, 2, dtype=torch.float64))

    def unroll(inputs, state):
        return spec.recurrence(
            lambda token, h: spec.gru(token, h, gates), inputs, state
        )

    whole = unroll(list(x), first)
    assert reads(unroll([x[0]], first), x) == [[0]]  # one to one
    # one to many
    assert reads(unroll([x[0], *nothing], first), x) == [[0]] * (1 + T)
    assert reads(whole[-1:], x) == [[0, 1, 2, 3]]  # many to one
    # many to many, at once
    assert reads(whole, x) == [[*range(k)] for k in range(1, S + 1)]
    # many to many, after
    assert reads(unroll(nothing, whole[-1]), x) == [[0, 1, 2, 3]] * T
