"""Answers to `token_losses`, wrong and right."""

import math

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def past(tokens):
    T = tokens.shape[1]
    return torch.ones(T, T, dtype=torch.bool).tril()


def losses(logits, wanted, pad):
    return F.cross_entropy(
        logits.mT, wanted, ignore_index=pad, reduction="none"
    )


@bank.wrong("shifted the wrong way")
def backwards(model, source, target, pad):
    inputs = target[:, 1:]
    logits = model(source, inputs, past(inputs), source != pad)
    return losses(logits, target[:, :-1], pad)


@bank.wrong("no causal mask")
def sees_all(model, source, target, pad):
    inputs = target[:, :-1]
    seen = torch.ones_like(past(inputs))
    logits = model(source, inputs, seen, source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("one word of the future is seen")
def one_more(model, source, target, pad):
    inputs = target[:, :-1]
    seen = torch.ones_like(past(inputs)).tril(1)
    logits = model(source, inputs, seen, source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("True means hidden, in both masks")
def inverted(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, ~past(inputs), source == pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("the padding of the source is seen")
def sees_padding(model, source, target, pad):
    inputs = target[:, :-1]
    visible = torch.ones_like(source).bool()
    logits = model(source, inputs, past(inputs), visible)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("padding is wanted, too")
def learns_padding(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source != pad)
    return F.cross_entropy(logits.mT, target[:, 1:], reduction="none")


@bank.wrong("no loss where padding is fed, instead of wanted")
def where_padding_is_fed(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source != pad)
    costs = F.cross_entropy(logits.mT, target[:, 1:], reduction="none")
    return costs * (inputs != pad)


@bank.wrong("the logarithm of a softmax, which is infinite at 0")
def log_of_softmax(model, source, target, pad):
    inputs, wanted = target[:, :-1], target[:, 1:]
    logits = model(source, inputs, past(inputs), source != pad)
    log_p = logits.softmax(-1).log().gather(-1, wanted[..., None])[..., 0]
    return (-log_p).masked_fill(wanted == pad, 0)


@bank.wrong("a mask of numbers")
def mask_of_numbers(model, source, target, pad):
    inputs = target[:, :-1]
    seen = torch.ones(2 * inputs.shape[1:]).tril()
    logits = model(source, inputs, seen, source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("a causal mask for each sentence")
def mask_of_sentences(model, source, target, pad):
    inputs = target[:, :-1]
    seen = past(inputs).expand(len(inputs), -1, -1)
    logits = model(source, inputs, seen, source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong('reshapes the logits to "B N T" instead of swapping the axes')
def reshaped(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source != pad)
    return losses(logits.reshape(logits.mT.shape).mT, target[:, 1:], pad)


@bank.wrong("a softmax, and another one in cross_entropy")
def twice(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source != pad)
    return losses(logits.softmax(-1), target[:, 1:], pad)


@bank.wrong("a word does not see itself")
def strictly_before(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs).tril(-1), source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.wrong("divides by the number of words of each sentence")
def means(model, source, target, pad):
    words = (target[:, 1:] != pad).sum(1, keepdim=True)
    return right(model, source, target, pad) / words


@bank.wrong("the source's mask is True where there is padding")
def sees_padding_alone(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source == pad)
    return losses(logits, target[:, 1:], pad)


bank.wrong("logarithms to base 2")(
    lambda model, source, target, pad: (
        right(model, source, target, pad) / math.log(2)
    )
)


@bank.right
def right(model, source, target, pad):
    inputs = target[:, :-1]
    logits = model(source, inputs, past(inputs), source != pad)
    return losses(logits, target[:, 1:], pad)


@bank.right
def by_narrow(model, source, target, pad):
    T = target.size(1) - 1
    t = torch.arange(T)
    seen = t[None, :] <= t[:, None]
    logits = model(source, target.narrow(1, 0, T), seen, source.ne(pad))
    wanted = target.narrow(1, 1, T)
    costs = -logits.log_softmax(-1).gather(-1, wanted[..., None])[..., 0]
    return costs.where(wanted != pad, 0)


@bank.right
def sentence_by_sentence(model, source, target, pad):
    rows = zip(source.split(1), target.split(1), strict=True)
    return torch.cat([right(model, s, t, pad) for s, t in rows])
