"""The answers are those of a loop over the places."""

import pytest
import torch

from attncourse.chapter6 import order
from tests.toys import refused


def back(tokens, t):
    return tokens[t - 5] if t >= 5 else order.UNASKED


def latest(tokens, t):
    key = tokens[t] // 8
    found = [s for s in range(t) if tokens[s] // 8 == key]
    return tokens[found[-1]] % 8 if found else order.UNASKED


def fifth(tokens, t):
    return tokens[4] if t > 4 else order.UNASKED


LOOPS = {f.__name__: f for f in (back, latest, fifth)}


@pytest.mark.parametrize("name", order.SEQUENCES)
def test_the_answers_are_those_of_a_loop(name, generator):
    asked = order.SEQUENCES[name]
    found = asked.draw(20, 30, generator)
    assert found.tokens.max() < asked.tokens
    for tokens, answers in zip(*map(torch.Tensor.tolist, found), strict=True):
        wanted = [LOOPS[name](tokens, t) for t in range(len(tokens))]
        assert answers == wanted
    seen = found.answers.unique().tolist()
    assert {order.UNASKED, *range(asked.answers)} >= {*seen}
    assert len(seen) > asked.answers // 2


def test_a_hundred_differences_are_all_there_are(generator):
    tokens, answers = order.difference(100, 3, generator)
    assert len(tokens.unique(dim=0)) == 100
    assert (tokens[:, 1] == order.MINUS).all()
    assert (answers[:, 1] == tokens[:, 0] - tokens[:, 2] + 9).all()
    assert (answers[:, ::2] == order.UNASKED).all()
    drawn = order.difference(500, 3, generator)
    assert 90 < len(drawn.tokens.unique(dim=0)) <= 100
    with refused("a difference has 3 symbols: length=4"):
        order.difference(5, 4, generator)
