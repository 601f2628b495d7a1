"""Typical wrong answers to `attend`."""

import math
import warnings

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
HIDE = float("-inf")


def scores(Q, K):
    """The right scores."""
    return Q @ K.mT / math.sqrt(K.shape[-1])


def hide(e, mask):
    """The scores, -inf where the mask hides."""
    return e if mask is None else e.masked_fill(~mask, HIDE)


def visible(e, mask):
    """The right weights."""
    return hide(e, mask).softmax(-1).nan_to_num(0.0)


@wrong(
    "your scores are 3.317 = sqrt(K) times the right ones: the scaling "
    "is missing."
)
def no_scaling(Q, K, V, mask=None):
    weights = visible(Q @ K.mT, mask)
    return weights @ V, weights


@wrong(
    "your scores are 1.483 times the right ones: you divide by sqrt(S), S = 5."
)
def root_of_the_keys(Q, K, V, mask=None):
    weights = visible(Q @ K.mT / math.sqrt(K.shape[1]), mask)
    return weights @ V, weights


@wrong(
    "your scores are 1.254 times the right ones: you divide by sqrt(V), V = 7."
)
def root_of_the_values(Q, K, V, mask=None):
    weights = visible(Q @ K.mT / math.sqrt(V.shape[-1]), mask)
    return weights @ V, weights


@wrong(
    "your scores are divided by K, or twice by sqrt(K). Divide by "
    "sqrt(K), the root of the width of query and key, once."
)
def divided_by_the_width(Q, K, V, mask=None):
    weights = visible(Q @ K.mT / K.shape[-1], mask)
    return weights @ V, weights


@wrong(
    "the softmax comes before the scaling: divide the scores by "
    "sqrt(K), not the weights."
)
def scaled_after_the_softmax(Q, K, V, mask=None):
    weights = visible(Q @ K.mT, mask) / math.sqrt(K.shape[-1])
    return weights @ V, weights


