"""Rows that ask each other, in miniature."""

from dataclasses import replace

import pytest
import torch

from attnbook import attention
from attnbook.heads import MultiHead
from attncourse.chapter5.recipes.relations import Reader
from attncourse.experiments import recipes
from tests.attncourse.chapter5.recipes.toys import RELATIONS as SMALL
from tests.toys import unchecked

RELATIONS = recipes.load("relations")
TWO = {"kind": "2 heads", "questions": 2}


def test_what_stands_between_the_linear_layers():
    x = torch.randn(2, 6, 16)
    for kind in RELATIONS.kinds:
        reader = Reader(kind, 16, 8, 2, 4)
        assert reader(x).shape == (2, 6, 2, 4)
        assert ("ReLU" in str(reader.out)) == ("ReLU" in kind)
        if "head" in kind:
            assert isinstance(reader.between, MultiHead)
            assert reader.between.heads == int(kind[0])
    plain = Reader("plain", 16, 8, 2, 4)
    h = plain.inputs(x)
    read = attention.masked_softmax((h @ h.mT)[:, None])[:, 0] @ h
    wanted = plain.out(read).reshape(2, 6, 2, 4)
    torch.testing.assert_close(plain(x), wanted)


def test_one_head_learns_to_ask():
    recipe = replace(RELATIONS, size=3, colours=2, each=150, tested=300)
    with unchecked():
        model, history = recipe.fit({"kind": "1 head", "questions": 1}, 1, 1e-2)
        assert recipe.right(model, 1).min() > 0.95
    assert history[-1]["validation"] < history[0]["validation"]


class Taken(MultiHead):
    """Two heads that give the first question 0.6 and 0.1, the second 0.3 and
    0.7.
    """

    def weights(self, x, memory=None, mask=None):
        test = SMALL.test(2)
        a = torch.zeros(20, 2, 6, 6)
        for question, taken in enumerate(((0.6, 0.1), (0.3, 0.7))):
            for head, share in enumerate(taken):
                at = test.asks[..., question]
                a[:, head] += share * torch.nn.functional.one_hot(at, 6)
        return a


def test_what_heads_take_is_told_by_size_and_not_by_question():
    model = SMALL.fresh(TWO)
    model.between = Taken(16, 2)
    assert SMALL.taken(model) == pytest.approx({"larger": 0.65, "smaller": 0.2})
