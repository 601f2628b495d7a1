"""Typical wrong answers to `mil_pooling`."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def weigh(bag, V, w):
    """The right weights."""
    return ((bag @ V.T).tanh() @ w).softmax(-1)


def mix(weights, bag):
    """The right sum."""
    return (weights[..., None] * bag).sum(1)


@wrong("tanh is missing. The score is w . tanh(V h_s).")
def no_tanh(bag, V, w):
    weights = (bag @ V.T @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong("relu stands where tanh belongs. The score is w . tanh(V h_s).")
def relu(bag, V, w):
    weights = ((bag @ V.T).relu() @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong("sigmoid stands where tanh belongs. The score is w . tanh(V h_s).")
def sigmoid(bag, V, w):
    weights = ((bag @ V.T).sigmoid() @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong(
    "tanh comes after w: it must bend the hidden units, before w adds them up."
)
def tanh_last(bag, V, w):
    weights = (bag @ V.T @ w).tanh().softmax(-1)
    return mix(weights, bag), weights


@wrong("the hidden units are summed without w: multiply by w, then sum.")
def without_w(bag, V, w):
    weights = (bag @ V.T).tanh().sum(-1).softmax(-1)
    return mix(weights, bag), weights


@wrong("w comes inside the tanh: bend first, then multiply by w, then sum.")
def w_inside(bag, V, w):
    weights = (bag @ V.T * w).tanh().sum(-1).softmax(-1)
    return mix(weights, bag), weights


@wrong(
    "this is the gated form with V in the place of the gate. The score "
    "is w . tanh(V h_s)."
)
def gated(bag, V, w):
    hidden = bag @ V.T
    weights = (hidden.tanh() * hidden.sigmoid() @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.3015 ="
    " 1/sqrt(A)."
)
def scaled(bag, V, w):
    e = (bag @ V.T).tanh() @ w / len(w) ** 0.5
    weights = e.softmax(-1)
    return mix(weights, bag), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.09091 = 1/A."
)
def mean_for_sum(bag, V, w):
    weights = ((bag @ V.T).tanh() * w).mean(-1).softmax(-1)
    return mix(weights, bag), weights


@wrong("the softmax runs over the wrong axis:")
def over_the_bags(bag, V, w):
    weights = ((bag @ V.T).tanh() @ w).softmax(0)
    return mix(weights, bag), weights


@wrong(
    "the weights of all bags together sum to 1. Each row of weights "
    "must, over the instances of a bag."
)
def over_all(bag, V, w):
    e = (bag @ V.T).tanh() @ w
    weights = e.flatten().softmax(0).reshape(e.shape)
    return mix(weights, bag), weights


@wrong(
    "every weight is 1: does the softmax run over an axis of length 1? "
    "It belongs over the instances of a bag."
)
def softmax_of_an_axis_of_one(bag, V, w):
    e = (bag @ V.T).tanh() @ w[:, None]
    weights = e.softmax(-1)[..., 0]
    return mix(weights, bag), weights


@wrong(
    "weights must have the shape (B, S) = (3, 5): yours is (3, 5, 1) = "
    "(B, S, 1). 1 is left: sum over it, or take it away."
)
def axis_left(bag, V, w):
    weights = ((bag @ V.T).tanh() @ w[:, None]).softmax(1)
    return (weights * bag).sum(1), weights


@wrong(
    "over the instances of a bag, the weights sum to 1.866, 2.463, "
    "2.960, not to 1:"
)
def sigmoid_for_softmax(bag, V, w):
    weights = ((bag @ V.T).tanh() @ w).sigmoid()
    return mix(weights, bag), weights


@wrong(
    "weights[0, 0] is -2.1: the softmax is missing, or it is not the "
    "last step of the weights."
)
def no_softmax(bag, V, w):
    weights = (bag @ V.T).tanh() @ w
    return mix(weights, bag), weights


@wrong(
    "you take the instance of the largest weight. The pooled vector is "
    "a sum over all."
)
def best_instance(bag, V, w):
    weights = weigh(bag, V, w)
    return bag[torch.arange(len(bag)), weights.argmax(-1)], weights


@wrong(
    "one instance takes all the weight: that is argmax. A softmax gives"
    " every instance a share."
)
def one_hot(bag, V, w):
    weights = weigh(bag, V, w)
    weights = torch.nn.functional.one_hot(weights.argmax(-1), bag.shape[1])
    weights = weights.to(bag)
    return mix(weights, bag), weights


@wrong("you take the maximum of each feature: that is max pooling. Sum.")
def max_pooled(bag, V, w):
    weights = weigh(bag, V, w)
    return bag.amax(1), weights


@wrong("you take the maximum of the weighted instances. Sum them.")
def max_of_products(bag, V, w):
    weights = weigh(bag, V, w)
    return (weights[..., None] * bag).amax(1), weights


@wrong(
    "the weights are right, but the pooled vector is not made with "
    "them: it is the plain mean of the instances."
)
def mean_pooled(bag, V, w):
    return bag.mean(1), weigh(bag, V, w)


@wrong(
    "the weights are right, but the pooled vector is not made with "
    "them: it is divided by 5, the number of instances."
)
def mean_of_products(bag, V, w):
    weights = weigh(bag, V, w)
    return (weights[..., None] * bag).mean(1), weights


@wrong(
    "the weights are right, but the pooled vector is not made with "
    "them: it is the plain sum of the instances."
)
def sum_pooled(bag, V, w):
    return bag.sum(1), weigh(bag, V, w)


@wrong(
    "pooled must have the shape (B, D) = (3, 7): yours is (3, 11) = (B,"
    " A). A stands where D belongs; another argument has it."
)
def hidden_pooled(bag, V, w):
    weights = weigh(bag, V, w)
    return mix(weights, (bag @ V.T).tanh()), weights


@wrong("here the two meet: here D meets A.")
def not_transposed(bag, V, w):
    weights = ((bag @ V).tanh() @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong(
    "weights @ bag reads each bag with the weights of every bag, so B "
    "stands twice. weights[:, None] is B 1 S."
)
def all_pairs(bag, V, w):
    weights = weigh(bag, V, w)
    return weights @ bag, weights


@wrong(
    "pooled[0] changes when bag changes in the other bags only: bag 0 "
    "must use bag[0], and nothing of the others."
)
def letter_left_out(bag, V, w):
    weights = weigh(bag, V, w)
    return torch.einsum("bs,cud->bd", weights, bag), weights


@wrong(
    "weights[1] changes when bag changes in the other bags only: bag 1 "
    "must use bag[1], and nothing of the others."
)
def first_bag(bag, V, w):
    weights = weigh(bag[:1], V, w).expand(len(bag), -1).clone()
    return mix(weights, bag), weights


@wrong(
    "weights[0] changes when bag changes in the other bags only: bag 0 "
    "must use bag[0], and nothing of the others."
)
def centred(bag, V, w):
    weights = weigh(bag - bag.mean((0, 1)), V, w)
    return mix(weights, bag), weights


@wrong("the order is wrong: return (pooled, weights), in this order.")
def weights_first(bag, V, w):
    weights = weigh(bag, V, w)
    return weights, mix(weights, bag)


@wrong("the mistake is in the score. The rest fits:")
def unit_vectors(bag, V, w):
    weights = weigh(bag / bag.norm(dim=-1, keepdim=True), V, w)
    return mix(weights, bag), weights


@wrong("tanh bends the instances: it belongs to V h_s.")
def tanh_of_the_bag(bag, V, w):
    weights = (bag.tanh() @ V.T @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong("tanh is taken twice, the second time of the score.")
def tanh_twice(bag, V, w):
    weights = ((bag @ V.T).tanh() @ w).tanh().softmax(-1)
    return mix(weights, bag), weights


@wrong("V is reshaped, not transposed: its rows are torn apart.")
def reshaped(bag, V, w):
    hidden = bag @ V.reshape(V.shape[1], V.shape[0])
    weights = (hidden.tanh() @ w).softmax(-1)
    return mix(weights, bag), weights


@wrong("sigmoid stands where the softmax belongs: its numbers, divided by")
def shares_of_sigmoids(bag, V, w):
    gates = ((bag @ V.T).tanh() @ w).sigmoid()
    weights = gates / gates.sum(-1, keepdim=True)
    return mix(weights, bag), weights
