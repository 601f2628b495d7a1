"""Each encoding enters where the library lets it enter."""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings.where import ENTRIES

Q, K = torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4)
LAYERS = {
    "rotary": positions.Rotary(),
    "ALiBi": positions.Alibi(2),
    "Shaw (keys)": positions.Shaw(4, 2),
    "Shaw (values)": positions.Shaw(4, 2, 4),
}


def entries(name):
    return {at for at, (_, who) in ENTRIES.items() if name in who}


@pytest.mark.parametrize("name", LAYERS)
def test_in_a_layer_it_enters_where_the_library_changes_something(name):
    position = LAYERS[name]
    turned, _ = position.rotate(Q, K)
    found = {
        "turn": not torch.equal(turned, Q),
        "scores +": position.bias(Q, K) is not None,
        "read +": position.values is not None,
    }
    both = entries("Shaw") if name == "Shaw (values)" else entries(name)
    assert both == {at for at, changes in found.items() if changes}


def test_before_the_layers_vectors_are_added_but_complex_ones_turn():
    x = torch.zeros(1, 4, 6)
    for module in (positions.Sinusoidal(6), positions.Learned(4, 6)):
        torch.testing.assert_close(module(x + 1) - module(x), x + 1)
    for name in ("sinusoidal", "learned", "convolution"):
        assert entries(name) == {"sum"}
    words = torch.zeros(1, 4, dtype=torch.long)
    lengths = positions.Complex(1, 6)(words).unflatten(-1, (-1, 2)).norm(dim=-1)
    torch.testing.assert_close(lengths, lengths[:, :1].expand_as(lengths))
    assert entries("complex") == {"embedding"}