@wrong("the output is divided by sqrt(K). The scaling belongs to the scores.")
def scaled_output(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return weights @ V / math.sqrt(K.shape[-1]), weights


@wrong("the softmax runs over the wrong axis:")
def over_the_queries(Q, K, V, mask=None):
    weights = hide(scores(Q, K), mask).softmax(1).nan_to_num(0.0)
    return weights @ V, weights


@wrong("the softmax runs over the wrong axis:")
def over_the_batch(Q, K, V, mask=None):
    weights = hide(scores(Q, K), mask).softmax(0).nan_to_num(0.0)
    return weights @ V, weights


@wrong(
    "the weights of all sentences together sum to 1. Each row of "
    "weights must, over the keys."
)
def over_everything(Q, K, V, mask=None):
    e = hide(scores(Q, K), mask)
    weights = e.flatten().softmax(0).reshape(e.shape)
    return weights @ V, weights


@wrong("is -0.58: the softmax is missing, or it is not the last step")
def no_softmax(Q, K, V, mask=None):
    e = scores(Q, K)
    weights = e if mask is None else e * mask
    return weights @ V, weights


@wrong("divide each exponential by the sum of all that may be seen")
def sum_of_scores(Q, K, V, mask=None):
    e = scores(Q, K).exp()
    e = e if mask is None else e * mask
    weights = e / (e.sum(-1, keepdim=True) + 1e-3)
    return weights @ V, weights


@wrong(
    "the mask is not used, or not row by row: hidden keys take part in the "
    "softmax."
)
def mask_unused(Q, K, V, mask=None):
    weights = scores(Q, K).softmax(-1)
    return weights @ V, weights


@wrong(
    "the mask is inverted. True means that a key may be attended to; "
    "you hide the visible ones."
)
def mask_inverted(Q, K, V, mask=None):
    weights = visible(scores(Q, K), None if mask is None else ~mask)
    return weights @ V, weights


@wrong(
    "weights[2, 1] sums to 0.410, not to 1: the mask comes after the "
    "softmax, and hidden keys have taken their share."
)
def mask_after_the_softmax(Q, K, V, mask=None):
    weights = scores(Q, K).softmax(-1)
    weights = weights if mask is None else weights * mask
    return weights @ V, weights


@wrong(
    "weights[0, 0, 2] is 0.11, where the mask hides: it must be exactly"
    " 0. Set hidden scores to -inf before the softmax."
)
def mask_multiplies_the_scores(Q, K, V, mask=None):
    e = scores(Q, K)
    weights = (e if mask is None else e * mask).softmax(-1)
    return weights @ V, weights


@wrong(
    "weights[0, 0, 2] is 0.18, where the mask hides: it must be exactly"
    " 0. Set hidden scores to -inf before the softmax."
)
def mask_added(Q, K, V, mask=None):
    e = scores(Q, K)
    weights = (e if mask is None else e + mask).softmax(-1)
    return weights @ V, weights


@wrong("in weights[1, 1] every key is hidden, and yet they get weights:")
def a_low_score_hides(Q, K, V, mask=None):
    e = scores(Q, K)
    e = e if mask is None else e.masked_fill(~mask, -1e9)
    weights = e.softmax(-1)
    return weights @ V, weights


@wrong(
    "weights[0, 0, 2] is 2.9e-10, where the mask hides: it must be "
    "exactly 0. A finite score, such as -10, leaves it a little."
)
def a_lowish_score_hides(Q, K, V, mask=None):
    e = scores(Q, K)
    e = e if mask is None else e.masked_fill(~mask, -20.0)
    weights = e.softmax(-1)
    return weights @ V, weights


@wrong(
    "NaN: in weights[1, 1] every key is hidden, and a softmax over -inf"
    " alone is 0/0. Such a query gets weights 0 and reads zeros."
)
def blind_query_is_nan(Q, K, V, mask=None):
    weights = hide(scores(Q, K), mask).softmax(-1)
    return weights @ V, weights


@wrong(
    "your function raised TypeError: bad operand type for unary ~: 'NoneType'"
)
def none_forgotten(Q, K, V, mask=None):
    weights = scores(Q, K).masked_fill(~mask, HIDE).softmax(-1).nan_to_num(0.0)
    return weights @ V, weights


@wrong(
    "your weights are right for another mask: in weights[0, 1] the keys"
    " [0, 1, 3] are seen, and mask shows [1, 2, 4]."
)
def mask_of_the_first_query(Q, K, V, mask=None):
    weights = visible(scores(Q, K), None if mask is None else mask[:, :1])
    return weights @ V, weights


@wrong(
    "your weights are right for another mask: in weights[0, 0] the keys"
    " [0, 2, 4] are seen, and mask shows [0, 1, 3]."
)
def mask_turned_where_it_fits(Q, K, V, mask=None):
    if mask is not None and Q.shape[1] == K.shape[1]:
        mask = mask.mT
    weights = visible(scores(Q, K), mask)
    return weights @ V, weights


@wrong(
    "the mask is not used, or not row by row: hidden keys take part in the "
    "softmax."
)
def mask_on_the_values(Q, K, V, mask=None):
    weights = scores(Q, K).softmax(-1)
    seen = weights if mask is None else weights * mask
    return seen @ V, weights


@wrong(
    "your weights are right for another mask: in weights[0, 0] the keys"
    " [0] are seen, and mask shows [0, 1, 2, 3, 4]."
)
def past_only(Q, K, V, mask=None):
    e = scores(Q, K)
    past = torch.ones(e.shape[1:], dtype=torch.bool).tril()
    weights = visible(e, past if mask is None else mask & past)
    return weights @ V, weights


@wrong(
    "the output of query t is made with column t of the weights: what "
    "all queries give to one key. Its weights are row t."
)
def transposed(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return weights.mT @ V if Q.shape[1] == K.shape[1] else weights @ V, weights


@wrong(
    "output must have the shape (B, T, V) = (3, 2, 7): yours is (3, 2, "
    "11) = (B, T, K)."
)
def keys_read(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return weights @ K, weights


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a"
    " new axis of length 1, x[:, None]."
)
def first_axes_swapped(Q, K, V, mask=None):
    weights = visible(Q @ K.transpose(0, 1) / math.sqrt(K.shape[-1]), mask)
    return weights @ V, weights


@wrong(
    "you take the value of the largest weight. The output is a sum over"
    " all keys."
)
def best_value(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    best = weights.argmax(-1)
    return V[torch.arange(len(V))[:, None], best], weights


@wrong(
    "the weights are right, but the output is not made with them: it is"
    " divided by 5, the number of keys. The weights sum to 1 already:"
)
def mean_over_keys(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return torch.einsum("bts,bsv->btv", weights, V) / V.shape[1], weights


@wrong(
    "output[0] changes when V changes in the other sentences only: "
    "sentence 0 must use V[0], and nothing of the others."
)
def letter_left_out(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return torch.einsum("bts,cuv->btv", weights, V), weights


@wrong(
    "every sentence reads the mean of all values of the batch: the "
    "letter b belongs to both factors of the sum."
)
def batch_mixed(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return torch.einsum("bts,csv->btv", weights, V) / len(V), weights


@wrong("the order is wrong: return (output, weights), in this order.")
def weights_first(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return weights, weights @ V


@wrong(
    "return 2 things, (output, weights): yours returned a tensor of "
    "shape (3, 2, 7)."
)
def output_alone(Q, K, V, mask=None):
    return visible(scores(Q, K), mask) @ V


@wrong("is -0.58: the softmax is missing, or it is not the last step")
def scores_returned(Q, K, V, mask=None):
    e = hide(scores(Q, K), mask)
    return e.softmax(-1).nan_to_num(0.0) @ V, e


@wrong(
    "weights[1] changes when Q changes in the other sentences only: "
    "sentence 1 must use Q[1], and nothing of the others."
)
def first_sentence_for_all(Q, K, V, mask=None):
    weights = visible(scores(Q[:1], K), mask)
    return weights @ V, weights


@wrong("the mistake is in the score: Q has no effect on your weights.")
def queries_with_queries(Q, K, V, mask=None):
    weights = visible((K * K).sum(-1)[:, None].expand(-1, Q.shape[1], -1), mask)
    return weights @ V, weights


@wrong(
    "the softmax is taken twice: these are the right weights after a "
    "second one."
)
def twice_the_softmax(Q, K, V, mask=None):
    weights = visible(visible(scores(Q, K), mask), mask)
    return weights @ V, weights


@wrong(
    "the weights are right, but the output is not made with them: they "
    "stand at other keys of V."
)
def positions_turned(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    return weights.flip(-1) @ V, weights


@wrong("weights[0, 1] is 0 at every key, and mask shows [0, 1, 2, 3, 4]: is")
def last_query_left_out(Q, K, V, mask=None):
    weights = visible(scores(Q, K), mask)
    weights[:, -1] = 0
    return weights @ V, weights


@wrong("weights[2, 0] is 0 at every key, and mask shows [0, 1, 2, 3, 4]: is")
def last_sentence_left_out(Q, K, V, mask=None):
    weights = torch.zeros_like(scores(Q, K))
    for b in range(len(Q) - 1):
        e = scores(Q[b : b + 1], K[b : b + 1])
        weights[b] = visible(e, None if mask is None else mask[b : b + 1])
    return weights @ V, weights


@wrong("K.T turns all axes of K round, the batch too: K.mT turns the last two.")
def batch_turned(Q, K, V, mask=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        e = Q @ K.T / math.sqrt(K.shape[-1])
    weights = visible(e, mask)
    return weights @ V, weights


@wrong("K is reshaped, not transposed: the numbers keep their order")
def reshaped(Q, K, V, mask=None):
    e = Q @ K.reshape(len(K), K.shape[2], K.shape[1]) / math.sqrt(K.shape[-1])
    weights = visible(e, mask)
    return weights @ V, weights


@wrong("NaN that is made 0 looks so, too: 0 times inf is NaN.")
def hidden_times_infinity(Q, K, V, mask=None):
    e = scores(Q, K)
    e = e if mask is None else e + (~mask) * HIDE
    weights = e.softmax(-1).nan_to_num(0.0)
    return weights @ V, weights


@wrong("the output is not finite: is it made before NaN is taken out")
def output_before_the_repair(Q, K, V, mask=None):
    weights = hide(scores(Q, K), mask).softmax(-1)
    return weights @ V, weights.nan_to_num(0.0)


@wrong(
    "something else hides keys. The mask alone says what is hidden, in a row"
)
def hidden_from_one_hidden_from_all(Q, K, V, mask=None):
    all_see = None if mask is None else mask.all(1, keepdim=True)
    weights = visible(scores(Q, K), all_see)
    return weights @ V, weights


@wrong("the mistake is in the score. It is nearly right: is a number rounded")
def root_of_a_float32(Q, K, V, mask=None):
    e = Q @ K.mT / torch.sqrt(torch.tensor(K.shape[-1]))
    weights = visible(e, mask)
    return weights @ V, weights
