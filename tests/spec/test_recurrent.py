"""Torch's own cells."""

import torch
from torch import nn

from attnbook import spec
from tests.spec.toys import vector
from tests.toys import S, T, assert_same, normal


def gates_of(cell: nn.RNNCellBase) -> spec.Gates:
    return spec.Gates(cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)


def test_gru_is_torchs():
    cell, x, h = nn.GRUCell(S, T).double(), normal(S, seed=1), normal(T, seed=2)
    assert_same(spec.gru(x, h, gates_of(cell)), cell(x, h), x, h, *cell.parameters())


def test_lstm_is_torchs():
    cell, x, h, c = nn.LSTMCell(S, T).double(), normal(S, seed=1), normal(T, seed=2), normal(T, seed=3)
    ours, theirs = spec.lstm(x, (h, c), gates_of(cell)), cell(x, (h, c))
    assert_same(torch.cat(ours), torch.cat(theirs), x, h, c, *cell.parameters())


def test_recurrence_hands_each_state_on():
    assert spec.recurrence(lambda x, h: 10 * h + x, list(vector(1, 2, 3)), 0) == [1, 12, 123]
