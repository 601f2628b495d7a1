"""Answers to `post_norm_block`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def norm(x, gain, shift):
    return F.layer_norm(x, x.shape[-1:], gain, shift)


def norms(gain, shift):
    """The three normalisations as functions."""
    return [
        lambda x, g=g, s=s: norm(x, g, s)
        for g, s in zip(gain, shift, strict=True)
    ]


@bank.wrong("no residual connections")
def no_way_around(x, memory, own, cross, feed_forward, gain, shift):
    a, b, c = norms(gain, shift)
    return c(feed_forward(b(cross(a(own(x)), memory))))


@bank.wrong("the first norm for all")
def one_norm(x, memory, own, cross, feed_forward, gain, shift):
    a, _, _ = norms(gain, shift)
    x = a(x + own(x))
    x = a(x + cross(x, memory))
    return a(x + feed_forward(x))


@bank.wrong("no norm between own and cross")
def first_norm_forgotten(x, memory, own, cross, feed_forward, gain, shift):
    _, b, c = norms(gain, shift)
    x = x + own(x)
    x = b(x + cross(x, memory))
    return c(x + feed_forward(x))


@bank.wrong("the memory asks")
def memory_asks(x, memory, own, cross, feed_forward, gain, shift):
    a, b, c = norms(gain, shift)
    x = a(x + own(x))
    x = b(x + cross(memory, x)[:, :1])
    return c(x + feed_forward(x))


@bank.wrong("no attention to the memory: the block of an encoder")
def encoder(x, memory, own, cross, feed_forward, gain, shift):
    a, _, c = norms(gain, shift)
    x = a(x + own(x))
    return c(x + feed_forward(x))


@bank.wrong("gain and shift swapped")
def swapped(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), shift[0], gain[0])
    x = norm(x + cross(x, memory), shift[1], gain[1])
    return norm(x + feed_forward(x), shift[2], gain[2])


@bank.wrong("counts the norms from 1")
def from_one(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[1], shift[1])
    x = norm(x + cross(x, memory), gain[2], shift[2])
    return norm(x + feed_forward(x), gain[3], shift[3])


@bank.wrong("the second sum starts from the words as they came in")
def old_words(x, memory, own, cross, feed_forward, gain, shift):
    first = norm(x + own(x), gain[0], shift[0])
    x = norm(x + cross(first, memory), gain[1], shift[1])
    return norm(x + feed_forward(x), gain[2], shift[2])


@bank.wrong("no residual connection of the attention to the memory")
def memory_alone(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[0], shift[0])
    x = norm(cross(x, memory), gain[1], shift[1])
    return norm(x + feed_forward(x), gain[2], shift[2])


@bank.wrong("the norms in the reverse order")
def reversed_norms(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[2], shift[2])
    x = norm(x + cross(x, memory), gain[1], shift[1])
    return norm(x + feed_forward(x), gain[0], shift[0])


@bank.wrong("the first shift for all three norms")
def one_shift(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[0], shift[0])
    x = norm(x + cross(x, memory), gain[1], shift[0])
    return norm(x + feed_forward(x), gain[2], shift[0])


@bank.wrong("no norm after the attention to the memory")
def two_norms(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[0], shift[0])
    x = x + cross(x, memory)
    return norm(x + feed_forward(x), gain[2], shift[2])


@bank.right
def line_by_line(x, memory, own, cross, feed_forward, gain, shift):
    x = norm(x + own(x), gain[0], shift[0])
    x = norm(x + cross(x, memory), gain[1], shift[1])
    return norm(x + feed_forward(x), gain[2], shift[2])


@bank.right
def in_a_loop(x, memory, own, cross, feed_forward, gain, shift):
    layers = (own, lambda y: cross(y, memory), feed_forward)
    for layer, g, s in zip(layers, gain, shift, strict=True):
        x = norm(x + layer(x), g, s)
    return x


@bank.right
def sentence_by_sentence(x, memory, own, cross, feed_forward, gain, shift):
    rest = own, cross, feed_forward, gain, shift
    rows = zip(x.split(1), memory.split(1), strict=True)
    return torch.cat([line_by_line(y, m, *rest) for y, m in rows])
