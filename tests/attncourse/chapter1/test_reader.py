"""The reader equals the recurrence read aloud."""

import pytest
import torch

from attncourse import spec
from attncourse.chapter1 import reader
from tests.toys import assert_same, refused

N, D, UNITS, ANSWERS = 7, 3, 5, 11
TOKENS = torch.tensor([[4, 0, 6, 2], [1, 1, 3, 5]])


def step_of(cell: str, parameters: dict):
    gates = spec.Gates(
        *(
            parameters[f"{name}_l0"]
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
    )
    W, U, b, c = gates
    return {
        "rnn": lambda x, state: (
            torch.tanh(spec.times(W, x) + b + spec.times(U, state[0]) + c),
            None,
        ),
        "irnn": lambda x, state: (
            torch.relu(spec.times(W, x) + b + spec.times(U, state[0]) + c),
            None,
        ),
        "gru": lambda x, state: (spec.gru(x, state[0], gates), None),
        "lstm": lambda x, state: spec.lstm(x, state, gates),
    }[cell]


@pytest.mark.parametrize("cell", reader.CELLS)
def test_the_answer_is_a_linear_function_of_the_last_state(cell):
    model = reader.build(reader.Config(N, ANSWERS, cell, D, UNITS)).double()
    step = step_of(cell, dict(model.recurrence.named_parameters()))
    zero = torch.zeros(UNITS, dtype=torch.float64)
    answers = []
    for row in TOKENS:
        last, _ = spec.recurrence(
            step, [model.embedding.weight[i] for i in row], (zero, zero)
        )[-1]
        answers.append(
            spec.times(model.answer.weight, last) + model.answer.bias
        )
    assert_same(model(TOKENS), torch.stack(answers), *model.parameters())


def test_build_depends_on_the_generator_and_leaves_the_global_generator_alone():
    config, before = reader.Config(N, ANSWERS), torch.get_rng_state()
    one, same, other = (
        reader.build(config, torch.Generator().manual_seed(seed)).state_dict()
        for seed in (1, 1, 2)
    )
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not torch.equal(one["embedding.weight"], other["embedding.weight"])


def test_an_unknown_cell_and_a_bias_without_a_gate_are_refused():
    with refused("cell must be one of rnn, irnn, gru, lstm: cell='elman'"):
        reader.Config(N, ANSWERS, "elman")
    with refused("cell='rnn', gate_bias=1.0"):
        reader.Config(N, ANSWERS, "rnn", gate_bias=1.0)


@pytest.mark.parametrize("cell", [c for c in reader.CELLS if c != "irnn"])
def test_the_last_state_needs_every_step_and_no_other_sentence(cell):
    """So the steps of a sentence run one after another, and the sentences of a
    batch side by side.
    """
    model = reader.build(
        reader.Config(N, ANSWERS, cell, D, UNITS),
        torch.Generator().manual_seed(1),
    ).double()
    x = model.embedding(TOKENS).detach().requires_grad_()
    states, _ = model.recurrence(x)
    for t in range(TOKENS.shape[1]):
        (needed,) = torch.autograd.grad(
            states[0, t].sum(), x, retain_graph=True
        )
        assert (
            (needed[0] != 0).any(-1) == (torch.arange(TOKENS.shape[1]) <= t)
        ).all()
        assert (needed[1] == 0).all()


@pytest.mark.parametrize("cell", reader.GATED)
def test_the_bias_moves_the_gate_that_keeps_and_nothing_else(cell):
    """It is the second block of rows in PyTorch's GRU and LSTM."""
    plain, moved = (
        reader.build(
            reader.Config(N, ANSWERS, cell, D, UNITS, gate_bias=bias),
            torch.Generator().manual_seed(1),
        )
        for bias in (0.0, 50.0)
    )
    changed = {
        name
        for name, value in plain.state_dict().items()
        if not torch.equal(value, moved.state_dict()[name])
    }
    assert changed == {"recurrence.bias_ih_l0"}
    bias = "recurrence.bias_ih_l0"
    opened = moved.state_dict()[bias] - plain.state_dict()[bias]
    gates = opened.unflatten(0, (-1, UNITS))
    assert (gates[1] == 50).all()
    assert (gates[[0, *range(2, len(gates))]] == 0).all()


def test_an_irnn_starts_as_the_identity():
    model = reader.build(reader.Config(N, ANSWERS, "irnn", D, UNITS))
    states, _ = model.recurrence(torch.zeros(1, 3, D), torch.ones(1, 1, UNITS))
    assert torch.equal(states, torch.ones(1, 3, UNITS))
    assert model.recurrence.weight_ih_l0.abs().max() < 0.01
