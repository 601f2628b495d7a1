"""Fresh answers to `post_norm_block`, written with its messages closed."""

from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


def norm(x, gain, shift):
    return nn.functional.layer_norm(x, gain.shape, gain, shift)


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


@bank.wrong("the norm of the layer's output, then the sum")
def norm_then_sum(x, memory, own, cross, feed_forward, gain, shift):
    x = x + norm(own(x), gain[0], shift[0])
    x = x + norm(cross(x, memory), gain[1], shift[1])
    return x + norm(feed_forward(x), gain[2], shift[2])


@bank.wrong("no residual connection of the attention to the memory")
def no_way_around(x, memory, own, cross, feed_forward, gain, shift):
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
def in_a_loop(x, memory, own, cross, feed_forward, gain, shift):
    layers = own, lambda x: cross(x, memory), feed_forward
    for layer, g, s in zip(layers, gain, shift, strict=True):
        x = norm(x + layer(x), g, s)
    return x


@bank.right
def inside_out(x, memory, own, cross, feed_forward, gain, shift):
    one, two, three = (
        lambda x, k=k: gain[k] * norm(x, gain[k] ** 0, 0 * gain[k]) + shift[k]
        for k in range(3)
    )
    first = one(own(x) + x)
    second = two(cross(first, memory) + first)
    return three(feed_forward(second) + second)
