"""Answers to `last_states`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def ends(source, pad):
    return (source != pad).sum(1) - 1


def pick(h, end):
    return h[torch.arange(len(h)), end]


bank.wrong("the last column, padding or not")(lambda h, source, pad: h[:, -1])
bank.wrong("takes padding for 0, whatever pad is")(
    lambda h, source, pad: pick(h, ends(source, 0).clamp(min=0))
)
bank.wrong("real is what is larger than pad")(
    lambda h, source, pad: pick(h, (source > pad).sum(1) - 1)
)
bank.wrong("the length of the longest sentence for all")(
    lambda h, source, pad: h[:, ends(source, pad).max()]
)
bank.wrong("the length of the first sentence for all")(
    lambda h, source, pad: h[:, ends(source, pad)[0]]
)
bank.wrong("takes every end from every sentence")(
    lambda h, source, pad: h[:, ends(source, pad)]
)
bank.wrong("the first padding, and position 0 without any")(
    lambda h, source, pad: pick(h, (source == pad).int().argmax(1))
)


@bank.wrong("one position too late, but for full sentences")
def too_late(h, source, pad):
    end = (source != pad).sum(1).clamp(max=source.shape[1] - 1)
    return pick(h, end)


@bank.right
def gathered(h, source, pad):
    end = ends(source, pad)[:, None, None].expand(-1, 1, h.shape[-1])
    return h.gather(1, end).squeeze(1)


@bank.right
def where_it_ends(h, source, pad):
    real = source != pad
    after = torch.cat([real[:, 1:], torch.zeros_like(real[:, :1])], 1)
    return h[real & ~after]


@bank.right
def overwritten(h, source, pad):
    state = h[:, 0]
    for i in range(1, h.shape[1]):
        state = torch.where((source[:, i] == pad)[:, None], state, h[:, i])
    return state
