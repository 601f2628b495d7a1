"""The check of padding: right answers written otherwise, and what is blamed."""

import pytest
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from attnbook.check.chapter1 import last_states
from tests.check.said import said


def gathered(h, source, pad):
    """By gather."""
    end = ((source != pad).sum(1) - 1)[:, None, None]
    return h.gather(1, end.expand(-1, 1, h.shape[-1])).squeeze(1)


def weighted(h, source, pad):
    """By a sum over positions in which one weighs 1."""
    real = (source != pad).int()
    last = real.cumsum(1).eq(real.sum(1, keepdim=True)) & real.bool()
    return torch.einsum("bs,bsm->bm", last.to(h), h)


def packed(h, source, pad):
    """By way of a packed sequence."""
    lengths = (source != pad).sum(1)
    whole = pack_padded_sequence(h, lengths, True, enforce_sorted=False)
    states, lengths = pad_packed_sequence(whole, batch_first=True)
    return states[torch.arange(len(states)), lengths - 1]


@pytest.mark.parametrize("answer", [gathered, weighted, packed])
def test_the_last_state_picked_otherwise_passes(answer, capsys):
    last_states(answer)
    assert "right in all 4 cases" in capsys.readouterr().out


def test_cases_can_tell_the_last_column_and_zeros_apart():
    """Padding is there, is not always 0, and 0 is a word where it is not."""
    cases = [case.make() for case in last_states.cases]
    assert {case["pad"] for case in cases} > {0}
    assert any((case["source"][:, -1] == case["pad"]).all() for case in cases)
    assert any((case["source"] != case["pad"]).all() for case in cases)
    other = next(case for case in cases if case["pad"])
    assert (other["source"] == 0).any()


@pytest.mark.parametrize("position", range(5))
def test_the_position_that_was_taken_is_told(position):
    message = said(last_states, lambda h, source, pad: h[:, position])
    row = 1 if position == 1 else 0
    assert f"last[{row}] is h[{row}, {position}], and sentence {row}" in message


@pytest.mark.parametrize("weights", [(2.0, 0, 0, 0, 0), (0, 0.25, 0, 0.75, 0)])
def test_a_sum_of_states_is_told_by_its_weights(weights):
    def answer(h, source, pad):
        made = h.new_tensor([*weights, *[0.0] * 5])[: h.shape[1]]
        return torch.einsum("s,bsm->bm", made, h)

    used = [i for i, weight in enumerate(weights) if weight]
    one = f"its state at position {used[0]} times {weights[used[0]]:.4g}"
    many = f"times {', '.join(f'{weight:.3g}' for weight in weights)}"
    assert (one if len(used) == 1 else many) in said(last_states, answer)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0.0, 1e30])
def test_any_numbers_get_a_message(value):
    def answer(h, source, pad):
        return torch.full_like(h[:, 0], value)

    message = said(last_states, answer)
    assert "last[1] is no state of h" in message
    words = {0.0: "but 0", 1e30: "nor a sum of them"}
    assert words.get(value, "not finite") in message


def test_what_padding_adds_is_told():
    def answer(h, source, pad):
        return (h * h).sum(1)

    message = said(last_states, answer)
    assert "It changes with the states at padding, which must not" in message
