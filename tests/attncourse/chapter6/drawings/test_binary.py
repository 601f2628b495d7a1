"""Bits and sines count with the fast ends towards each other."""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings.binary import BASE, BITS, ROWS, bits, sines


def test_bits_are_the_number_and_the_last_is_the_fastest():
    assert [int("".join(bits(t)), 2) for t in range(ROWS)] == list(range(ROWS))
    flips = [
        sum(bits(t)[j] != bits(t + 1)[j] for t in range(ROWS - 1))
        for j in range(BITS)
    ]
    assert flips == sorted(flips) and flips[-1] == ROWS - 1


def test_sines_are_those_of_the_library_and_the_first_is_the_fastest():
    table = positions.waves(torch.arange(ROWS), 2 * BITS, BASE)[:, ::2]
    for t in range(ROWS):
        assert sines(t) == pytest.approx(table[t].tolist())
    omega = positions.frequencies(2 * BITS, BASE)
    torch.testing.assert_close(omega[1:], omega[:-1] / 2)
