"""Heads that are cut in another way: which heads, and in which of the three."""

import pytest
import torch

from attnbook.check.chapter5 import multi_head, ways
from attnbook.check.reading import visible
from tests.check.said import said

X = (10 * torch.arange(3)[:, None] + torch.arange(6))[None].double()  # 1 T D
SAME = torch.eye(6).double()
WAYS = [*ways.made(X, SAME, 2)]


def cut_as(way, which):
    """Several heads, with some of queries, keys and values cut in a wrong
    way.
    """

    def answer(X, W_q, W_k, W_v, W_o, H, mask=None):
        q, k, v = (
            ways.made(X, W, H)[way] if name in which else ways.cut(X @ W, H)
            for name, W in (("q", W_q), ("k", W_k), ("v", W_v))
        )
        seen = torch.ones(1, dtype=torch.bool) if mask is None else mask
        a = visible(q @ k.mT / k.shape[-1] ** 0.5, seen)
        return (a @ v).transpose(1, 2).flatten(2) @ W_o, a

    return answer


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("which", "words"),
    [
        ("qkv", "the mistake is in the queries and keys: "),
        ("q", "the mistake is in the queries: "),
        ("k", "the mistake is in the keys: "),
        ("v", "The mistake is in the values: "),
    ],
)
def test_each_way_is_named_with_the_place_of_it(way, which, words):
    assert f"{words}{way}" in said(multi_head, cut_as(way, which))


def test_heads_cut_as_they_should_be_pass(capsys):
    multi_head(cut_as(WAYS[0], ""))
    assert "right in all 6 cases" in capsys.readouterr().out


def test_a_cut_keeps_words_together():
    assert ways.cut(X, 2)[0, 1].tolist() == [
        [3, 4, 5],
        [13, 14, 15],
        [23, 24, 25],
    ]


def test_the_first_rows_of_wrong_heads_show_where_numbers_are_from():
    rows = [heads[0, 1, 0].tolist() for heads in ways.made(X, SAME, 2).values()]
    assert rows == [
        [13, 14, 15],
        [3, 13, 23],
        [1, 3, 5],
        [0, 1, 2],
        [3, 4, 5],
        [3, 4, 5],
    ]
