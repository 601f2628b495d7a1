"""What is said of heads that are joined in another way than side by side."""

import pytest
import torch

from attnbook import masks
from attnbook.check.chapter5 import multi_head
from attnbook.check.chapter5.joined import side
from tests.check.said import said


def joined(join):
    """Several heads, what they read joined by `join(read, values)`."""

    def answer(X, W_q, W_k, W_v, W_o, H, mask=None):
        q, k, v = (
            torch.stack((X @ W).chunk(H, -1), 1) for W in (W_q, W_k, W_v)
        )
        e = q @ k.mT / k.shape[-1] ** 0.5
        if mask is not None:
            e = e.masked_fill(~mask, -torch.inf)
        a = e.softmax(-1)
        return join(a @ v, v) @ W_o, a

    return answer


@pytest.mark.parametrize(
    ("says", "join"),
    [
        (
            "there stands the sum over all heads",
            lambda o, v: side(o.sum(1, keepdim=True).expand_as(o)),
        ),
        (
            "there stands the mean over all heads",
            lambda o, v: side(o.mean(1, keepdim=True).expand_as(o)),
        ),
        ("stand the values of head 1", lambda o, v: side(v.flip(1))),
        ("there stands -1 times", lambda o, v: -side(o)),
        (
            "what head 0 has read, there stands what head 1",
            lambda o, v: side(o.roll(1, 1)),
        ),
        ("there stand for the first word", lambda o, v: side(o.tanh())),
    ],
)
def test_what_stands_in_the_place_of_a_head_is_named(says, join):
    assert says in said(multi_head, joined(join))


def test_side_by_side_passes(capsys):
    multi_head(joined(lambda o, v: side(o)))
    assert "right in all 6 cases" in capsys.readouterr().out


def test_heads_side_by_side_are_columns():
    read = torch.arange(12).reshape(1, 2, 3, 2)
    assert side(read)[0].tolist() == [
        [0, 1, 6, 7],
        [2, 3, 8, 9],
        [4, 5, 10, 11],
    ]


def test_a_right_answer_knows_the_masks_of_the_library(capsys):
    case = multi_head.cases[2].make()
    assert torch.equal(case["mask"][:1], masks.causal(5))
