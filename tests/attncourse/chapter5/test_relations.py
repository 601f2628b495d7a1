"""Rows that ask each other: what is in them, and what is wanted."""

import torch

from attncourse.chapter5 import relations


def drawn(questions=2, count=50, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return relations.draw(count, 6, questions, 4, generator)


def test_names_are_all_different_and_answers_are_those_of_the_asked_row():
    found = drawn()
    assert (found.name.sort(1).values == torch.arange(6)).all()
    assert found.asks.shape == (50, 6, 2)
    for b in range(3):
        for t in range(6):
            for q in range(2):
                row = found.asks[b, t, q]
                assert found.answers()[b, t, q] == found.colour[b, row]


def test_rows_hold_the_name_the_names_asked_for_and_the_colour():
    found = drawn(questions=1, count=2)
    rows = found.rows(4)
    assert rows.shape == (2, 6, 16)
    own, asked, colour = rows.split((6, 6, 4), -1)
    assert torch.equal(own.argmax(-1), found.name)
    assert torch.equal(
        asked.argmax(-1), found.name.gather(1, found.asks[..., 0])
    )
    assert torch.equal(colour.argmax(-1), found.colour)
    assert (rows.sum(-1) == 3).all()
