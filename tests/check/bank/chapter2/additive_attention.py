"""Typical wrong answers to `additive_attention`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def scores(s, h, W_q, W_k, v):
    """What most of the answers below get right."""
    return torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


def mix(weights, h):
    """The right context."""
    return (weights.unsqueeze(-1) * h).sum(1)


@wrong("yours sum to 1 over the batch")
def softmax_over_the_batch(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v).masked_fill(~mask, HIDE)
    weights = torch.softmax(e, dim=0)
    return mix(weights, h), weights


@wrong(
    "weights[0, 0] is -0.11: the softmax is missing, or it is not the last step"
)
def softmax_over_the_hidden_units(s, h, W_q, W_k, v, mask):
    hidden = torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T)
    weights = (
        (torch.softmax(hidden, dim=-1) * v).sum(-1).masked_fill(~mask, 0.0)
    )
    return mix(weights, h), weights


@wrong("does the softmax run over an axis of length 1?")
def softmax_over_one(s, h, W_q, W_k, v, mask):
    e = torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v.unsqueeze(-1)
    weights = e.masked_fill(~mask.unsqueeze(-1), HIDE).softmax(-1).squeeze(-1)
    return mix(weights, h), weights


@wrong("the mask is inverted")
def mask_inverted(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(mask, HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("the mask comes after the softmax")
def mask_after_the_softmax(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).softmax(-1) * mask
    return mix(weights, h), weights


@wrong("weights[0, 3] is 0.082, where the mask hides: it must be exactly 0")
def hidden_scores_at_zero(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, 0.0).softmax(-1)
    return mix(weights, h), weights


@wrong("the mask is not used")
def no_mask(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).softmax(-1)
    return mix(weights, h), weights


@wrong(
    "weights[0, 0] is -0.76: the softmax is missing, or it is not the last step"
)
def no_softmax(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v) * mask
    return mix(weights, h), weights


@wrong("tanh is missing")
def no_tanh(s, h, W_q, W_k, v, mask):
    weights = visible(((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v, mask)
    return mix(weights, h), weights


@wrong("s has no effect on your weights")
def no_query(s, h, W_q, W_k, v, mask):
    weights = visible(torch.tanh(h @ W_k.T) @ v, mask)
    return mix(weights, h), weights


@wrong("v has no effect on your weights")
def no_output_layer(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T).sum(-1), mask
    )
    return mix(weights, h), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.3015 = "
    "1/sqrt(A)"
)
def scaled(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v) / math.sqrt(len(v)), mask)
    return mix(weights, h), weights


@wrong("the context is not made with them: it is the plain sum of h")
def sum_of_states(s, h, W_q, W_k, v, mask):
    return h.sum(1), visible(scores(s, h, W_q, W_k, v), mask)


@wrong("the context is not made with them: it is the plain mean of h")
def mean_of_states(s, h, W_q, W_k, v, mask):
    return h.mean(1), visible(scores(s, h, W_q, W_k, v), mask)


@wrong(
    "the context is not made with them: it is divided by 5, the number of "
    "positions"
)
def mean_of_weighted_states(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return (weights.unsqueeze(-1) * h).mean(1), weights


@wrong("the order is wrong")
def weights_first(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return weights, mix(weights, h)


@wrong("a softmax over -inf alone is 0/0")
def nan_where_nothing_is_seen(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("a finite number, however negative")
def a_large_negative_number(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, -1e9).softmax(-1)
    return mix(weights, h), weights


@wrong("context must have the shape (B, M) = (3, 7): yours is (3, 5, 7)")
def context_not_summed(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return weights.unsqueeze(-1) * h, weights


@wrong("weights must have the shape (B, S) = (3, 5): yours is (3, 5, 1)")
def weights_with_an_axis_too_many(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h), weights.unsqueeze(-1)


@wrong("yours returned a tensor of shape (3, 7)")
def context_alone(s, h, W_q, W_k, v, mask):
    return mix(visible(scores(s, h, W_q, W_k, v), mask), h)


@wrong("returned None")
def no_return(s, h, W_q, W_k, v, mask):
    mix(visible(scores(s, h, W_q, W_k, v), mask), h)


@wrong(
    "context must keep the type of the arguments, torch.float64: yours is "
    "torch.float32"
)
def in_single_precision(s, h, W_q, W_k, v, mask):
    s, h, W_q, W_k, v = (x.float() for x in (s, h, W_q, W_k, v))
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h), weights


@wrong("your function changes its argument h")
def weighs_in_place(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return h.mul_(weights.unsqueeze(-1)).sum(1), weights


@wrong("give the tensor that lacks one a new axis of length 1")
def no_new_axis(s, h, W_q, W_k, v, mask):
    weights = visible(torch.tanh(s @ W_q.T + h @ W_k.T) @ v, mask)
    return mix(weights, h), weights


@wrong("tanh comes after v")
def tanh_outside_v(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.tanh(((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v), mask
    )
    return mix(weights, h), weights


@wrong("relu stands where tanh belongs")
def relu_for_tanh(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.relu((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v, mask
    )
    return mix(weights, h), weights


@wrong("sigmoid stands where tanh belongs")
def sigmoid_for_tanh(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.sigmoid((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v, mask
    )
    return mix(weights, h), weights


@wrong(
    "the weights sum to 2.256, 2.786, 1.702, not to 1: is the softmax missing"
)
def sigmoid_for_softmax(s, h, W_q, W_k, v, mask):
    weights = torch.sigmoid(scores(s, h, W_q, W_k, v).masked_fill(~mask, HIDE))
    return mix(weights, h), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.09091 = 1/A"
)
def mean_over_the_hidden_units(s, h, W_q, W_k, v, mask):
    hidden = torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T)
    weights = visible((hidden * v).mean(-1), mask)
    return mix(weights, h), weights


@wrong("W_q s and W_k h are multiplied; add them")
def product_for_sum(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.tanh((s @ W_q.T).unsqueeze(1) * (h @ W_k.T)) @ v, mask
    )
    return mix(weights, h), weights


@wrong(
    "the context is not made with them: numbers below 0 stand in their "
    "place. Are they scores?"
)
def context_from_scores(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v)
    return mix(e, h), visible(e, mask)


@wrong("the context is not made with them: hidden positions take part")
def context_before_the_mask(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v)
    return mix(e.softmax(-1), h), visible(e, mask)


@wrong("take softmax, not log_softmax")
def log_softmax(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, -1e9).log_softmax(-1)
    return mix(weights, h), weights


@wrong("one position takes all the weight: that is argmax")
def one_hot(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v).masked_fill(~mask, HIDE)
    weights = torch.nn.functional.one_hot(e.argmax(-1), e.shape[-1]).to(e.dtype)
    return mix(weights, h), weights


@wrong("-inf belongs to the scores, before the softmax")
def minus_infinity_after_the_softmax(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).softmax(-1).masked_fill(~mask, HIDE)
    return mix(weights, h), weights


@wrong("weights[0, 3] is 0.013, where the mask hides")
def mask_added(s, h, W_q, W_k, v, mask):
    weights = (scores(s, h, W_q, W_k, v) + mask).softmax(-1)
    return mix(weights, h), weights


@wrong("A finite score, such as -10, leaves it a little")
def hidden_scores_at_minus_ten(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, -10.0).softmax(-1)
    return mix(weights, h), weights


@wrong(
    "divide each exponential by the sum of all that may be seen, with "
    "nothing added"
)
def a_little_in_the_denominator(s, h, W_q, W_k, v, mask):
    powers = scores(s, h, W_q, W_k, v).exp() * mask
    weights = powers / (powers.sum(-1, keepdim=True) + 1e-8)
    return mix(weights, h), weights


@wrong("a softmax over -inf alone is 0/0")
def nan_removed_from_the_context_only(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).masked_fill(~mask, HIDE).softmax(-1)
    return mix(weights, h).nan_to_num(0.0), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.7071 = "
    "1/sqrt(D)"
)
def scaled_by_the_states(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v) / math.sqrt(s.shape[-1]), mask)
    return mix(weights, h), weights


@wrong(
    "weights[0, 0] is -0.19: the softmax is missing, or it is not the last step"
)
def softmax_over_positions_before_v(s, h, W_q, W_k, v, mask):
    hidden = torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T)
    weights = (hidden.softmax(1) @ v).masked_fill(~mask, 0.0)
    return mix(weights, h), weights


@wrong(
    "weights[0, 1] is -0.8: the softmax is missing, or it is not the last step"
)
def normalised_without_exp(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v) * mask
    weights = e / e.sum(-1, keepdim=True)
    return mix(weights, h), weights


@wrong("weights[1] changes when s changes in the other sentences only")
def first_state_for_all(s, h, W_q, W_k, v, mask):
    weights = visible(torch.tanh(s[0] @ W_q.T + h @ W_k.T) @ v, mask)
    return mix(weights, h), weights


@wrong("here D meets A.\n  W_q is A x D: take W_q.T.")
def w_not_transposed(s, h, W_q, W_k, v, mask):
    weights = visible(torch.tanh((s @ W_q).unsqueeze(1) + h @ W_k.T) @ v, mask)
    return mix(weights, h), weights


@wrong("the last axis of x meets the last but one of y")
def v_on_the_wrong_axis(s, h, W_q, W_k, v, mask):
    hidden = torch.tanh((s @ W_q.T).unsqueeze(1) + h @ W_k.T)
    weights = visible(v @ hidden, mask)
    return mix(weights, h), weights


@wrong("all visible positions weigh the same")
def the_same_weight_for_all(s, h, W_q, W_k, v, mask):
    weights = mask.to(h) / mask.sum(-1, keepdim=True).clamp(min=1)
    return mix(weights, h), weights


@wrong("the mistake is in the score: yours is the right one times -1.")
def softmin(s, h, W_q, W_k, v, mask):
    weights = visible(-scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h), weights


@wrong("W_q s and W_k h are subtracted; add them")
def difference_for_sum(s, h, W_q, W_k, v, mask):
    weights = visible(
        torch.tanh((s @ W_q.T).unsqueeze(1) - h @ W_k.T) @ v, mask
    )
    return mix(weights, h), weights


@wrong("the right weights stand at other positions")
def the_positions_turned_round(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v).flip(-1), mask)
    return mix(weights, h), weights


@wrong(
    "right for another mask: in weights[1] the positions [0, 1, 2] are seen, "
    "and mask shows [0, 2, 3, 4]"
)
def first_mask_for_all(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask[:1].expand(len(mask), -1))
    return mix(weights, h), weights


@wrong(
    "weights[1] sums to 9.820, not to 1: divide each exponential by the sum "
    "of all"
)
def exponentials_not_divided(s, h, W_q, W_k, v, mask):
    weights = scores(s, h, W_q, W_k, v).exp() * mask
    return mix(weights, h), weights


@wrong("context[1] changes when h changes in the other sentences only")
def first_memory_for_all(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return weights @ h[0], weights


@wrong(
    "the context is not made with them: h at each position must be "
    "multiplied by the weight that you return"
)
def context_from_the_best_position(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return h[torch.arange(len(h)), weights.argmax(-1)], weights


@wrong("the context is not made with them: it is no weighted sum of h")
def maximum_for_sum(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return (weights.unsqueeze(-1) * h).max(1).values, weights


@wrong("the weights are right, but the context is not finite")
def context_divided_by_the_mask(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h) / mask.any(-1, keepdim=True), weights


@wrong("Is the mask inverted, is a softmax taken over -inf alone")
def mask_inverted_and_no_tanh(s, h, W_q, W_k, v, mask):
    weights = (
        (((s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v)
        .masked_fill(mask, HIDE)
        .softmax(-1)
    )
    return mix(weights, h), weights


@wrong("a random choice was made")
def dropout(s, h, W_q, W_k, v, mask):
    weights = torch.nn.functional.dropout(
        visible(scores(s, h, W_q, W_k, v), mask)
    )
    return mix(weights, h), weights


@wrong("Your function may use its arguments, s, h, W_q, W_k, v, mask")
def a_name_misspelt(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, memory, W_q, W_k, v), mask)  # noqa: F821
    return mix(weights, h), weights


@wrong("or 0 multiplied by inf?")
def infinity_times_the_mask(s, h, W_q, W_k, v, mask):
    weights = (scores(s, h, W_q, W_k, v) + ~mask * HIDE).softmax(-1)
    return mix(weights, h), weights


@wrong("the weights of all sentences together sum to 1")
def divided_by_the_sum_of_all(s, h, W_q, W_k, v, mask):
    powers = scores(s, h, W_q, W_k, v).exp() * mask
    weights = powers / powers.sum()
    return mix(weights, h), weights


@wrong("every visible weight is 0: is the mask inverted somewhere, or")
def visible_weights_cleared(s, h, W_q, W_k, v, mask):
    weights = (
        scores(s, h, W_q, W_k, v)
        .masked_fill(~mask, HIDE)
        .softmax(-1)
        .masked_fill(mask, 0.0)
    )
    return mix(weights, h), weights


@wrong("not to 1: are they rounded?")
def rounded_to_four_digits(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask).round(decimals=4)
    return mix(weights, h), weights


@wrong(
    "context must be a tensor: yours is a list of 3. torch.stack(...) makes "
    "one of a list."
)
def lists_of_sentences(s, h, W_q, W_k, v, mask):
    weights = [
        visible(torch.tanh(W_q @ s[b] + h[b] @ W_k.T) @ v, mask[b])
        for b in range(len(s))
    ]
    return [a @ states for a, states in zip(weights, h, strict=True)], weights


@wrong(
    "yours is (3, 11) = (B, A). A stands where M belongs; another argument "
    "has it.\n  likely: you sum W_k h; sum h."
)
def context_of_projected_states(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h @ W_k.T), weights


@wrong(
    "Give each new tensor the type of an argument x: torch.zeros(..., "
    "dtype=x.dtype), or x.new_zeros(...)"
)
def in_tensors_of_another_type(s, h, W_q, W_k, v, mask):
    context, weights = torch.zeros(len(h), h.shape[-1]), torch.zeros(mask.shape)
    weights[:] = visible(scores(s, h, W_q, W_k, v), mask)
    context[:] = mix(weights, h)
    return context, weights


@wrong(
    'ValueError: nothing to see\n  at the line: raise ValueError("nothing to '
    'see")\n  Your own code raises it.'
)
def raises_where_nothing_is_seen(s, h, W_q, W_k, v, mask):
    if not mask.any(-1).all():
        raise ValueError("nothing to see")
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h), weights


@wrong(
    "in weights[1] the positions [0, 1, 2, 3] are seen, and mask shows [0, "
    "2, 3, 4]"
)
def takes_the_mask_for_a_length(s, h, W_q, W_k, v, mask):
    seen = torch.arange(mask.shape[1]) < mask.sum(1, keepdim=True)
    weights = visible(scores(s, h, W_q, W_k, v), seen)
    return mix(weights, h), weights


@wrong(
    "yours is (5,) = (M). B is lost: summed or squeezed away, or is this a "
    "part alone?"
)
def squeezes_every_axis(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h).squeeze(), weights.squeeze()


@wrong("index 3 is out of bounds for dimension 1 with size S")
def knows_the_sizes(s, h, W_q, W_k, v, mask):
    e = torch.stack(
        [torch.tanh((s @ W_q.T) + h[:, i] @ W_k.T) @ v for i in range(5)], -1
    )
    return mix(visible(e, mask), h), visible(e, mask)


@wrong(
    "weights[0] sums to 0.200, not to 1: your weights are the right ones "
    "times 0.2 = 1/S."
)
def weights_divided_by_their_number(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask) / mask.shape[1]
    return mix(weights, h), weights


@wrong("the softmax is taken twice")
def softmax_twice(s, h, W_q, W_k, v, mask):
    weights = visible(visible(scores(s, h, W_q, W_k, v), mask), mask)
    return mix(weights, h), weights


@wrong("W_q s is missing, or stands outside the tanh")
def tanh_of_each(s, h, W_q, W_k, v, mask):
    weights = visible(
        (torch.tanh(s @ W_q.T).unsqueeze(1) + torch.tanh(h @ W_k.T)) @ v, mask
    )
    return mix(weights, h), weights


@wrong("tanh is missing, or does not go around the whole sum")
def tanh_of_the_query_alone(s, h, W_q, W_k, v, mask):
    weights = visible(
        (torch.tanh(s @ W_q.T).unsqueeze(1) + h @ W_k.T) @ v, mask
    )
    return mix(weights, h), weights


@wrong("they stand at other positions of h")
def context_turned_round(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights.flip(-1), h), weights


@wrong("= (S, B): the axes are turned.")
def weights_transposed(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return mix(weights, h), weights.T


@wrong("are the weights never filled in?")
def no_weights(s, h, W_q, W_k, v, mask):
    weights = torch.zeros_like(mask, dtype=h.dtype)
    return mix(weights, h), weights


@wrong("the mistake is in the score. The rest fits")
def later_positions_first(s, h, W_q, W_k, v, mask):
    weights = visible(
        scores(s, h, W_q, W_k, v) + torch.arange(h.shape[1]), mask
    )
    return mix(weights, h), weights


@wrong("B is lost: summed or squeezed away, or is this a part alone?")
def the_last_sentence_alone(s, h, W_q, W_k, v, mask):
    for b in range(len(s)):
        weights = visible(torch.tanh(W_q @ s[b] + h[b] @ W_k.T) @ v, mask[b])
        context = weights @ h[b]
    return context, weights


@wrong("weights @ h reads each sentence with the weights of every sentence")
def weights_times_memory(s, h, W_q, W_k, v, mask):
    weights = visible(scores(s, h, W_q, W_k, v), mask)
    return weights @ h, weights
