"""Answers to `next_logits`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(inputs, seen, places, words, waves, first, second, norm):
    x = words[inputs] * words.shape[1] ** 0.5 + waves[places]
    x = first(x, seen)
    x = second(x, seen)
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
    for block in (first, second):
        x = block(x, seen)
    return torch.einsum("btd,nd->btn", norm(x), words)


bank.slips(
    plain,
    {
        "embeddings are not scaled": (" * words.shape[1] ** 0.5", ""),
        "scaled by D, not by its root": (" ** 0.5", ""),
        "positions are scaled, too": (
            " * words.shape[1] ** 0.5 + waves[places]",
            " * (s := words.shape[1] ** 0.5) + waves[places] * s",
        ),
        "no positions": (" + waves[places]", ""),
        "no norm before the output": ("norm(x)", "x"),
        "the logits of the last position alone": ("norm(x)", "norm(x)[:, -1]"),
        "features, without the scores of the words": (" @ words.mT", ""),
        "divides the embeddings by the root instead of multiplying": (
            "[inputs] *",
            "[inputs] /",
        ),
    },
)
bank.fresh(
    plain,
    {
        "the root of the number of words": ("words.shape[1]", "len(words)"),
        "adds the positions before the second block again": (
            "second(x",
            "second(x + waves[places]",
        ),
        "the norm after the scores of the words": (
            "norm(x) @ words.mT",
            "norm(x @ words.mT)",
        ),
        "True means hidden": (
            "first(x, seen",
            "first(x, ~seen",
            "second(x, seen",
            "second(x, ~seen",
        ),
    },
)
