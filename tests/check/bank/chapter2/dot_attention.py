"""Typical wrong answers to `dot_attention`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def dots(s, h):
    """The right dot products."""
    return (h @ s[..., None])[..., 0]


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


def mix(weights, h):
    """The right context."""
    return (weights[..., None] * h).sum(1)


@wrong(
    "scale has no effect on your weights: multiply the scores by it, "
    "before the softmax."
)
def no_scale(s, h, mask, scale):
    weights = visible(dots(s, h), mask)
    return mix(weights, h), weights


@wrong("you divide the scores by scale. Multiply them by it.")
def divided(s, h, mask, scale):
    weights = visible(dots(s, h) / scale, mask)
    return mix(weights, h), weights


@wrong("scale multiplies the weights. Multiply the scores.")
def scale_after_the_softmax(s, h, mask, scale):
    weights = visible(dots(s, h), mask) * scale
    return mix(weights, h), weights


@wrong(
    "the context is made of h times scale. scale belongs to the scores; "
    "sum h as it is."
)
def scale_on_the_context(s, h, mask, scale):
    weights = visible(dots(s, h) * scale, mask)
    return mix(weights, h) * scale, weights


@wrong("scale is not used: you divide by sqrt(M), whatever it says.")
def scaled_by_the_width(s, h, mask, scale):
    weights = visible(dots(s, h) / math.sqrt(s.shape[-1]), mask)
    return mix(weights, h), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.378 = "
    "1/sqrt(M)."
)
def scaled_by_both(s, h, mask, scale):
    weights = visible(dots(s, h) * scale / math.sqrt(s.shape[-1]), mask)
    return mix(weights, h), weights


@wrong("scale is in the scores twice: once is enough.")
def scaled_twice(s, h, mask, scale):
    weights = visible(dots(s * scale, h * scale), mask)
    return mix(weights, h), weights


@wrong("your scores have the wrong sign.")
def sign_turned(s, h, mask, scale):
    weights = visible(-scale * dots(s, h), mask)
    return mix(weights, h), weights


@wrong(
    "s @ h.mT scores each state with each sentence, so B stands twice. "
    "State b belongs to sentence b"
)
def every_sentence_with_every_other(s, h, mask, scale):
    weights = visible(scale * s @ h.mT, mask)
    return weights @ h, weights


@wrong(
    "In x @ y the last axis of x meets the last but one of y, or the only "
    "one where y is a vector."
)
def matrices_that_do_not_meet(s, h, mask, scale):
    weights = visible(scale * s @ h, mask)
    return mix(weights, h), weights


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a "
    "new axis of length 1, x[:, None]."
)
def no_new_axis(s, h, mask, scale):
    weights = visible(scale * (s * h).sum(-1), mask)
    return mix(weights, h), weights


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a "
    "new axis of length 1, x[:, None]."
)
def product_not_summed(s, h, mask, scale):
    weights = visible(scale * s[:, None] * h, mask)
    return mix(weights, h), weights


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a "
    "new axis of length 1, x[:, None]."
)
def summed_over_positions(s, h, mask, scale):
    e = scale * (s[:, None] * h).sum(1)
    weights = visible(e, mask)
    return mix(weights, h), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.1429 = 1/M."
)
def mean_for_sum(s, h, mask, scale):
    weights = visible(scale * (s[:, None] * h).mean(-1), mask)
    return mix(weights, h), weights


@wrong(
    "s and h are divided by their lengths: that is the cosine. Take the "
    "dot product as it is."
)
def cosine(s, h, mask, scale):
    e = torch.cosine_similarity(s[:, None], h, dim=-1)
    weights = visible(e * scale, mask)
    return mix(weights, h), weights


@wrong("the mistake is in the score. The rest fits")
def distance(s, h, mask, scale):
    weights = visible(-scale * (s[:, None] - h).norm(dim=-1), mask)
    return mix(weights, h), weights


@wrong("the mistake is in the score: s has no effect on your weights.")
def sum_for_product(s, h, mask, scale):
    weights = visible(scale * (s[:, None] + h).sum(-1), mask)
    return mix(weights, h), weights


@wrong(
    "the context is made of h times scale. scale belongs to the scores; "
    "sum h as it is."
)
def context_of_scaled_states(s, h, mask, scale):
    h = h * scale
    weights = visible(dots(s, h), mask)
    return mix(weights, h), weights


@wrong("weights[1] changes when s changes in the other sentences only")
def first_query_for_all(s, h, mask, scale):
    weights = visible(scale * h @ s[0], mask)
    return mix(weights, h), weights


@wrong("the mistake is in the score: s has no effect on your weights.")
def keys_with_keys(s, h, mask, scale):
    weights = visible(scale * (h * h).sum(-1), mask)
    return mix(weights, h), weights


@wrong("the mistake is in the score. The rest fits")
def tanh_kept(s, h, mask, scale):
    weights = visible(scale * dots(s, h).tanh(), mask)
    return mix(weights, h), weights


@wrong("in weights[1] every position is hidden, and yet they get weights")
def mask_scaled_away(s, h, mask, scale):
    e = dots(s, h).masked_fill(~mask, -1e9) * scale
    weights = e.softmax(-1)
    return mix(weights, h), weights


@wrong("the mask is not used: hidden positions take part in the softmax.")
def no_mask(s, h, mask, scale):
    weights = (scale * dots(s, h)).softmax(-1)
    return mix(weights, h), weights


@wrong("yours sum to 1 over the batch.")
def over_the_batch(s, h, mask, scale):
    e = (scale * dots(s, h)).masked_fill(~mask, HIDE)
    weights = e.softmax(0).masked_fill(~mask, 0.0)
    return mix(weights, h), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "no weighted sum of h."
)
def query_in_the_context(s, h, mask, scale):
    weights = visible(scale * dots(s, h), mask)
    return mix(weights, h) + s, weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "no weighted sum of h."
)
def context_of_the_query(s, h, mask, scale):
    weights = visible(scale * dots(s, h), mask)
    return weights.sum(-1, keepdim=True) * s, weights


@wrong(
    "scale has no effect on your weights: multiply the scores by it, "
    "before the softmax."
)
def scale_added(s, h, mask, scale):
    weights = visible(dots(s, h) + scale, mask)
    return mix(weights, h), weights


@wrong("the mistake is in the score: yours is the right one times 1.581.")
def power_of_the_scale(s, h, mask, scale):
    weights = visible(dots(s, h) * scale**0.5, mask)
    return mix(weights, h), weights


@wrong(
    "NaN: in weights[1] every position is hidden, and a softmax over -inf "
    "alone is 0/0."
)
def nan_in_the_empty_sentence(s, h, mask, scale):
    weights = (scale * dots(s, h)).masked_fill(~mask, HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("weights @ h reads each sentence with the weights of every sentence")
def weights_times_memory(s, h, mask, scale):
    weights = visible(scale * dots(s, h), mask)
    return weights @ h, weights
