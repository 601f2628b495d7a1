"""Answers to `post_norm_block`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def norm(x, gain, shift):
    return F.layer_norm(x, x.shape[-1:], gain, shift)


@bank.right
def plain(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[0], shift[0])
    x = norm(x + cross(x, memory), gain[1], shift[1])
    return norm(x + feed_forward(x), gain[2], shift[2])


@bank.right
def in_a_loop(x, memory, own, cross, feed_forward, gain, shift):
    layers = (own, lambda y: cross(y, memory), feed_forward)
    for i, layer in enumerate(layers):
        x = norm(x + layer(x), gain[i], shift[i])
    return x


@bank.right
def sentence_by_sentence(x, memory, own, cross, feed_forward, gain, shift):
    rest = own, cross, feed_forward, gain, shift
    rows = zip(x.split(1), memory.split(1), strict=True)
    return torch.cat([plain(y, m, *rest) for y, m in rows])


bank.slips(
    in_a_loop,
    {
        "no residual connections": ("x + layer", "layer"),
        "the first norm for all": ("gain[i], shift[i]", "gain[0], shift[0]"),
        "gain and shift swapped": ("gain[i], shift[i]", "shift[i], gain[i]"),
        "counts the norms from 1": ("(layers)", "(layers, 1)"),
        "the norms in the reverse order": ("enumerate(", "zip((2, 1, 0), "),
        "the first shift for all three norms": ("shift[i]", "shift[0]"),
    },
)
bank.slips(
    plain,
    {
        "no norm between own and cross": (
            "norm(x + own(x), gain[0], shift[0])",
            "x + own(x)",
        ),
        "the memory asks": ("cross(x, memory)", "cross(memory, x)[:, :1]"),
        "no attention to the memory: the block of an encoder": (
            "norm(x + cross(x, memory), gain[1], shift[1])",
            "x",
        ),
        "the second sum starts from the words as they came in": (
            "cross(x",
            "cross(y",
            "x = norm(x + own",
            "y = norm(x + own",
        ),
        "no residual connection of the attention to the memory": (
            "x + cross",
            "cross",
        ),
        "no norm after the attention to the memory": (
            "norm(x + cross(x, memory), gain[1], shift[1])",
            "x + cross(x, memory)",
        ),
    },
)
bank.fresh(
    plain,
    {
        "no norm at the end": (
            "norm(x + feed_forward(x), gain[2], shift[2])",
            "x + feed_forward(x)",
        ),
        "forgets the feed-forward layer": ("x + feed_forward(x)", "x"),
        "the words read themselves, not the memory": ("x, memory)", "x, x)"),
        "the second norm for the last sum": (
            "gain[2], shift[2]",
            "gain[1], shift[1]",
        ),
    },
)
