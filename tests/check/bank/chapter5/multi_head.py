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


@wrong("in the queries and keys: the matrix is transposed, as nn.Linear")
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


@wrong("X is added to it.")
def added_to_the_input(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return X + side(a @ V) @ W_o, a


@wrong("you divide by sqrt(H), H = 2.")
def root_of_heads(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask, math.sqrt(H))
    return side(a @ V) @ W_o, a


@wrong("in the queries and keys: split by a reshape alone")
def reshape_both_ways(X, W_q, W_k, W_v, W_o, H, mask=None):
    B, T, D = X.shape
    Q, K, V = ((X @ W).reshape(B, H, T, D // H) for W in (W_q, W_k, W_v))
    a = weigh(Q, K, mask)
    return (a @ V).reshape(X.shape) @ W_o, a


@wrong("in the queries: split by a reshape alone")
def reshaped_queries(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh((X @ W_q).reshape(Q.shape), K, mask)
    return side(a @ V) @ W_o, a


@wrong("The mistake is in the values: split by a reshape alone")
def reshaped_values(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a @ (X @ W_v).reshape(V.shape)) @ W_o, a


@wrong("words and numbers change places before the cut")
def transposed_first(X, W_q, W_k, W_v, W_o, H, mask=None):
    B, T, D = X.shape
    Q, K, V = (
        (X @ W).transpose(1, 2).reshape(B, H, T, D // H)
        for W in (W_q, W_k, W_v)
    )
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o, a


@wrong("X is cut into heads before it meets the matrix")
def cut_first(X, W_q, W_k, W_v, W_o, H, mask=None):
    K = X.shape[-1] // H
    read, weights = [], []
    for h in range(H):
        i = slice(h * K, h * K + K)
        q, k, v = (X[..., i] @ W[i, i] for W in (W_q, W_k, W_v))
        a = weigh(q, k, None if mask is None else mask[:, 0])
        read.append(a @ v)
        weights.append(a)
    return torch.cat(read, -1) @ W_o, torch.stack(weights, 1)


@wrong("in the keys: all heads take the columns of head 0.")
def first_keys_for_all(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K[:, :1], mask)
    return side(a @ V) @ W_o, a


@wrong("queries and keys are exchanged.")
def keys_ask_queries(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(K, Q, mask)
    return side(a @ V) @ W_o, a


@wrong("After the cut a transpose is missing.")
def over_own_heads(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = ((X @ W).unflatten(-1, (H, -1)) for W in (W_q, W_k, W_v))
    a = weigh(Q, K, None)
    return (a @ V).flatten(2) @ W_o, a


@wrong("H is the number of heads, and not the width of one.")
def count_for_width(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, X.shape[-1] // H)
    a = weigh(Q, K, mask)
    return side(a @ V) @ W_o, a


@wrong("The weights are transposed where they meet the values")
def read_by_columns(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a.mT @ V) @ W_o, a


@wrong("stand the values of head 1, read with the weights of head 0.")
def first_weights_for_all(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return side(a[:, :1] @ V) @ W_o, a


@wrong("It is made with weights from before the mask.")
def read_before_the_mask(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    return side(weigh(Q, K, None) @ V) @ W_o, weigh(Q, K, mask)


@wrong("All numbers are there, at other places.")
def joined_by_columns(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    return (a @ V).mT.reshape(X.shape) @ W_o, a


@wrong("there stands 0 times what it has read.")
def last_head_left_out(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = parts(X, W_q, W_k, W_v, H)
    a = weigh(Q, K, mask)
    K = V.shape[-1]
    read = side(a @ V)[..., :-K] @ W_o[:-K]
    return read, a
