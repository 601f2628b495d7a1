"""Every diagonal has one entry, and it is the one of its method."""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings.distances import (
    HEADS,
    T,
    alibi,
    apart,
    rotary,
)

PAST = [(t, s) for t in range(T) for s in range(t + 1)]


def number(label):
    return float(label.replace("\u2212", "-"))


def test_alibi_is_the_bias_of_the_library():
    q = torch.zeros(1, HEADS, T, 2)
    bias = positions.Alibi(HEADS).bias(q, q)[0, 0]
    for t, s in PAST:
        assert number(alibi(apart()[t][s])) == bias[t, s].item()


@pytest.mark.parametrize(("t", "s"), PAST)
def test_rotary_turns_a_key_by_the_angle(t, s):
    unit = torch.tensor([1.0, 0.0], dtype=torch.float64).expand(1, 1, T, 2)
    turned = positions.rotary(unit)[0, 0]
    factor = rotary(s - t).removesuffix("/\u03c9/_i")
    factor += "1" if factor in ("", "\u2212") else ""
    expected = torch.tensor(number(factor), dtype=torch.float64).cos()
    torch.testing.assert_close(turned[t] @ turned[s], expected)
