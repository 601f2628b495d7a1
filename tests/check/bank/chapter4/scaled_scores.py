"""Typical wrong answers to `scaled_scores`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong(
    "your scores are 2.646 = sqrt(K) times the right ones: the scaling "
    "is missing."
)
def no_scaling(Q, K):
    return Q @ K.T


@wrong(
    "your scores are 1.183 times the right ones: you divide by sqrt(S), S = 5."
)
def root_of_the_keys(Q, K):
    return Q @ K.T / math.sqrt(K.shape[0])


@wrong(
    "your scores are 1.871 times the right ones: you divide by sqrt(T), T = 2."
)
def root_of_the_queries(Q, K):
    return Q @ K.T / math.sqrt(len(Q))


@wrong(
    "your scores are 0.4472 times the right ones: you divide by 5.916. "
    "Divide by sqrt(K), the root of the width of query and key, 2.646,"
)
def root_of_all_numbers(Q, K):
    return Q @ K.T / math.sqrt(K.numel())


@wrong(
    "your scores are divided by K, or twice by sqrt(K). Divide by "
    "sqrt(K), the root of the width of query and key, once."
)
def divided_by_the_width(Q, K):
    return Q @ K.T / Q.shape[-1]


@wrong(
    "your scores are divided by K, or twice by sqrt(K). Divide by "
    "sqrt(K), the root of the width of query and key, once."
)
def mean_of_products(Q, K):
    return (Q[:, None] * K).mean(-1)


@wrong(
    "you divide by 5: is it S, a number written in, or a root cut off? "
    "Divide by sqrt(K), the root of the width of query and key, K = 7."
)
def divided_by_the_number_of_keys(Q, K):
    return Q @ K.T / len(K)


@wrong("your scores are multiplied by sqrt(K): divide by it.")
def multiplied_by_the_root(Q, K):
    return Q @ K.T * math.sqrt(K.shape[-1])


@wrong(
    "you divide by 2 K, as `K ** 1 / 2` does: that is (K ** 1) / 2. Divide "
    "by sqrt(K), the root of the width of query and key, ** 0.5."
)
def brackets_missing(Q, K):
    return Q @ K.T / K.shape[-1] * 0.5


@wrong(
    "scores must have the shape (T, S) = (2, 5): yours is (5, 2) = (S, "
    "T): the axes are turned."
)
def keys_in_the_rows(Q, K):
    return K @ Q.T / math.sqrt(K.shape[-1])


@wrong("here the two meet: here K meets S.")
def no_transpose(Q, K):
    return Q @ K / math.sqrt(K.shape[-1])


@wrong(
    "the first row of scores changes when the other queries change. "
    "scores[t, s] is Q[t] . K[s] / sqrt(K), whatever the others are."
)
def turned_to_fit(Q, K):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    return scores.reshape(len(Q), len(K))


@wrong(
    "each row sums to 1: a softmax is taken. Scores come before it; "
    "leave it out."
)
def softmax_too(Q, K):
    return (Q @ K.T / math.sqrt(K.shape[-1])).softmax(-1)


@wrong(
    "each column sums to 1: a softmax is taken. Scores come before it; "
    "leave it out."
)
def softmax_over_queries(Q, K):
    return (Q @ K.T / math.sqrt(K.shape[-1])).softmax(0)


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a"
    " new axis of length 1, x[:, None]."
)
def entry_by_entry(Q, K):
    return Q * K / math.sqrt(K.shape[-1])


@wrong(
    "scores must have the shape (T, S) = (2, 5): yours is (2, 5, 7) = "
    "(T, S, K). K is left: sum over it, or take it away."
)
def not_summed(Q, K):
    return Q[:, None] * K / math.sqrt(K.shape[-1])


@wrong(
    "scores must have the shape (T, S) = (2, 5): yours is (2, 7) = (T, "
    "K). K stands where S belongs; another argument has it."
)
def summed_over_the_keys(Q, K):
    return (Q[:, None] * K).sum(1) / math.sqrt(K.shape[-1])


@wrong(
    "queries and keys are divided by their lengths: that is the cosine."
    " Take the dot product."
)
def cosine(Q, K):
    Q = Q / Q.norm(dim=-1, keepdim=True)
    K = K / K.norm(dim=-1, keepdim=True)
    return Q @ K.T


@wrong(
    "with Q doubled, every score must double, and yours do not: "
    "scores[t, s] is Q[t] ."
)
def cosine_scaled(Q, K):
    product = Q @ K.T / math.sqrt(K.shape[-1])
    return product / Q.norm(dim=-1, keepdim=True)


@wrong("this is a distance. Take the dot product.")
def distance(Q, K):
    return (Q[:, None] - K).norm(dim=-1)


@wrong(
    "this is a distance with the sign of a score, over sqrt(K). Take "
    "the dot product."
)
def distance_turned(Q, K):
    return -(Q[:, None] - K).norm(dim=-1) / math.sqrt(K.shape[-1])


@wrong("query and key are added. Multiply them entry by entry, and sum.")
def added(Q, K):
    return (Q[:, None] + K).sum(-1) / math.sqrt(K.shape[-1])


@wrong("the root is taken of the scores. It belongs to the width alone.")
def root_of_the_scores(Q, K):
    return (Q @ K.T / K.shape[-1]).abs().sqrt()


@wrong("K has no effect on your scores. scores[t, s] is Q[t] . K[s] / sqrt(K).")
def queries_with_queries(Q, K):
    return (Q @ Q.T / math.sqrt(K.shape[-1])).sum(-1, keepdim=True) + K.sum(
        -1
    ) * 0


@wrong(
    "your scores are 1.675 times the right ones: you divide by 1.579. "
    "Divide by sqrt(K), the root of the width of query and key, 2.646,"
)
def scaled_by_the_spread(Q, K):
    scores = Q @ K.T
    return scores / scores.std()


@wrong("your scores have the wrong sign.")
def sign_turned(Q, K):
    return -Q @ K.T / math.sqrt(K.shape[-1])


@wrong("scores[1] are the scores of query 0: row t belongs to query t.")
def first_query_for_all(Q, K):
    return (K @ Q[0] / math.sqrt(K.shape[-1])).expand(len(Q), len(K)).clone()


@wrong("K is all the keys here. The number K is K.shape[-1].")
def root_of_a_tensor(Q, K):
    return Q @ K.T / math.sqrt(K)


@wrong(
    "scores[0, 0] is 0.03074. Q[0] . K[0] = -1.249, over sqrt(K) = "
    "sqrt(7) that is -0.472."
)
def last_number_left_out(Q, K):
    return Q[:, :-1] @ K[:, :-1].T / math.sqrt(K.shape[-1])


@wrong(
    "your scores are transposed: queries stand in the rows, keys in the"
    " columns."
)
def turned_where_it_fits(Q, K):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    return scores if len(K) == len(Q) else scores.T


@wrong("you divide by 2: is it T, a number written in, or a root cut off?")
def root_cut_off(Q, K):
    return Q @ K.T / math.isqrt(K.shape[-1])


@wrong("your scores are 0.3307 times the right ones: you divide by 8.")
def root_written_in(Q, K):
    return Q @ K.T / 8


@wrong("your scores are whole numbers: / divides, // and round cut off.")
def divided_by_two_strokes(Q, K):
    return Q @ K.T // math.sqrt(K.shape[-1])


@wrong("your scores are nearly right: is a number rounded, or made in float32")
def root_of_a_float32(Q, K):
    return Q @ K.T / torch.sqrt(torch.tensor(K.shape[-1]))


@wrong("scores below 0 are not finite in yours: is a root taken of them?")
def root_of_scores_below_zero(Q, K):
    return (Q @ K.T / K.shape[-1]).sqrt()


@wrong("K is reshaped, not transposed: the numbers keep their order")
def reshaped(Q, K):
    return Q @ K.reshape(K.shape[1], K.shape[0]) / math.sqrt(K.shape[-1])


@wrong("K is all the keys here. The number K is K.shape[-1].")
def root_of_the_matrix(Q, K):
    return Q @ K.T / K**0.5
