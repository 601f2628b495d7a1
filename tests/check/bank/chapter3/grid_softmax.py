"""Typical wrong answers to `grid_softmax`, one softmax over a grid."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def right(e):
    """The right weights."""
    return e.flatten(1).softmax(-1).reshape(e.shape)


@wrong(
    "the softmax runs over each row of the grid: every row sums to 1, and "
    "the whole map to 2."
)
def over_each_row(e):
    return e.softmax(-1)


@wrong(
    "the softmax runs over each column of the grid: every column sums to 1,"
    " and the whole map to 3."
)
def over_each_column(e):
    return torch.softmax(e, dim=1)


@wrong("the softmax runs over the wrong axis:")
def over_the_batch(e):
    return e.softmax(0)


@wrong(
    "the weights of all images together sum to 1. The map of each image "
    "must, over all places of its grid."
)
def over_everything(e):
    return e.flatten().softmax(0).reshape(e.shape)


@wrong("weights must have the shape (B, I, J) = (5, 2, 3): yours is (5, 6).")
def left_flat(e):
    return e.flatten(1).softmax(-1)


@wrong("two softmaxes, over the rows, then over the columns.")
def rows_then_columns(e):
    return e.softmax(-1).softmax(-2)


@wrong("two softmaxes, over the columns, then over the rows.")
def columns_then_rows(e):
    return e.softmax(1).softmax(2)


@wrong("a softmax over the rows times one over the columns.")
def rows_times_columns(e):
    return e.softmax(1) * e.softmax(2)


@wrong(
    "every row of the grid gets the same share, 0.5, whatever its scores: "
    "the softmax runs over each row."
)
def rows_shared_out(e):
    return e.softmax(-1) / e.shape[1]


@wrong(
    "every column of the grid gets the same share, 0.333, whatever its "
    "scores: the softmax runs over each column."
)
def columns_shared_out(e):
    return e.softmax(-2) / e.shape[2]


@wrong(
    "every row of the grid gets the same share, 0.167, whatever its scores:"
    " the softmax runs over each row."
)
def rows_divided_by_all_places(e):
    return e.softmax(-1) / (e.shape[1] * e.shape[2])


@wrong(
    "the right weights stand at other places: they are taken row by row and"
    " put back column by column."
)
def put_back_the_wrong_way_round(e):
    B, rows, columns = e.shape
    return e.flatten(1).softmax(-1).reshape(B, columns, rows).mT


@wrong(
    "the right weights stand at other places: they are taken column by "
    "column and put back row by row."
)
def taken_column_by_column(e):
    return e.mT.flatten(1).softmax(-1).reshape(e.shape)


@wrong(
    "weights must have the shape (B, I, J) = (5, 2, 3): yours is (5, 3, 2) "
    "= (B, J, I): the axes are turned."
)
def shape_turned(e):
    B, rows, columns = e.shape
    return e.flatten(1).softmax(-1).reshape(B, columns, rows)


@wrong(
    "the softmax runs over each row of the grid: every row sums to 1, and "
    "the whole map to 2."
)
def batch_flattened_too(e):
    return e.reshape(-1, e.shape[2]).softmax(-1).reshape(e.shape)


@wrong(
    "weights[1, 0, 2] is -0.07: the softmax is missing, or it is not the "
    "last step of the weights."
)
def no_softmax(e):
    return e / e.sum((1, 2), keepdim=True)


@wrong(
    "weights[4] sums to 29.952, not to 1: divide each exponential by the "
    "sum of all."
)
def exponentials_alone(e):
    return e.exp()


@wrong("weights[0] changes when e changes in the other images only")
def divided_by_row_sums(e):
    return e.exp() / e.exp().sum((0, 2), keepdim=True)


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a new"
    " axis of length 1, x[:, None]."
)
def keepdim_forgotten(e):
    return e.exp() / e.exp().sum((1, 2))


@wrong("these are the logarithms of weights: take softmax, not log_softmax.")
def logarithms(e):
    return e.flatten(1).log_softmax(-1).reshape(e.shape)


@wrong(
    "TypeError: softmax(): argument 'dim' (position 1) must be int, not tuple"
)
def tuple_for_the_axis(e):
    return e.softmax((1, 2))


@wrong(
    "over all places of its grid, the weights sum to 2.351, 3.564, 2.678, "
    "2.409, 4.672, not to 1:"
)
def sigmoid(e):
    return e.sigmoid()


@wrong(
    "one place takes all the weight: that is argmax. A softmax gives every "
    "place a share."
)
def best_place(e):
    flat = e.flatten(1)
    return (
        torch.nn.functional.one_hot(flat.argmax(1), flat.shape[1])
        .to(e)
        .reshape(e.shape)
    )


@wrong(
    "the softmax is taken twice: these are the right weights after a second"
    " one."
)
def softmax_twice(e):
    return right(right(e))


@wrong(
    "weights must keep the type of the arguments, torch.float64: yours is "
    "torch.float32."
)
def in_single_precision(e):
    return right(e.float())


@wrong(
    "weights must have the shape (B, I, J) = (5, 2, 3): yours is (2, 3) = "
    "(I, J). B is lost:"
)
def first_image_alone(e):
    return right(e[0])


@wrong(
    "weights[1] changes when e changes in the other images only: image 1 "
    "must use e[1], and nothing of the others."
)
def first_image_for_all(e):
    return right(e[:1]).expand_as(e)


@wrong("what reaches the softmax is not e: yours is the right one times -1.")
def sign_turned(e):
    return right(-e)


@wrong("your function returned None. It needs a `return` on every path:")
def nothing_returned(e):
    right(e)


@wrong("weights[0] changes when e changes in the other images only")
def images_and_rows_flattened(e):
    return e.flatten(0, 1).softmax(0).reshape(e.shape)


@wrong("weights[0, 0, 2] is 0. A softmax gives every place a share")
def shares_above_the_lowest(e):
    above = e - e.amin((1, 2), keepdim=True)
    return above / above.sum((1, 2), keepdim=True)


@wrong(
    "a softmax over the rows times one over the columns, divided by the sum "
    "of all."
)
def rows_times_columns_made_one(e):
    product = e.softmax(1) * e.softmax(2)
    return product / product.sum((1, 2), keepdim=True)


@wrong("the mean of a softmax over the rows and one over the columns.")
def mean_of_rows_and_columns(e):
    return (e.softmax(1) + e.softmax(2)) / 2


@wrong(
    "each exponential is divided by the sum of its row and by that of its "
    "column. Divide by one sum, that of the whole grid."
)
def divided_by_two_sums(e):
    x = e.exp()
    return x / x.sum(1, keepdim=True) / x.sum(2, keepdim=True)


@wrong("are they rounded?")
def rounded(e):
    return right(e).round(decimals=2)


@wrong("your function changes its argument e. Make a new object instead:")
def largest_subtracted_in_place(e):
    e -= e.amax((1, 2), keepdim=True)
    return right(e)


@wrong(
    "the map of image 1 is 0 everywhere: does a loop, or a return in it, end"
)
def return_in_the_loop(e):
    weights = torch.zeros_like(e)
    for b in range(len(e)):
        weights[b] = e[b].flatten().softmax(0).reshape(e[b].shape)
        return weights
