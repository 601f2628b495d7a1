"""Fresh answers to `next_logits`, written with its messages closed."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def embed(inputs, places, words, waves):
    return math.sqrt(words.shape[1]) * words[inputs] + waves[places]


def through(x, seen, *blocks):
    for block in blocks:
        x = block(x, seen)
    return x


@bank.wrong("divides the embeddings by the root instead of multiplying")
def divided(inputs, seen, places, words, waves, first, second, norm):
    x = words[inputs] / words.shape[1] ** 0.5 + waves[places]
    return norm(through(x, seen, first, second)) @ words.T


@bank.wrong("positions in the row, not in the sentence")
def in_the_row(inputs, seen, places, words, waves, first, second, norm):
    t = torch.arange(inputs.shape[1]).expand_as(inputs)
    x = through(embed(inputs, t, words, waves), seen, first, second)
    return norm(x) @ words.T


@bank.wrong("the norm before the blocks, none behind them")
def norm_first(inputs, seen, places, words, waves, first, second, norm):
    x = norm(embed(inputs, places, words, waves))
    return through(x, seen, first, second) @ words.T


@bank.wrong("a norm behind every block")
def norm_each(inputs, seen, places, words, waves, first, second, norm):
    x = embed(inputs, places, words, waves)
    for block in (first, second):
        x = norm(block(x, seen))
    return x @ words.T


@bank.wrong("the last block alone")
def last_alone(inputs, seen, places, words, waves, first, second, norm):
    x = second(embed(inputs, places, words, waves), seen)
    return norm(x) @ words.T


@bank.wrong("log-probabilities instead of logits")
def log_probabilities(inputs, seen, places, words, waves, first, second, norm):
    x = through(embed(inputs, places, words, waves), seen, first, second)
    return (norm(x) @ words.T).log_softmax(-1)


@bank.wrong("the scaled table for the output, too")
def scaled_output(inputs, seen, places, words, waves, first, second, norm):
    table = words * words.shape[1] ** 0.5
    x = table[inputs] + waves[places]
    return norm(through(x, seen, first, second)) @ table.T


@bank.wrong("adds what each block gives to its input once more")
def twice_added(inputs, seen, places, words, waves, first, second, norm):
    x = embed(inputs, places, words, waves)
    for block in (first, second):
        x = x + block(x, seen)
    return norm(x) @ words.T


@bank.right
def plain(inputs, seen, places, words, waves, first, second, norm):
    x = through(embed(inputs, places, words, waves), seen, first, second)
    return norm(x) @ words.T


@bank.right
def row_by_row(inputs, seen, places, words, waves, first, second, norm):
    found = []
    for b in range(len(inputs)):
        x = embed(inputs[b], places[b], words, waves)[None]
        x = norm(through(x, seen[b : b + 1], first, second))
        found.append(torch.einsum("td,nd->tn", x[0], words))
    return torch.stack(found)
