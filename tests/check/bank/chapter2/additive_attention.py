"""Typical wrong answers to `additive_attention`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def scores(s, h, W, U, v):
    """What most of the answers below get right."""
    return torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T) @ v


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


def mix(weights, h):
    """The right context."""
    return (weights.unsqueeze(-1) * h).sum(1)


@wrong("yours sum to 1 over the batch")
def softmax_over_the_batch(s, h, W, U, v, mask):
    e = scores(s, h, W, U, v).masked_fill(~mask, HIDE)
    weights = torch.softmax(e, dim=0)
    return mix(weights, h), weights


@wrong("over the hidden units")
def softmax_over_the_hidden_units(s, h, W, U, v, mask):
    hidden = torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T)
    weights = (torch.softmax(hidden, dim=-1) * v).sum(-1).masked_fill(~mask, 0.0)
    return mix(weights, h), weights


@wrong("the softmax runs over an axis of length 1")
def softmax_over_one(s, h, W, U, v, mask):
    e = torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T) @ v.unsqueeze(-1)
    weights = e.masked_fill(~mask.unsqueeze(-1), HIDE).softmax(-1).squeeze(-1)
    return mix(weights, h), weights


@wrong("the mask is inverted")
def mask_inverted(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(mask, HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("the mask comes after the softmax")
def mask_after_the_softmax(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).softmax(-1) * mask
    return mix(weights, h), weights


@wrong("hidden scores are set to 0, not to -inf")
def hidden_scores_at_zero(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, 0.0).softmax(-1)
    return mix(weights, h), weights


@wrong("the mask is not used")
def no_mask(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).softmax(-1)
    return mix(weights, h), weights


@wrong("there is no softmax")
def no_softmax(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v) * mask
    return mix(weights, h), weights


@wrong("tanh is missing")
def no_tanh(s, h, W, U, v, mask):
    weights = visible(((s @ W.T).unsqueeze(1) + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("the decoder state s has no effect")
def no_query(s, h, W, U, v, mask):
    weights = visible(torch.tanh(h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("v is not used")
def no_output_layer(s, h, W, U, v, mask):
    weights = visible(torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T).sum(-1), mask)
    return mix(weights, h), weights


@wrong("the scores are divided by sqrt(A)")
def scaled(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v) / math.sqrt(len(v)), mask)
    return mix(weights, h), weights


@wrong("the context is the plain sum of the states")
def sum_of_states(s, h, W, U, v, mask):
    return h.sum(1), visible(scores(s, h, W, U, v), mask)


@wrong("the context is the plain mean of the states")
def mean_of_states(s, h, W, U, v, mask):
    return h.mean(1), visible(scores(s, h, W, U, v), mask)


@wrong("the context is divided by S")
def mean_of_weighted_states(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v), mask)
    return (weights.unsqueeze(-1) * h).mean(1), weights


@wrong("the order is wrong")
def weights_first(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v), mask)
    return weights, mix(weights, h)


@wrong("a softmax over -inf alone is 0/0")
def nan_where_nothing_is_seen(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("a finite number, however negative")
def a_large_negative_number(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, -1e9).softmax(-1)
    return mix(weights, h), weights


@wrong("context must have the shape (B, M) = (3, 7): yours is (3, 5, 7)")
def context_not_summed(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v), mask)
    return weights.unsqueeze(-1) * h, weights


@wrong("weights must have the shape (B, S) = (3, 5): yours is (3, 5, 1)")
def weights_with_an_axis_too_many(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v), mask)
    return mix(weights, h), weights.unsqueeze(-1)


@wrong("yours returned a tensor of shape (3, 7)")
def context_alone(s, h, W, U, v, mask):
    return mix(visible(scores(s, h, W, U, v), mask), h)


@wrong("returned None")
def no_return(s, h, W, U, v, mask):
    mix(visible(scores(s, h, W, U, v), mask), h)


@wrong("context must keep the type of the arguments, torch.float64: yours is torch.float32")
def in_single_precision(s, h, W, U, v, mask):
    s, h, W, U, v = (x.float() for x in (s, h, W, U, v))
    weights = visible(scores(s, h, W, U, v), mask)
    return mix(weights, h), weights


@wrong("your function changes its argument h")
def weighs_in_place(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v), mask)
    return h.mul_(weights.unsqueeze(-1)).sum(1), weights


@wrong("your function raised RuntimeError")
def no_new_axis(s, h, W, U, v, mask):
    weights = visible(torch.tanh(s @ W.T + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def tanh_outside_v(s, h, W, U, v, mask):
    weights = visible(torch.tanh(((s @ W.T).unsqueeze(1) + h @ U.T) @ v), mask)
    return mix(weights, h), weights


@wrong("?")
def relu_for_tanh(s, h, W, U, v, mask):
    weights = visible(torch.relu((s @ W.T).unsqueeze(1) + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def sigmoid_for_tanh(s, h, W, U, v, mask):
    weights = visible(torch.sigmoid((s @ W.T).unsqueeze(1) + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def sigmoid_for_softmax(s, h, W, U, v, mask):
    weights = torch.sigmoid(scores(s, h, W, U, v).masked_fill(~mask, HIDE))
    return mix(weights, h), weights


@wrong("?")
def mean_over_the_hidden_units(s, h, W, U, v, mask):
    hidden = torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T)
    weights = visible((hidden * v).mean(-1), mask)
    return mix(weights, h), weights


@wrong("?")
def product_for_sum(s, h, W, U, v, mask):
    weights = visible(torch.tanh((s @ W.T).unsqueeze(1) * (h @ U.T)) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def context_from_scores(s, h, W, U, v, mask):
    e = scores(s, h, W, U, v)
    return mix(e, h), visible(e, mask)


@wrong("?")
def context_before_the_mask(s, h, W, U, v, mask):
    e = scores(s, h, W, U, v)
    return mix(e.softmax(-1), h), visible(e, mask)


@wrong("?")
def log_softmax(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, -1e9).log_softmax(-1)
    return mix(weights, h), weights


@wrong("?")
def one_hot(s, h, W, U, v, mask):
    e = scores(s, h, W, U, v).masked_fill(~mask, HIDE)
    weights = torch.nn.functional.one_hot(e.argmax(-1), e.shape[-1]).to(e.dtype)
    return mix(weights, h), weights


@wrong("?")
def minus_infinity_after_the_softmax(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).softmax(-1).masked_fill(~mask, HIDE)
    return mix(weights, h), weights


@wrong("?")
def mask_added(s, h, W, U, v, mask):
    weights = (scores(s, h, W, U, v) + mask).softmax(-1)
    return mix(weights, h), weights


@wrong("?")
def hidden_scores_at_minus_ten(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, -10.0).softmax(-1)
    return mix(weights, h), weights


@wrong("?")
def a_little_in_the_denominator(s, h, W, U, v, mask):
    powers = scores(s, h, W, U, v).exp() * mask
    weights = powers / (powers.sum(-1, keepdim=True) + 1e-8)
    return mix(weights, h), weights


@wrong("?")
def nan_removed_from_the_context_only(s, h, W, U, v, mask):
    weights = scores(s, h, W, U, v).masked_fill(~mask, HIDE).softmax(-1)
    return mix(weights, h).nan_to_num(0.0), weights


@wrong("?")
def scaled_by_the_states(s, h, W, U, v, mask):
    weights = visible(scores(s, h, W, U, v) / math.sqrt(s.shape[-1]), mask)
    return mix(weights, h), weights


@wrong("?")
def softmax_over_positions_before_v(s, h, W, U, v, mask):
    hidden = torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T)
    weights = (hidden.softmax(1) @ v).masked_fill(~mask, 0.0)
    return mix(weights, h), weights


@wrong("?")
def normalised_without_exp(s, h, W, U, v, mask):
    e = scores(s, h, W, U, v) * mask
    weights = e / e.sum(-1, keepdim=True)
    return mix(weights, h), weights


@wrong("?")
def first_state_for_all(s, h, W, U, v, mask):
    weights = visible(torch.tanh(s[0] @ W.T + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def w_not_transposed(s, h, W, U, v, mask):
    weights = visible(torch.tanh((s @ W).unsqueeze(1) + h @ U.T) @ v, mask)
    return mix(weights, h), weights


@wrong("?")
def v_on_the_wrong_axis(s, h, W, U, v, mask):
    hidden = torch.tanh((s @ W.T).unsqueeze(1) + h @ U.T)
    weights = visible(v @ hidden, mask)
    return mix(weights, h), weights
