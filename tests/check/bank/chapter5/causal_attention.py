"""Typical wrong answers to `causal_attention`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def scores(X, W_q, W_k):
    """The right scores."""
    return (X @ W_q) @ (X @ W_k).mT / math.sqrt(W_k.shape[-1])


def below(e, diagonal=0):
    """True up to a diagonal."""
    return torch.ones_like(e, dtype=torch.bool).tril(diagonal)


def hidden(e, seen):
    """A softmax over what is seen."""
    return e.masked_fill(~seen, -torch.inf).softmax(-1)


@wrong("Its weight is 0, but its score stands in the sum")
def as_it_was(X, W_q, W_k, W_v):
    a = scores(X, W_q, W_k).softmax(-1).tril()
    return a @ (X @ W_v), a


@wrong("in weights[0, 0] the words [0, 1] are seen")
def one_too_far(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e, 1))
    return a @ (X @ W_v), a


@wrong("words do not see themselves")
def never_itself(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e, -1))
    return a @ (X @ W_v), a


@wrong("in weights[0, 1] the words [0] are seen")
def never_itself_but_the_first(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    seen = below(e, -1)
    seen[:, 0, 0] = True
    a = hidden(e, seen)
    return a @ (X @ W_v), a


@wrong("in weights[0, 0] the words [0, 1, 2, 3, 4] are seen")
def other_triangle(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e).mT)
    return a @ (X @ W_v), a


@wrong("nothing is hidden: later words take part in the softmax.")
def no_mask(X, W_q, W_k, W_v):
    a = scores(X, W_q, W_k).softmax(-1)
    return a @ (X @ W_v), a


@wrong("hidden scores are set to 0. A score of 0 has the exponential 1")
def scores_of_nothing(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k).tril()
    a = e.softmax(-1)
    return a @ (X @ W_v), a


@wrong("it must be exactly 0.")
def minus_ten(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = e.masked_fill(~below(e), -10.0).softmax(-1)
    return a @ (X @ W_v), a


@wrong("it must be exactly 0.")
def minus_fifty(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = e.masked_fill(~below(e), -50.0).softmax(-1)
    return a @ (X @ W_v), a


@wrong("the softmax runs over the wrong axis")
def over_the_queries(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = e.masked_fill(~below(e), -torch.inf).softmax(1)
    return a @ (X @ W_v), a


@wrong("the output is made with weights from before the mask.")
def weights_only(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    return e.softmax(-1) @ (X @ W_v), hidden(e, below(e))


@wrong("you divide by sqrt(D), D = 13.")
def width_of_the_input(X, W_q, W_k, W_v):
    e = (X @ W_q) @ (X @ W_k).mT / math.sqrt(X.shape[-1])
    a = hidden(e, below(e))
    return a @ (X @ W_v), a


@wrong("the scaling is missing.")
def no_scaling(X, W_q, W_k, W_v):
    e = (X @ W_q) @ (X @ W_k).mT
    a = hidden(e, below(e))
    return a @ (X @ W_v), a


@wrong("W_q has no effect on your weights.")
def keys_ask(X, W_q, W_k, W_v):
    e = scores(X, W_k, W_k)
    a = hidden(e, below(e))
    return a @ (X @ W_v), a


@wrong("the mistake is in the score: queries and keys are exchanged.")
def turned(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k).mT
    a = hidden(e, below(e))
    return a @ (X @ W_v), a


@wrong("the future leaks")
def scores_centred(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e * e.std(-1, keepdim=True), below(e))
    return a @ (X @ W_v), a


@wrong("output must have the shape (B, T, V) = (3, 5, 7)")
def keys_read(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e))
    return a @ (X @ W_k), a


@wrong("return 2 things, (output, weights)")
def output_alone(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    return hidden(e, below(e)) @ (X @ W_v)


@wrong("weights[0, 1, 0] is 0, and it may be seen: something else hides words.")
def one_word(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    T = X.shape[1]
    a = torch.eye(T, dtype=X.dtype).expand_as(e)
    return a @ (X @ W_v), a


@wrong("are the logarithms of weights")
def logarithms(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    e = e.masked_fill(~below(e), -1e9)
    a = e.log_softmax(-1)
    return a @ (X @ W_v), a


@wrong("it is no weighted sum of the values")
def with_the_input(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e))
    return a @ (X @ W_v) + X[..., : W_v.shape[1]], a


@wrong("it is the plain mean of the values")
def plain_mean(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    V = X @ W_v
    return V.mean(1, keepdim=True).expand_as(V), hidden(e, below(e))


@wrong("its own are [0, 1]. The first sees nothing.")
def never_itself_but_finite(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = e.masked_fill(~below(e, -1), -1e9).softmax(-1)
    return a @ (X @ W_v), a


@wrong("every score that is 0 is hidden")
def hidden_by_value(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k).tril()
    a = e.masked_fill(e == 0, -torch.inf).softmax(-1)
    return a @ (X @ W_v), a


@wrong("yours sum to 1 over the sentences.")
def over_the_sentences(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = e.masked_fill(~below(e), -torch.inf).softmax(0)
    return a @ (X @ W_v), a


@wrong("the softmax is taken twice")
def twice(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e)).softmax(-1)
    return a @ (X @ W_v), a


@wrong("the weights are transposed: row t belongs to word t.")
def weights_turned(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e))
    return a @ (X @ W_v), a.mT


@wrong("they are transposed where they meet the values")
def read_by_columns(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e))
    return a.mT @ (X @ W_v), a


@wrong("they stand at other words of the values.")
def next_values(X, W_q, W_k, W_v):
    e = scores(X, W_q, W_k)
    a = hidden(e, below(e))
    return a @ (X @ W_v).roll(-1, 1), a
