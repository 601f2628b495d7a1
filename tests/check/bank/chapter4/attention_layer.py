"""Typical wrong answers to `attention_layer`, the mended layer."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def parts(x, memory, W_q, W_k, W_v):
    """Queries, keys, values."""
    return x @ W_q, memory @ W_k, memory @ W_v


def weigh(Q, K):
    """The right weights."""
    return (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(-1)


@wrong(
    "so each key is shared out among the queries, and two that ask the "
    "same get half each. Each query has a softmax of its own."
)
def as_it_was(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(1)
    return weights @ V, weights


@wrong("the softmax runs over the wrong axis:")
def over_the_batch(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(0)
    return weights @ V, weights


@wrong(
    "the weights of all queries of a sentence together sum to 1: there "
    "is one softmax over queries and keys at once."
)
def over_both_axes(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    e = Q @ K.mT / math.sqrt(K.shape[-1])
    weights = e.flatten(1).softmax(-1).reshape(e.shape)
    return weights @ V, weights


@wrong(
    "the softmax still runs over the queries. Rows divided by their "
    "sums sum to 1, but are no softmax over the keys."
)
def divided_once_more(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(1)
    weights = weights / weights.sum(-1, keepdim=True)
    return weights @ V, weights


@wrong(
    "your scores are 1.144 times the right ones: you divide by sqrt(D), D = 13."
)
def width_of_the_input(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT / math.sqrt(x.shape[-1])).softmax(-1)
    return weights @ V, weights


@wrong(
    "your scores are 1.243 times the right ones: you divide by sqrt(M), M = 11."
)
def width_of_the_memory(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT / math.sqrt(memory.shape[-1])).softmax(-1)
    return weights @ V, weights


@wrong(
    "your scores are 4.123 = sqrt(K) times the right ones: the scaling "
    "is missing."
)
def no_scaling(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q @ K.mT).softmax(-1)
    return weights @ V, weights


@wrong(
    "your scores are divided by K, or twice by sqrt(K). Divide by "
    "sqrt(K), the root of the width of query and key, once."
)
def scaled_twice(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    Q, K = Q / math.sqrt(K.shape[-1]), K / math.sqrt(K.shape[-1])
    weights = (Q @ K.mT).softmax(-1)
    return weights @ V, weights


@wrong(
    "output must have the shape (B, T, V) = (3, 2, 7): yours is (3, 2, "
    "11) = (B, T, M)."
)
def values_not_projected(x, memory, W_q, W_k, W_v):
    Q, K, _ = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K)
    return weights @ memory, weights


@wrong(
    "output must have the shape (B, T, V) = (3, 2, 7): yours is (3, 2, "
    "17) = (B, T, K)."
)
def keys_for_values(x, memory, W_q, W_k, W_v):
    Q, K, _ = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K)
    return weights @ K, weights


@wrong("here the two meet: here M meets D.")
def queries_of_the_memory(x, memory, W_q, W_k, W_v):
    weights = weigh(memory @ W_q, memory @ W_k)
    return weights @ (memory @ W_v), weights


@wrong("here the two meet: here D meets M.")
def keys_of_the_input(x, memory, W_q, W_k, W_v):
    weights = weigh(x @ W_q, x @ W_k)
    return weights @ (memory @ W_v), weights


@wrong("the mistake is in the score: x has no effect on your weights.")
def one_matrix_for_both(x, memory, W_q, W_k, W_v):
    weights = weigh(memory @ W_k, memory @ W_k)
    weights = weights[:, : x.shape[1]]
    return weights @ (memory @ W_v), weights


@wrong("here the two meet: here D meets K.")
def matrices_transposed(x, memory, W_q, W_k, W_v):
    weights = weigh(x @ W_q.T, memory @ W_k.T)
    return weights @ (memory @ W_v.T), weights


@wrong(
    "weights[0, 0, 0] is -0.48: the softmax is missing, or it is not "
    "the last step of the weights."
)
def no_softmax(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = Q @ K.mT / math.sqrt(K.shape[-1])
    return weights @ V, weights


@wrong(
    "so each key is shared out among the queries, and two that ask the "
    "same get half each. Each query has a softmax of its own."
)
def weights_turned(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(K, Q).mT
    return weights @ V, weights


@wrong(
    "you take the value of the largest weight. The output is a sum over"
    " all keys."
)
def best_value(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K)
    return V[torch.arange(len(V))[:, None], weights.argmax(-1)], weights


@wrong(
    "the weights are right, but the output is not made with them: it is"
    " no weighted sum of the values."
)
def queries_added(x, memory, W_q, W_k, W_v):
    Q, K, _ = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K)
    return weights @ memory @ W_v + Q[..., : W_v.shape[-1]], weights


@wrong(
    "the weights are right, but the output is not made with them: it is"
    " the plain mean of the values."
)
def plain_mean(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K)
    return V.mean(1, keepdim=True).expand(-1, Q.shape[1], -1), weights


@wrong(
    "weights[1] changes when memory changes in the other sentences "
    "only: sentence 1 must use memory[1], and nothing of the others."
)
def first_memory_for_all(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = weigh(Q, K[0])
    return weights @ V, weights


@wrong(
    "return 2 things, (output, weights): yours returned a tensor of "
    "shape (3, 2, 7)."
)
def output_alone(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    return weigh(Q, K) @ V


@wrong(
    "your weights hide something, and nothing is to be hidden: in"
    " weights[0, 0] the keys [0] are seen, and it may see [0, 1, 2, 3, 4]."
)
def past_only(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    e = Q @ K.mT / math.sqrt(K.shape[-1])
    past = torch.ones(e.shape[1:], dtype=torch.bool).tril()
    weights = e.masked_fill(~past, float("-inf")).softmax(-1)
    return weights @ V, weights


@wrong(
    "your scores are divided by K, or twice by sqrt(K). Divide by "
    "sqrt(K), the root of the width of query and key, once."
)
def mean_of_scores(x, memory, W_q, W_k, W_v):
    Q, K, V = parts(x, memory, W_q, W_k, W_v)
    weights = (Q[:, :, None] * K[:, None]).mean(-1).softmax(-1)
    return weights @ V, weights


@wrong("you divide by 2: is it T, a number written in, or a root cut off?")
def root_of_the_price_list(x, memory, W_q, W_k, W_v):
    weights = ((x @ W_q) @ (memory @ W_k).mT / 2).softmax(-1)
    return weights @ (memory @ W_v), weights


@wrong(
    "the right weights stand in another row: weights[0, 1] holds those of "
    "weights[0, 0]. Are rows turned round, or is one used for all?"
)
def first_query_for_all(x, memory, W_q, W_k, W_v):
    Q = (x[:, :1] @ W_q).expand(-1, x.shape[1], -1)
    weights = (Q @ (memory @ W_k).mT / math.sqrt(W_q.shape[-1])).softmax(-1)
    return weights @ (memory @ W_v), weights
