"""Answers to `next_logits`, wrong and right."""

from functools import reduce

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def read(inputs, places, words, waves):
    return words.shape[-1] ** 0.5 * words[inputs] + waves[places]


def stacked(x, seen, *blocks):
    return reduce(lambda y, block: block(y, seen), blocks, x)


@bank.wrong("embeddings are not scaled")
def not_scaled(inputs, seen, places, words, waves, first, second, norm):
    x = words[inputs] + waves[places]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("scaled by D, not by its root")
def by_width(inputs, seen, places, words, waves, first, second, norm):
    x = words.shape[1] * words[inputs] + waves[places]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("positions are scaled, too")
def scaled_late(inputs, seen, places, words, waves, first, second, norm):
    x = words.shape[1] ** 0.5 * (words[inputs] + waves[places])
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("no positions")
def no_places(inputs, seen, places, words, waves, first, second, norm):
    x = words.shape[1] ** 0.5 * words[inputs]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("no norm before the output")
def no_norm(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return x @ words.mT


@bank.wrong("the logits of the last position alone")
def last(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return norm(x)[:, -1] @ words.mT


@bank.wrong("features, without the scores of the words")
def features(inputs, seen, places, words, waves, first, second, norm):
    return norm(
        stacked(read(inputs, places, words, waves), seen, first, second)
    )


@bank.wrong("divides the embeddings by the root instead of multiplying")
def divided(inputs, seen, places, words, waves, first, second, norm):
    x = words[inputs] / words.shape[1] ** 0.5 + waves[places]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.right
def in_steps(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return norm(x) @ words.mT


@bank.right
def by_functions(inputs, seen, places, words, waves, first, second, norm):
    x = F.embedding(inputs, words) * words.size(1) ** 0.5
    x = x + F.embedding(places, waves)
    x = second(first(x, seen), seen)
    return F.linear(norm(x), words)


@bank.right
def by_columns(inputs, seen, places, words, waves, first, second, norm):
    """Words and places as rows of 0 and one 1."""
    scale = torch.tensor(words.shape[1], dtype=words.dtype).sqrt()
    x = scale * (F.one_hot(inputs, len(words)).to(words) @ words)
    x = x + F.one_hot(places, len(waves)).to(waves) @ waves
    x = norm(stacked(x, seen, first, second))
    return torch.einsum("btd,nd->btn", x, words)
