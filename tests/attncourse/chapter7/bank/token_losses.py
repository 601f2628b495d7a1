"""Answers to `token_losses`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(model, source, target, pad):
    inputs, wanted = target[:, :-1], target[:, 1:]
    T = inputs.shape[1]
    seen = torch.ones(T, T).tril().bool()
    logits = model(source, inputs, seen, source != pad)
    log_p = logits.log_softmax(-1)
    losses = -log_p.gather(-1, wanted[..., None])[..., 0]
    return losses.masked_fill(wanted == pad, 0)


@bank.right
def by_cross_entropy(model, source, target, pad):
    t = torch.arange(target.shape[1] - 1)
    logits = model(source, target[:, :-1], t <= t[:, None], source.ne(pad))
    return F.cross_entropy(
        logits.mT, target[:, 1:], ignore_index=pad, reduction="none"
    )


@bank.right
def sentence_by_sentence(model, source, target, pad):
    rows = zip(source.split(1), target.split(1), strict=True)
    return torch.cat([plain(model, s, t, pad) for s, t in rows])


bank.slips(
    plain,
    {
        "shifted the wrong way": (
            "[:, :-1], target[:, 1:]",
            "[:, 1:], target[:, :-1]",
        ),
        "no causal mask": (".tril()", ""),
        "one word of the future is seen": ("tril()", "tril(1)"),
        "True means hidden, in both masks": (
            "seen, source !=",
            "~seen, source ==",
        ),
        "the padding of the source is seen": (
            "source != pad",
            "source == source",
        ),
        "padding is wanted, too": (".masked_fill(wanted == pad, 0)", ""),
        "no loss where padding is fed, instead of wanted": (
            "wanted == pad",
            "inputs == pad",
        ),
        "the logarithm of a softmax, which is infinite at 0": (
            "log_softmax(-1)",
            "softmax(-1).log()",
        ),
        "a mask of numbers": (".bool()", ""),
        "a causal mask for each sentence": (
            "seen, source",
            "seen.expand(len(inputs), T, T), source",
        ),
        "a softmax, and another one in cross_entropy": (
            "log_softmax(-1)",
            "softmax(-1).log_softmax(-1)",
        ),
        "a word does not see itself": ("tril()", "tril(-1)"),
        "divides by the number of words of each sentence": (
            "pad, 0)",
            "pad, 0) / (wanted != pad).sum(1, True)",
        ),
        "the source's mask is True where there is padding": (
            "source != pad",
            "source == pad",
        ),
        "logarithms to base 2": (
            "[..., 0]",
            "[..., 0] / log_p.new_tensor(2).log()",
        ),
    },
)
bank.slips(
    by_cross_entropy,
    {
        'reshapes the logits to "B N T" instead of swapping the axes': (
            "logits.mT",
            "logits.reshape(logits.mT.shape)",
        ),
    },
)
bank.fresh(
    plain,
    {
        "forgets the minus": ("-log_p", "log_p"),
        "sees the later words instead": ("tril()", "triu()"),
        "log_softmax over the positions": ("log_softmax(-1)", "log_softmax(1)"),
        "forgets the logarithm": ("log_softmax", "softmax"),
    },
)
