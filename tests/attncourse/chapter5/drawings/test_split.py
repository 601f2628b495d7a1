"""Heads are cut as the layer of the chapter cuts them."""

import torch

from attncourse.chapter5.drawings.split import D, H, T, heads, words


def test_pieces_are_those_of_unflatten_and_transpose():
    numbers = torch.arange(T * D).reshape(T, D)
    cut = numbers.unflatten(-1, (H, -1)).transpose(0, 1)
    names = [name for row in words() for name in row]
    assert heads() == [
        [[names[n] for n in row] for row in part] for part in cut.tolist()
    ]
