"""The reader equals the recurrence read aloud."""

import torch

from attncourse import spec
from attncourse.chapter1 import reader
from tests.toys import assert_same

N, D, UNITS, ANSWERS = 7, 3, 5, 11
TOKENS = torch.tensor([[4, 0, 6, 2], [1, 1, 3, 5]])
BIAS = "recurrence.bias_ih_l0"


def build(seed: int = 1, **fields) -> reader.Reader:
    config = reader.Config(N, ANSWERS, D, UNITS, **fields)
    return reader.build(config, torch.Generator().manual_seed(seed))


def test_the_answer_is_a_linear_function_of_the_last_state():
    model = build().double()
    weights = dict(model.recurrence.named_parameters())
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    gates = spec.Gates(*(weights[f"{name}_l0"] for name in names))
    zero = torch.zeros(UNITS, dtype=torch.float64)
    answers = []
    for row in TOKENS:
        last, _ = spec.recurrence(
            lambda x, state: spec.lstm(x, state, gates),
            [model.embedding.weight[i] for i in row],
            (zero, zero),
        )[-1]
        answers.append(
            spec.times(model.answer.weight, last) + model.answer.bias
        )
    assert_same(model(TOKENS), torch.stack(answers), *model.parameters())


def test_build_depends_on_the_generator_and_leaves_the_global_generator_alone():
    before = torch.get_rng_state()
    one, same, other = (build(seed).state_dict() for seed in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not torch.equal(one["embedding.weight"], other["embedding.weight"])


def test_the_last_state_needs_every_step_and_no_other_sentence():
    """So the steps of a sentence run one after another, and the sentences of a
    batch side by side.
    """
    model = build().double()
    x = model.embedding(TOKENS).detach().requires_grad_()
    states, _ = model.recurrence(x)
    for t in range(TOKENS.shape[1]):
        (needed,) = torch.autograd.grad(
            states[0, t].sum(), x, retain_graph=True
        )
        wanted = torch.arange(TOKENS.shape[1]) <= t
        assert ((needed[0] != 0).any(-1) == wanted).all()
        assert (needed[1] == 0).all()


def test_the_bias_moves_the_forget_gate_and_nothing_else():
    """It is the second block of rows in PyTorch's LSTM."""
    plain, moved = (build(gate_bias=b).state_dict() for b in (0.0, 50.0))
    changed = {k for k, x in plain.items() if not torch.equal(x, moved[k])}
    assert changed == {BIAS}
    gates = (moved[BIAS] - plain[BIAS]).unflatten(0, (4, UNITS))
    assert (gates[1] == 50).all()
    assert (gates[[0, 2, 3]] == 0).all()
