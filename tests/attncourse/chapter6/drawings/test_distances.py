"""Every diagonal has one entry, and it is the one of its method."""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings import distances
from attncourse.chapter6.drawings.clocks import COLOUR
from attncourse.chapter6.drawings.distances import (
    HEADS,
    LIT,
    PANELS,
    REACH,
    T,
    alibi,
    apart,
    rotary,
    shaw,
)
from attncourse.drawing.letters import plain
from tests.attncourse.chapter6.drawings.lit import lit
from tests.attncourse.drawing.toys import said

PAST = [(t, s) for t in range(T) for s in range(t + 1)]


def number(label):
    return float(label.replace("\u2212", "-"))


def test_alibi_is_the_bias_of_the_library():
    q = torch.zeros(1, HEADS, T, 2)
    bias = positions.Alibi(HEADS).bias(q, q)[0, 0]
    for t, s in PAST:
        assert number(alibi(apart()[t][s])) == bias[t, s].item()


def test_shaw_is_the_row_of_the_library():
    layer = positions.Shaw(1, REACH)
    with torch.no_grad():
        layer.key_rows[:, 0] = torch.arange(-REACH, REACH + 1.0)
    q = torch.ones(1, 1, T, 1)
    bias = layer.bias(q, q)[0, 0]
    for t, s in PAST:
        assert shaw(apart()[t][s]) == f"*d*_{{{bias[t, s].item():g}}}"


@pytest.mark.parametrize(("t", "s"), PAST)
def test_rotary_turns_a_key_by_the_angle(t, s):
    unit = torch.tensor([1.0, 0.0], dtype=torch.float64).expand(1, 1, T, 2)
    turned = positions.rotary(unit)[0, 0]
    factor = rotary(s - t).removesuffix("/\u03c9/_i")
    factor += "1" if factor in ("", "\u2212") else ""
    expected = torch.tensor(number(factor), dtype=torch.float64).cos()
    torch.testing.assert_close(turned[t] @ turned[s], expected)


def test_every_entry_is_written_once_for_each_pair():
    labels = said(distances())
    dist = apart()
    for d in range(1 - T, 1):
        count = sum(dist[t][s] == d for t, s in PAST)
        if d < -1:
            assert labels.count(f"\u2212{-d}\u03c9i") == count
    assert labels.count("d\u22122") == sum(
        dist[t][s] <= -REACH for t, s in PAST
    )
    assert ", ".join(map(str, dist[-1])) in distances().alt
    assert f"Shaw learns {2 * REACH + 1} vectors" in distances().caption


def test_lit_is_one_diagonal_of_each_square():
    entries = [plain(entry(LIT)) for _, entry in PANELS]
    assert sorted(lit(distances(), COLOUR)) == sorted(entries * (T + LIT))
