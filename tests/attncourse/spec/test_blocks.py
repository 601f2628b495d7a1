"""Small whole numbers, and sums that can be done in the head."""

import torch

from attncourse import spec
from tests.attncourse.spec.toys import vector

PLAIN = spec.Norm(vector(1, 1, 1, 1), vector(0, 0, 0, 0))
ONE, NONE = torch.eye(2, dtype=torch.float64), vector(0, 0)
UNIT = spec.Norm(vector(1, 1), NONE)
TABLE = vector(1, 3, 8, 4, 0, 10).reshape(3, 2)  # its rows become -1 and 1
SIGNS = vector(-1, 1, 1, -1, -1, 1).reshape(3, 2)
NEAR = {"rtol": 0, "atol": 1e-5}  # what the 1e-5 below the root moves


def copies() -> spec.Heads:
    """A layer of one head: the mean of the words that it sees."""
    flat = torch.zeros_like(ONE)
    head = spec.Head(flat, flat, ONE, NONE, NONE, NONE)
    return spec.Heads([head], ONE, NONE)


def halves() -> spec.Between:
    """A feed-forward layer with three numbers between: the positive part of
    the first feature, its negative part, and 10.
    """
    W_1 = vector(1, 0, -1, 0, 0, 0).reshape(3, 2)
    W_2 = vector(1, 0, 0, 0, 5, 1).reshape(2, 3)
    return spec.Between(W_1, vector(0, 0, 10), W_2, vector(0, 100))


def test_a_word_with_mean_6_and_deviation_3():
    x = vector(1, 7, 7, 9)
    due = vector(-5 / 3, 1 / 3, 1 / 3, 1)
    torch.testing.assert_close(spec.layer_norm(x, PLAIN), due, **NEAR)
    norm = spec.Norm(vector(3, 3, 6, 2), vector(0, 10, 0, 20))
    torch.testing.assert_close(
        spec.layer_norm(x, norm), vector(-5, 11, 2, 22), **NEAR
    )


def test_equal_features_become_the_shift_and_eps_stands_below_the_root():
    shift = vector(1, 2, 3, 4)
    same = spec.layer_norm(vector(7, 7, 7, 7), spec.Norm(shift, shift))
    assert torch.equal(same, shift)
    x = vector(-2, 2, -2, 2)  # variance 4, and 4 + 12 = 4 * 4
    found = spec.layer_norm(x, PLAIN, eps=12.0)
    assert torch.equal(found, x / 4)


def test_a_feed_forward_layer_keeps_what_is_above_0():
    parts = halves()
    assert torch.equal(spec.feed_forward(vector(3, 7), parts), vector(3, 110))
    assert torch.equal(spec.feed_forward(vector(-3, 7), parts), vector(0, 125))


def test_the_norm_stands_before_the_layer_or_after_the_sum():
    def twice(x):
        return 2 * x

    before = spec.around(TABLE, twice, UNIT)
    torch.testing.assert_close(before, TABLE + 2 * SIGNS, **NEAR)
    after = spec.around(TABLE, twice, UNIT, first=False)
    torch.testing.assert_close(after, SIGNS, **NEAR)


def test_each_word_alone():
    doubled = spec.at_each_word(lambda row: 2 * row.flip(0))
    assert torch.equal(doubled(TABLE), 2 * TABLE.flip(1))


def test_an_encoder_block_adds_what_its_two_layers_make():
    """The mean of (-1, 1), (1, -1), (-1, 1) is (-1, 1) / 3; the rows keep their
    signs, so the second layer adds (0, 115) or (1, 110).
    """
    out = spec.encoder_block(TABLE, (copies(), UNIT), (halves(), UNIT))
    more = vector(0, 115, 1, 110, 0, 115).reshape(3, 2)
    due = TABLE + vector(-1 / 3, 1 / 3) + more
    torch.testing.assert_close(out, due, rtol=0, atol=1e-4)


def test_a_decoder_block_sees_the_past_then_the_memory():
    """Words: the running means of the signs; memory: its mean, or, with a mask,
    its second row. The feed-forward layer adds (0, 100): no matrix, b_2 alone.
    """
    memory, flat = vector(5, 6, 20, 40).reshape(2, 2), torch.zeros_like(ONE)
    parts = spec.Between(flat, NONE, flat, vector(0, 100))
    layers = (copies(), UNIT), (copies(), UNIT), (parts, UNIT)
    past = vector(-1, 1, 0, 0, -1 / 3, 1 / 3).reshape(3, 2)
    for mask, read in (
        (None, vector(12.5, 23)),
        (torch.tensor([False, True]).expand(3, -1), vector(20, 40)),
    ):
        out = spec.decoder_block(TABLE, memory, *layers, mask)
        due = TABLE + past + read + vector(0, 100)
        torch.testing.assert_close(out, due, **NEAR)
