"""Fresh answers to `token_losses`, written with its messages closed."""

import math

import torch
from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


def causal(T):
    return torch.ones(T, T, dtype=torch.bool).tril()


def split(target):
    return target[:, :-1], target[:, 1:]


def logits(model, source, target, pad):
    inputs = target[:, :-1]
    return model(source, inputs, causal(inputs.shape[1]), source != pad)


def losses(logits, wanted, pad):
    return nn.functional.cross_entropy(
        logits.mT, wanted, ignore_index=pad, reduction="none"
    )


def right(model, source, target, pad):
    return losses(logits(model, source, target, pad), target[:, 1:], pad)


@bank.wrong('reshapes the logits to "B N T" instead of swapping the axes')
def reshaped(model, source, target, pad):
    out = logits(model, source, target, pad)
    out = out.reshape(len(out), out.shape[2], out.shape[1])  # B N T
    return losses(out.mT, target[:, 1:], pad)


bank.wrong("a softmax, and another one in cross_entropy")(
    lambda model, source, target, pad: losses(
        logits(model, source, target, pad).softmax(-1), target[:, 1:], pad
    )
)


@bank.wrong("0 where the input is padding, not where the wanted token is")
def by_the_input(model, source, target, pad):
    inputs, wanted = split(target)
    log_p = logits(model, source, target, pad).log_softmax(-1)
    loss = -log_p.gather(-1, wanted[..., None])[..., 0]
    return loss.masked_fill(inputs == pad, 0.0)


@bank.wrong("a word does not see itself")
def strictly_before(model, source, target, pad):
    inputs, wanted = split(target)
    seen = causal(inputs.shape[1]).tril(-1)
    return losses(model(source, inputs, seen, source != pad), wanted, pad)


bank.wrong("padding is always 0")(
    lambda model, source, target, pad: right(model, source, target, 0)
)


@bank.wrong("divides by the number of words of each sentence")
def means(model, source, target, pad):
    words = (target[:, 1:] != pad).sum(1, keepdim=True)
    return right(model, source, target, pad) / words


@bank.wrong("the source's mask is True where there is padding")
def inverted(model, source, target, pad):
    inputs, wanted = split(target)
    seen = causal(inputs.shape[1])
    return losses(model(source, inputs, seen, source == pad), wanted, pad)


bank.wrong("logarithms to base 2")(
    lambda model, source, target, pad: (
        right(model, source, target, pad) / math.log(2)
    )
)

bank.right(right)


@bank.right
def token_by_token(model, source, target, pad):
    out = logits(model, source, target, pad)
    loss = torch.zeros(out.shape[:2], dtype=out.dtype)
    for b, t in (target[:, 1:] != pad).nonzero().tolist():
        loss[b, t] = out[b, t].logsumexp(0) - out[b, t, target[b, t + 1]]
    return loss
