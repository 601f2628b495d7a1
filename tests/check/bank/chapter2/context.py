"""Typical wrong answers to `context`, the mended reading of all steps."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


@wrong("context[0, 0] is made with column 0 of the weights")
def as_it_was(e, h, mask):
    weights = visible(e, mask)
    return torch.einsum("bij,bik->bjk", weights, h), weights


@wrong("yours sum to 1 over the target positions.")
def weights_turned_too(e, h, mask):
    weights = visible(e, mask).mT
    return weights @ h, weights


@wrong("yours sum to 1 over the target positions.")
def over_the_target(e, h, mask):
    weights = e.masked_fill(~mask, HIDE).softmax(1).masked_fill(~mask, 0.0)
    return weights @ h, weights


@wrong("yours sum to 1 over the batch.")
def over_the_batch(e, h, mask):
    weights = e.masked_fill(~mask, HIDE).softmax(0).nan_to_num(0.0)
    return weights @ h, weights


@wrong(
    "In x @ y the last axis of x meets the last but one of y, or the only "
    "one where y is a vector."
)
def memory_turned(e, h, mask):
    weights = visible(e, mask)
    return weights @ h.mT, weights


@wrong(
    "context must have the shape (B, T, M) = (3, 5, 7): yours is (3, 7) = "
    "(B, M). T is lost"
)
def summed_over_the_steps(e, h, mask):
    weights = visible(e, mask)
    return torch.einsum("bts,bsm->bm", weights, h), weights


@wrong(
    "context must have the shape (B, T, M) = (3, 5, 7): yours is (3, 5, 5, "
    "7) = (B, S, S, M)."
)
def not_summed(e, h, mask):
    weights = visible(e, mask)
    return weights[..., None] * h[:, None], weights


@wrong("context[1] changes when h changes in the other sentences only")
def memory_of_the_first(e, h, mask):
    weights = visible(e, mask)
    return weights @ h[0], weights


@wrong("context[0] changes when h changes in the other sentences only")
def summed_over_the_batch(e, h, mask):
    weights = visible(e, mask)
    return torch.einsum("bts,csm->btm", weights, h), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "the plain sum of h."
)
def axis_left_out(e, h, mask):
    weights = visible(e, mask)
    return torch.einsum("bts,bum->btm", weights, h), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "divided by 5, the number of positions."
)
def mean_of_products(e, h, mask):
    weights = visible(e, mask)
    return (weights[..., None] * h[:, None]).mean(2), weights


@wrong(
    "you sum over the target steps. A context is a sum over the source "
    "positions."
)
def sum_over_steps_of_products(e, h, mask):
    weights = visible(e, mask)
    return (weights[..., None] * h[:, None]).sum(1), weights


@wrong(
    "the weights are right, but the context is not made with them: numbers "
    "below 0 stand in their place."
)
def scores_for_weights(e, h, mask):
    return e @ h, visible(e, mask)


@wrong("the weights are right, but the context is not made with them")
def before_the_mask(e, h, mask):
    return e.softmax(-1) @ h, visible(e, mask)


@wrong("the mask is not used: hidden positions take part in the softmax.")
def no_mask(e, h, mask):
    weights = e.softmax(-1)
    return weights @ h, weights


@wrong(
    "the mask is inverted. True means that a position may be attended to; "
    "you hide the visible ones."
)
def mask_inverted(e, h, mask):
    weights = visible(e, ~mask)
    return weights @ h, weights


@wrong(
    "NaN: in weights[1, 0] every position is hidden, and a softmax over "
    "-inf alone is 0/0."
)
def nan_in_the_empty_sentence(e, h, mask):
    weights = e.masked_fill(~mask, HIDE).softmax(-1)
    return weights @ h, weights


@wrong("context[0, 1] is made with the weights of step 0.")
def first_step_for_all(e, h, mask):
    weights = visible(e, mask)
    return (weights[:, :1] @ h).expand(-1, e.shape[1], -1), weights


@wrong(
    "In x @ y the last axis of x meets the last but one of y, or the only "
    "one where y is a vector."
)
def the_other_way_round(e, h, mask):
    weights = visible(e, mask)
    return h @ weights, weights


@wrong("the order is wrong: return (context, weights), in this order.")
def weights_first(e, h, mask):
    weights = visible(e, mask)
    return weights, weights @ h


@wrong(
    "return 2 things, (context, weights): yours returned a tensor of shape "
    "(3, 5, 7)."
)
def context_alone(e, h, mask):
    return visible(e, mask) @ h


@wrong("context[0, 0] is made with the weights of step 4.")
def steps_turned_round(e, h, mask):
    weights = visible(e, mask)
    return weights.flip(1) @ h, weights


@wrong(
    "the weights are right, but the context is not made with them: they "
    "stand at other positions of h."
)
def positions_turned_round(e, h, mask):
    weights = visible(e, mask)
    return weights.flip(2) @ h, weights


@wrong(
    "you take h where the weight is largest. A context is a sum over all "
    "positions."
)
def best_position(e, h, mask):
    weights = visible(e, mask)
    best = weights.argmax(-1)
    return h[torch.arange(len(h))[:, None], best], weights


@wrong(
    "the softmax is taken twice: these are the right weights after a "
    "second one."
)
def twice_the_softmax(e, h, mask):
    weights = visible(visible(e, mask), mask)
    return weights @ h, weights


@wrong("context[0] changes when e changes in the other sentences only")
def sentences_mixed_by_reshape(e, h, mask):
    weights = visible(e, mask)
    flat = weights.transpose(0, 1).reshape(weights.shape)
    return flat @ h, weights


@wrong(
    "context must have the shape (B, T, M) = (3, 5, 7): yours is (3, 7, 5) "
    "= (B, M, S)."
)
def context_turned(e, h, mask):
    weights = visible(e, mask)
    return (weights @ h).mT, weights


@wrong("weights[0, 0, 1] is 0, and the mask lets it be seen")
def later_positions_hidden(e, h, mask):
    past = torch.ones(e.shape[1:], dtype=torch.bool).tril()
    weights = visible(e, mask & past)
    return weights @ h, weights


@wrong("is made with the weights of step 4")
def one_step_late(e, h, mask):
    weights = visible(e, mask)
    return (weights @ h).roll(1, 1), weights


@wrong("weights[0, 0, 3] is 0.13, where the mask hides")
def mask_turned_where_it_fits(e, h, mask):
    weights = visible(e, mask.mT if e.shape[1] == e.shape[2] else mask)
    return weights @ h, weights
