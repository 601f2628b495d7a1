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


@bank.wrong("positions in the row instead of in the sentence")
def by_row(inputs, seen, places, words, waves, first, second, norm):
    x = words.shape[1] ** 0.5 * words[inputs] + waves[: inputs.shape[1]]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("no positions")
def no_places(inputs, seen, places, words, waves, first, second, norm):
    x = words.shape[1] ** 0.5 * words[inputs]
    return norm(stacked(x, seen, first, second)) @ words.mT


@bank.wrong("every block reads the embeddings; the last one counts")
def not_chained(inputs, seen, places, words, waves, first, second, norm):
    x = read(inputs, places, words, waves)
    for block in (first, second):
        y = block(x, seen)
    return norm(y) @ words.mT


@bank.wrong("the second block before the first")
def backwards(inputs, seen, places, words, waves, first, second, norm):
    x = read(inputs, places, words, waves)
    return norm(stacked(x, seen, second, first)) @ words.mT


@bank.wrong("no norm before the output")
def no_norm(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return x @ words.mT


@bank.wrong("everything is seen")
def all_seen(inputs, seen, places, words, waves, first, second, norm):
    x = read(inputs, places, words, waves)
    return norm(stacked(x, torch.ones_like(seen), first, second)) @ words.mT


@bank.wrong("a causal mask of its own: sentences of a row see each other")
def own_mask(inputs, seen, places, words, waves, first, second, norm):
    past = torch.ones_like(seen).tril()
    x = read(inputs, places, words, waves)
    return norm(stacked(x, past, first, second)) @ words.mT


@bank.wrong("probabilities instead of logits")
def shares(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return (norm(x) @ words.mT).softmax(-1)


@bank.wrong("the logits of the last position alone")
def last(inputs, seen, places, words, waves, first, second, norm):
    x = stacked(read(inputs, places, words, waves), seen, first, second)
    return norm(x)[:, -1] @ words.mT


@bank.wrong("features, without the scores of the words")
def features(inputs, seen, places, words, waves, first, second, norm):
    return norm(
        stacked(read(inputs, places, words, waves), seen, first, second)
    )


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


@bank.right
def row_by_row(inputs, seen, places, words, waves, first, second, norm):
    parts = zip(inputs.split(1), seen.split(1), places.split(1), strict=True)
    return torch.cat(
        [in_steps(*row, words, waves, first, second, norm) for row in parts]
    )


@bank.right
def scaled_table(inputs, seen, places, words, waves, first, second, norm):
    x = (words * len(words[0]) ** 0.5)[inputs] + waves[places]
    for block in first, second:
        x = block(x, seen)
    return norm(x) @ words.transpose(0, 1)


@bank.right
def by_index(inputs, seen, places, words, waves, first, second, norm):
    B, T = inputs.shape
    x = words.index_select(0, inputs.flatten()) * words.shape[1] ** 0.5
    x = (x + waves.index_select(0, places.flatten())).view(B, T, -1)
    x = norm(stacked(x, seen, first, second))
    return (x.flatten(0, 1) @ words.T).view(B, T, -1)
