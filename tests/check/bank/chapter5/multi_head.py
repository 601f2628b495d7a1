"""Typical wrong answers to `multi_head`."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def cut(x, H):
    """Heads as they should be."""
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def side(x):
    """Side by side as it should be."""
    return x.transpose(1, 2).flatten(2)


def weigh(Q, K, mask, scale=None):
    """Right weights, unless the scale is another one."""
    e = Q @ K.mT / (scale or math.sqrt(K.shape[-1]))
    if mask is not None:
        e = e.masked_fill(~mask, -torch.inf)
    return e.softmax(-1)


def parts(X, W_q, W_k, W_v, H):
    """Queries, keys, values, in heads."""
    return cut(X @ W_q, H), cut(X @ W_k, H), cut(X @ W_v, H)


@wrong("you divide by sqrt(D), D = 14.")
def whole_width(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask, math.sqrt(X.shape[-1]))
    return side(a @ V) @ W_o, a


@wrong("your scores are 2.646 = sqrt(K) times the right ones")
def no_scaling(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask, 1.0)
    return side(a @ V) @ W_o, a


@wrong("the weights are right, but W_o has no effect on the output.")
def no_last_matrix(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ V), a


@wrong("W_o is transposed")
def last_matrix_turned(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o.T, a


@wrong("Joined without a transpose, a row holds one head of many words.")
def joined_by_reshape(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return (a @ V).reshape(X.shape) @ W_o, a


@wrong("The heads are dealt out, number by number.")
def joined_dealt_out(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return (a @ V).permute(0, 2, 3, 1).flatten(2) @ W_o, a


@wrong("the mask is not used")
def mask_forgotten(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, None)
    return side(a @ V) @ W_o, a


@wrong("the mask is inverted.")
def mask_inverted(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, None if mask is None else ~mask).nan_to_num(0.0)
    return side(a @ V) @ W_o, a


@wrong("the mask comes after the softmax")
def mask_after(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, None)
    a = a if mask is None else a * mask
    return side(a @ V) @ W_o, a


@wrong("A finite score, such as -10, leaves it a little.")
def hidden_by_thirty(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    e = Q @ K.mT / math.sqrt(K.shape[-1])
    if mask is not None:
        e = e.masked_fill(~mask, -10.0)
    a = e.softmax(-1)
    return side(a @ V) @ W_o, a


@wrong("weights[0, 0, 0, 1] is 1.9e-07, where the mask hides")
def hidden_by_sixty(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    e = Q @ K.mT / math.sqrt(K.shape[-1])
    if mask is not None:
        e = e.masked_fill(~mask, -60.0)
    a = e.softmax(-1)
    return side(a @ V) @ W_o, a


@wrong("the softmax runs over the wrong axis")
def over_the_queries(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(-2)
    return side(a @ V) @ W_o, a


@wrong("yours sum to 1 over the heads")
def over_the_heads(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = (Q @ K.mT / math.sqrt(K.shape[-1])).softmax(1)
    return side(a @ V) @ W_o, a


@wrong("there is one softmax over queries and keys at once.")
def over_both(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    e = Q @ K.mT / math.sqrt(K.shape[-1])
    a = e.flatten(2).softmax(-1).reshape(e.shape)
    return side(a @ V) @ W_o, a


@wrong("the weights of all heads together sum to 1")
def over_heads_and_keys(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    e = (Q @ K.mT / math.sqrt(K.shape[-1])).transpose(1, 2)
    a = e.flatten(2).softmax(-1).reshape(e.shape).transpose(1, 2)
    return side(a @ V) @ W_o, a


@wrong("the columns are dealt out, every H-th to the same head.")
def dealt_out(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = (
        (X @ W).unflatten(-1, (-1, H)).permute(0, 3, 1, 2)
        for W in (W_q, W_k, W_v)
    )
    a = weigh(Q, K, mask)
    return (a @ V).permute(0, 2, 3, 1).flatten(2) @ W_o, a


@wrong("split by a reshape alone, a head holds pieces of many words")
def reshape_alone(X, W_q, W_k, W_v, W_o, H, mask=None):
    B, T, D = X.shape
    Q, K, V = ((X @ W).reshape(B, H, T, D // H) for W in (W_q, W_k, W_v))
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o, a


@wrong("all matrices are transposed, as nn.Linear stores them.")
def as_linear(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q.T, W_k.T, W_v.T, H)
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o.T, a


@wrong("W_q has no effect on your weights")
def keys_ask(X, W_q, W_k, W_v, W_o, H, mask=None):
    _, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(K, K, mask)
    return side(a @ V) @ W_o, a


@wrong("W_v has no effect on the output.")
def keys_read(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, _ = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ K) @ W_o, a


@wrong("W_v has no effect on the output.")
def inputs_read(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, _ = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ cut(X, H)) @ W_o, a


@wrong("there stands what head 1 has read.")
def heads_backwards(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side((a @ V).flip(1)) @ W_o, a


@wrong("weights[:, 0] are those of head 1")
def all_backwards(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask).flip(1)
    return side(a @ V.flip(1)) @ W_o, a


@wrong("there stands the mean over all heads.")
def mean_of_heads(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    mean = (a @ V).mean(1, keepdim=True).expand_as(V)
    return side(mean) @ W_o, a


@wrong("return 2 things, (output, weights)")
def output_alone(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    return side(weigh(Q, K, mask) @ V) @ W_o


@wrong("H is lost: summed or squeezed away")
def mean_weights(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o, a.mean(1)


@wrong("there stand the values of head 0, unweighted.")
def values_alone(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    return side(V) @ W_o, weigh(Q, K, mask)


@wrong("made with what the heads have read")
def added_to_the_input(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return X + side(a @ V) @ W_o, a
