"""Typical wrong answers to `masked_softmax`."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


@wrong("the mask is not used: hidden positions take part in the softmax.")
def no_mask(e, mask):
    return e.softmax(-1)


@wrong(
    "the mask is inverted. True means that a position may be attended to; "
    "you hide the visible ones."
)
def mask_inverted(e, mask):
    return e.masked_fill(mask, HIDE).softmax(-1).masked_fill(mask, 0.0)


@wrong("is the mask inverted somewhere, or are the weights never filled in?")
def inverted_before_the_softmax_only(e, mask):
    return e.masked_fill(mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


@wrong("is the mask inverted somewhere, or are the weights never filled in?")
def inverted_after_the_softmax_only(e, mask):
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(mask, 0.0)


@wrong(
    "NaN: in weights[1] every position is hidden, and a softmax over -inf "
    "alone is 0/0."
)
def nan_in_the_empty_row(e, mask):
    return e.masked_fill(~mask, HIDE).softmax(-1)


@wrong(
    "weights[2] sums to 0.365, not to 1: the mask comes after the softmax, "
    "and hidden positions have taken their"
)
def zeroed_after_the_softmax(e, mask):
    return e.softmax(-1) * mask


@wrong(
    "hidden scores are set to 0 before the softmax: exp(0) = 1, and a "
    "hidden position takes its share."
)
def scores_set_to_zero(e, mask):
    return (e * mask).softmax(-1)


@wrong("in weights[1] every position is hidden, and yet they get weights")
def scores_set_to_a_large_negative_number(e, mask):
    return e.masked_fill(~mask, -1e9).softmax(-1)


@wrong("yours sum to 1 over the batch.")
def over_the_sentences(e, mask):
    return e.masked_fill(~mask, HIDE).softmax(0).masked_fill(~mask, 0.0)


@wrong(
    "weights[0, 1] is -0.22: the softmax is missing, or it is not the last "
    "step of the weights."
)
def no_softmax(e, mask):
    return e.masked_fill(~mask, 0.0)


@wrong("you return the scores, hidden or not. The softmax is to follow.")
def scores_with_infinity(e, mask):
    return e.masked_fill(~mask, HIDE)


@wrong("your function changes its argument e. Make a new object instead")
def in_place(e, mask):
    e[~mask] = HIDE
    return e.softmax(-1).nan_to_num(0.0)


@wrong(
    "e[mask] is one row of what is seen in all sentences: their places are "
    "lost. masked_fill keeps the shape."
)
def visible_scores_alone(e, mask):
    return e[mask].softmax(-1)


@wrong("these are the logarithms of weights: take softmax, not log_softmax.")
def log_softmax(e, mask):
    return e.masked_fill(~mask, -1e9).log_softmax(-1)


@wrong(
    "weights[1] sums to 3.277, not to 1: divide each exponential by the "
    "sum of all that may be seen, with nothing"
)
def exponentials_not_divided(e, mask):
    return e.exp() * mask


@wrong(
    "the weights of all sentences together sum to 1. Each row of weights "
    "must, over the source positions."
)
def divided_by_the_sum_of_all(e, mask):
    powers = e.exp() * mask
    return powers / powers.sum()


@wrong(
    "NaN: in weights[1] every position is hidden, and a softmax over -inf "
    "alone is 0/0."
)
def renormalised_with_nan(e, mask):
    weights = e.softmax(-1) * mask
    return weights / weights.sum(-1, keepdim=True)


@wrong("weights[2] sums to 0.999999624966, not to 1")
def a_little_in_the_denominator(e, mask):
    powers = e.exp() * mask
    return powers / (powers.sum(-1, keepdim=True) + 1e-6)


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a "
    "new axis of length 1, x[:, None]."
)
def keepdim_forgotten(e, mask):
    powers = e.exp() * mask
    return powers / powers.sum(-1)


@wrong(
    "weights[0, 0] is nan, where the mask lets it be seen: every weight "
    "must be a finite number."
)
def infinity_times_the_mask(e, mask):
    return (e + ~mask * HIDE).softmax(-1)


@wrong("use the `~` or `logical_not()` operator instead")
def minus_on_the_mask(e, mask):
    return e.masked_fill(-mask, HIDE).softmax(-1)


@wrong("at the line: return e.masked_fill(not mask, HIDE)")
def not_in_words(e, mask):
    return e.masked_fill(not mask, HIDE).softmax(-1)


@wrong("what reaches the softmax is not e: yours is the right one times -1.")
def masked_fill_after_a_sign(e, mask):
    return visible(-e, mask)


@wrong("Is it set to +inf? The scores to hide get -inf.")
def plus_infinity(e, mask):
    return e.masked_fill(~mask, float("inf")).softmax(-1).nan_to_num(0.0)


@wrong(
    "one position takes all the weight: that is argmax. A softmax gives "
    "every visible position a share."
)
def best_position(e, mask):
    best = e.masked_fill(~mask, HIDE).argmax(-1, keepdim=True)
    return torch.zeros_like(e).scatter(-1, best, 1.0) * mask


@wrong(
    "all visible positions weigh the same: the scores that reach the "
    "softmax are equal."
)
def same_share_for_all(e, mask):
    return mask.to(e) / mask.sum(-1, keepdim=True).clamp(min=1)


@wrong("weights must have the shape (B, S) = (3, 5): yours is (2, 5).")
def row_dropped(e, mask):
    return visible(e, mask)[mask.any(-1)]


@wrong("in weights[1] every position is hidden, and yet they get weights")
def row_of_equal_shares(e, mask):
    weights = e.masked_fill(~mask, HIDE).softmax(-1)
    return weights.nan_to_num(1 / e.shape[-1])


@wrong("weights[0, 3] is 0.5, where the mask hides: it must be exactly 0.")
def scores_set_to_minus_thirty(e, mask):
    weights = e.masked_fill(~mask, -30.0).softmax(-1)
    return weights * mask.any(-1, keepdim=True)


@wrong("your function returned None. It needs a `return` on every path")
def no_return(e, mask):
    visible(e, mask)


@wrong(
    "weights must keep the type of the arguments, torch.float64: yours is "
    "torch.float32."
)
def in_single_precision(e, mask):
    return visible(e.float(), mask)


@wrong("weights must be a tensor: yours is a tuple of 2.")
def mask_returned_too(e, mask):
    return visible(e, mask), mask


@wrong("weights[0, 0] is 0, and the mask lets it be seen")
def what_all_sentences_show(e, mask):
    return visible(e, mask & mask.all(0))
