"""Typical wrong answers to `grid_attention`, additive attention over a grid."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def scores(s, z, W_q, W_k, v):
    """The right scores, "B I J"."""
    return torch.tanh((s @ W_q.T)[:, None, None] + z @ W_k.T) @ v


def over_grid(e):
    """The right weights."""
    return e.flatten(1).softmax(-1).reshape(e.shape)


def read(weights, z):
    """The right context."""
    return torch.einsum("bij,bijm->bm", weights, z)


@wrong(
    "the softmax runs over each row of the grid: every row sums to 1, and "
    "the whole map to 2."
)
def softmax_per_row(s, z, W_q, W_k, v):
    weights = scores(s, z, W_q, W_k, v).softmax(-1)
    return read(weights, z), weights


@wrong(
    "the softmax runs over each column of the grid: every column sums to 1,"
    " and the whole map to 3."
)
def softmax_per_column(s, z, W_q, W_k, v):
    weights = scores(s, z, W_q, W_k, v).softmax(1)
    return read(weights, z), weights


@wrong(
    "every row of the grid gets the same share, 0.5, whatever its scores: "
    "the softmax runs over each row."
)
def mean_of_rows(s, z, W_q, W_k, v):
    weights = scores(s, z, W_q, W_k, v).softmax(-1) / z.shape[1]
    return read(weights, z), weights


@wrong(
    "tanh is missing, or does not go around the whole sum: W_q s adds the "
    "same to every place. The score is v ."
)
def tanh_forgotten(s, z, W_q, W_k, v):
    weights = over_grid(((s @ W_q.T)[:, None, None] + z @ W_k.T) @ v)
    return read(weights, z), weights


@wrong(
    "W_q s is missing, or stands outside the tanh. The score is v . "
    "tanh(W_q s + W_k z)."
)
def tanh_of_z_alone(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] + torch.tanh(z @ W_k.T)
    weights = over_grid(hidden @ v)
    return read(weights, z), weights


@wrong(
    "W_q s is missing, or stands outside the tanh. The score is v . "
    "tanh(W_q s + W_k z)."
)
def state_forgotten(s, z, W_q, W_k, v):
    weights = over_grid(torch.tanh(z @ W_k.T) @ v)
    return read(weights, z), weights


@wrong(
    "W_q s and W_k z are multiplied; add them. The score is v . tanh(W_q s "
    "+ W_k z)."
)
def multiplied(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] * (z @ W_k.T)
    weights = over_grid(torch.tanh(hidden) @ v)
    return read(weights, z), weights


@wrong("relu stands where tanh belongs.")
def relu_for_tanh(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] + z @ W_k.T
    weights = over_grid(hidden.relu() @ v)
    return read(weights, z), weights


@wrong("W_q s and W_k z are subtracted; add them.")
def subtracted(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] - z @ W_k.T
    weights = over_grid(torch.tanh(hidden) @ v)
    return read(weights, z), weights


@wrong("tanh comes after v: it must bend the hidden units")
def tanh_after_v(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] + z @ W_k.T
    weights = over_grid(torch.tanh(hidden @ v))
    return read(weights, z), weights


@wrong(
    "sigmoid stands where tanh belongs. The score is v . tanh(W_q s + W_k z)."
)
def sigmoid_for_tanh(s, z, W_q, W_k, v):
    hidden = (s @ W_q.T)[:, None, None] + z @ W_k.T
    weights = over_grid(torch.sigmoid(hidden) @ v)
    return read(weights, z), weights


@wrong("the hidden layer is summed without v: multiply by v, then sum.")
def hidden_layer_summed_without_v(s, z, W_q, W_k, v):
    hidden = torch.tanh((s @ W_q.T)[:, None, None] + z @ W_k.T)
    weights = over_grid(hidden.sum(-1))
    return read(weights, z), weights


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a new"
    " axis of length 1, x[:, None]."
)
def one_new_axis_only(s, z, W_q, W_k, v):
    hidden = torch.tanh((s @ W_q.T)[:, None] + z @ W_k.T)
    weights = over_grid(hidden @ v)
    return read(weights, z), weights


@wrong("W_q is A x units: take W_q.T.")
def not_transposed(s, z, W_q, W_k, v):
    hidden = torch.tanh((s @ W_q)[:, None, None] + z @ W_k)
    weights = over_grid(hidden @ v)
    return read(weights, z), weights


@wrong("A product needs equal letters where the two meet: here units meets M.")
def matrices_exchanged(s, z, W_q, W_k, v):
    hidden = torch.tanh((s @ W_k.T)[:, None, None] + z @ W_q.T)
    weights = over_grid(hidden @ v)
    return read(weights, z), weights


@wrong("weights must have the shape (B, I, J) = (5, 2, 3): yours is (5, 6).")
def weights_left_flat(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return read(weights, z), weights.flatten(1)


@wrong(
    "context must have the shape (B, M) = (5, 7): yours is (5, 2, 7) = (B, "
    "I, M). I is left: sum over it, or take it away."
)
def context_for_each_row(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return torch.einsum("bij,bijm->bim", weights, z), weights


@wrong(
    "context must have the shape (B, M) = (5, 7): yours is (5, 11) = (B, A)."
)
def context_of_keys(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return read(weights, z @ W_k.T), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "the plain mean of z."
)
def mean_of_the_grid(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return z.mean((1, 2)), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "divided by 6, the number of places."
)
def mean_of_products(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return (weights[..., None] * z).mean((1, 2)), weights


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "the plain sum of z."
)
def sum_of_the_grid(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return z.sum((1, 2)), weights


@wrong(
    "you take z where the weight is largest. A context is a sum over all "
    "places."
)
def context_of_the_best_place(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    best = weights.flatten(1).argmax(-1)
    return z.flatten(1, 2)[torch.arange(len(z)), best], weights


@wrong(
    "the weights are right, but the context is not made with them: numbers "
    "below 0 stand in their place. Are they scores?"
)
def context_with_raw_scores(s, z, W_q, W_k, v):
    e = scores(s, z, W_q, W_k, v)
    return read(e, z), over_grid(e)


@wrong(
    "the weights are right, but the context is not made with them: they "
    "stand at other places of z."
)
def grid_turned_for_the_context(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    columns = z.transpose(1, 2).flatten(1, 2)
    return torch.einsum("bs,bsm->bm", weights.flatten(1), columns), weights


@wrong(
    "the right weights stand at other places: they are taken column by "
    "column and put back row by row."
)
def map_put_back_turned(s, z, W_q, W_k, v):
    flat = z.transpose(1, 2).flatten(1, 2)
    e = torch.tanh((s @ W_q.T)[:, None] + flat @ W_k.T) @ v
    weights = e.softmax(-1)
    context = torch.einsum("bs,bsm->bm", weights, flat)
    return context, weights.reshape(z.shape[:3])


@wrong(
    "z is reshaped to (B, M, S), which mixes places and features. "
    "flatten(1, 2) makes one row of all places and leaves M."
)
def z_reshaped_with_features_first(s, z, W_q, W_k, v):
    flat = z.reshape(len(z), z.shape[3], -1).mT
    e = torch.tanh((s @ W_q.T)[:, None] + flat @ W_k.T) @ v
    weights = e.softmax(-1)
    context = torch.einsum("bs,bsm->bm", weights, flat)
    return context, weights.reshape(z.shape[:3])


@wrong("the softmax runs over the wrong axis:")
def softmax_over_the_batch(s, z, W_q, W_k, v):
    weights = scores(s, z, W_q, W_k, v).softmax(0)
    return read(weights, z), weights


@wrong(
    "weights[1] changes when z changes in the other images only: image 1 "
    "must use z[1], and nothing of the others."
)
def first_image_for_all(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z[:1], W_q, W_k, v))
    return read(weights, z[:1].expand_as(z)), weights


@wrong(
    "context[1] changes when z changes in the other images only: image 1 "
    "must use z[1], and nothing of the others."
)
def context_of_the_first_image(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return torch.einsum("bij,ijm->bm", weights, z[0]), weights


@wrong(
    "the mistake is in the score: yours is the right one times 0.3015 = "
    "1/sqrt(A)."
)
def scaled(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v) / len(v) ** 0.5)
    return read(weights, z), weights


@wrong(
    "weights[0, 0, 2] is -0.18: the softmax is missing, or it is not the "
    "last step of the weights."
)
def softmax_forgotten(s, z, W_q, W_k, v):
    e = scores(s, z, W_q, W_k, v)
    return read(e, z), e


@wrong("the order is wrong: return (context, weights), in this order.")
def weights_first(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return weights, read(weights, z)


@wrong(
    "return 2 things, (context, weights): yours returned a tensor of shape "
    "(5, 7)."
)
def context_alone(s, z, W_q, W_k, v):
    return read(over_grid(scores(s, z, W_q, W_k, v)), z)


@wrong(
    "the weights are right, but the context is not made with them: it is "
    "divided by 6, the number of places."
)
def divided_by_the_places(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return read(weights, z) / (z.shape[1] * z.shape[2]), weights


@wrong(
    "weights[0, 0, 2] has no part in it. The sum goes over every place: does "
    "a loop end too early?"
)
def last_row_and_column_left_out(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return read(weights[:, :-1, :-1], z[:, :-1, :-1]), weights


@wrong("it is no weighted sum of z. Weigh z at each place, and add.")
def context_bent(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return read(weights, z).tanh(), weights


@wrong("context[0] changes when z changes in the other images only: image 0")
def grids_of_all_images_added(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    return torch.einsum("bij,cijm->bm", weights, z), weights


@wrong("v has no effect on your weights. It is not used, or it adds the same")
def dot_product_for_the_hidden_layer(s, z, W_q, W_k, v):
    e = torch.einsum("ba,bija->bij", s @ W_q.T, z @ W_k.T)
    return read(over_grid(e), z), over_grid(e)


@wrong("your function changes its argument z. Make a new object instead:")
def weighed_in_place(s, z, W_q, W_k, v):
    weights = over_grid(scores(s, z, W_q, W_k, v))
    z *= weights[..., None]
    return z.sum((1, 2)), weights
