"""Typical wrong answers to `regress`."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def off(x, at):
    """x' - x of each place and each point, "T S"."""
    return at[:, None] - x


def powers(x, at, bandwidth):
    """The Gaussian of each distance."""
    return (-off(x, at).square() / (2 * bandwidth**2)).exp()


@wrong("the 2 is missing: the score is -(x - x')^2 / (2 h^2).")
def two_forgotten(x, y, at, bandwidth):
    return (-off(x, at).square() / bandwidth**2).softmax(-1) @ y


@wrong("h is not squared: the score is -(x - x')^2 / (2 h^2).")
def not_squared(x, y, at, bandwidth):
    return (-off(x, at).square() / (2 * bandwidth)).softmax(-1) @ y


@wrong(
    "h is not squared, and the 2 is missing: the score is -(x - x')^2 /"
    " (2 h^2)."
)
def neither(x, y, at, bandwidth):
    return (-off(x, at).square() / bandwidth).softmax(-1) @ y


@wrong("2 is squared too: the score is -(x - x')^2 / (2 h^2).")
def two_squared(x, y, at, bandwidth):
    return (-off(x, at).square() / (2 * bandwidth) ** 2).softmax(-1) @ y


@wrong("you multiply by h^2: divide by it, the score is -(x - x')^2 / (2 h^2).")
def brackets_forgotten(x, y, at, bandwidth):
    return (-off(x, at).square() / 2 * bandwidth**2).softmax(-1) @ y


@wrong(
    "you multiply by h^2 instead of dividing: the score is -(x - x')^2 "
    "/ (2 h^2)."
)
def multiplied_without_two(x, y, at, bandwidth):
    return (-off(x, at).square() * bandwidth**2).softmax(-1) @ y


@wrong("the bandwidth is not used: the score is -(x - x')^2 / (2 h^2).")
def no_bandwidth(x, y, at, bandwidth):
    return (-off(x, at).square()).softmax(-1) @ y


@wrong(
    "the bandwidth is not used, or counts as 1: the score is -(x - "
    "x')^2 / (2 h^2)."
)
def bandwidth_one(x, y, at, bandwidth):
    return (-off(x, at).square() / 2).softmax(-1) @ y


@wrong(
    "the sign is missing: far points weigh most. A score is high where "
    "x is near."
)
def sign_forgotten(x, y, at, bandwidth):
    return (off(x, at).square() / (2 * bandwidth**2)).softmax(-1) @ y


@wrong(
    "the softmax runs over the wrong axis: the weights must sum to 1 "
    "over the points x; yours sum to 1 over the places at."
)
def over_the_places(x, y, at, bandwidth):
    return (-off(x, at).square() / (2 * bandwidth**2)).softmax(0) @ y


@wrong(
    "weights[1] sums to 3.951, not to 1: divide each exponential by the"
    " sum of all, with nothing added to it."
)
def not_divided(x, y, at, bandwidth):
    return powers(x, at, bandwidth) @ y


@wrong(
    "weights[0] sums to 0.188, not to 1: divide each exponential by the"
    " sum of all, with nothing added to it."
)
def density(x, y, at, bandwidth):
    root = (2 * torch.pi) ** 0.5 * bandwidth
    return powers(x, at, bandwidth) @ y / root / len(x)


@wrong(
    "weights[0] sums to 0.330, not to 1: divide each exponential by the"
    " sum of all, with nothing added to it."
)
def mean_of_products(x, y, at, bandwidth):
    return (powers(x, at, bandwidth) * y).mean(-1)


@wrong(
    "estimate[0] is nan. Far from all points every exponential is 0 for"
    " a computer, and 0 / 0 is NaN."
)
def nan_far_away(x, y, at, bandwidth):
    f = powers(x, at, bandwidth)
    return f @ y / f.sum(-1)


@wrong(
    "weights[0] sums to 0.999999394332, not to 1: divide each "
    "exponential by the sum of all, with nothing added to it."
)
def small_number_added(x, y, at, bandwidth):
    f = powers(x, at, bandwidth)
    return f @ y / (f.sum(-1) + 1e-6)


@wrong(
    "the distance is not squared: this is the kernel exp(-|x - x'| / (2 h^2))."
)
def absolute(x, y, at, bandwidth):
    return (-off(x, at).abs() / (2 * bandwidth**2)).softmax(-1) @ y


@wrong("the distance is not squared: this is the kernel exp(-|x - x'| / h).")
def laplace(x, y, at, bandwidth):
    return (-off(x, at).abs() / bandwidth).softmax(-1) @ y


@wrong("the product x x' is taken for the score. Here it is a distance.")
def product(x, y, at, bandwidth):
    return (at[:, None] * x / (2 * bandwidth**2)).softmax(-1) @ y


@wrong("the exponential is missing: scores are divided by their sum.")
def no_exponential(x, y, at, bandwidth):
    e = -off(x, at).square() / (2 * bandwidth**2)
    return (e / e.sum(-1, keepdim=True)) @ y


@wrong(
    "one point takes all the weight: that is argmax. A softmax gives "
    "every point a share."
)
def nearest(x, y, at, bandwidth):
    return y[off(x, at).abs().argmin(-1)]


@wrong(
    "y[0] has no weight at all in estimate[0]. A Gaussian is never 0: "
    "every point has a say, however far or near."
)
def window(x, y, at, bandwidth):
    near = (off(x, at).abs() <= 2 * bandwidth).to(y)
    return near @ y / near.sum(-1).clamp(min=1)


@wrong(
    "all points weigh the same: the scores that reach the softmax are equal."
)
def plain_mean(x, y, at, bandwidth):
    return y.mean().expand(len(at)).clone()


@wrong(
    "In x @ y the last axis of x meets the last but one of y, or the "
    "only one where y is a vector."
)
def keys_and_queries_exchanged(x, y, at, bandwidth):
    e = -(x[:, None] - at).square() / (2 * bandwidth**2)
    return e.softmax(-1) @ y


@wrong(
    "your estimate is no weighted sum of y: added up from each y alone,"
    " it is another one. y comes in once, after the weights."
)
def values_in_the_score(x, y, at, bandwidth):
    e = -(at[:, None] - y).square() / (2 * bandwidth**2)
    return e.softmax(-1) @ y


@wrong("y has no effect on your estimate: it is a weighted mean of y.")
def reads_x(x, y, at, bandwidth):
    return (-off(x, at).square() / (2 * bandwidth**2)).softmax(-1) @ x


@wrong("nearly right: is it rounded? float32 rounds, too. Leave it as it is.")
def rounded(x, y, at, bandwidth):
    weights = (-off(x, at).square() / (2 * bandwidth**2)).softmax(-1)
    return (weights @ y).round(decimals=3)


@wrong(
    "estimate must have the shape (T) = (2,): yours is (2, 5) = (T, S)."
    " S is left: sum over it, or take it away."
)
def not_summed(x, y, at, bandwidth):
    return (-off(x, at).square() / (2 * bandwidth**2)).softmax(-1) * y


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a"
    " new axis of length 1, x[:, None]."
)
def no_new_axis(x, y, at, bandwidth):
    return (-(at - x).square() / (2 * bandwidth**2)).softmax(-1) @ y


@wrong("estimate[0] alone is wrong. Far from all points every exponential is 0")
def sum_kept_from_zero(x, y, at, bandwidth):
    f = powers(x, at, bandwidth)
    return f @ y / f.sum(-1).clamp(min=1e-9)


@wrong("y[2] has no weight at all in estimate[0]. A Gaussian is never 0:")
def point_at_the_place_left_out(x, y, at, bandwidth):
    e = -off(x, at).square() / (2 * bandwidth**2)
    return e.masked_fill(e == 0, -torch.inf).softmax(-1) @ y


@wrong("A softmax takes the largest score of each place away first.")
def one_largest_for_all(x, y, at, bandwidth):
    e = -off(x, at).square() / (2 * bandwidth**2)
    f = (e - e.max()).exp()
    return f @ y / f.sum(-1)


@wrong("estimate[0] alone is wrong. Far from all points every exponential is 0")
def nearest_where_nan(x, y, at, bandwidth):
    f = powers(x, at, bandwidth)
    found = f @ y / f.sum(-1)
    return torch.where(found.isnan(), y[off(x, at).abs().argmin(-1)], found)


@wrong("estimate[1] is made of no y at all: does a loop end too early?")
def last_place_left_out(x, y, at, bandwidth):
    found = torch.zeros_like(at)
    for t in range(len(at) - 1):
        e = -(at[t] - x).square() / (2 * bandwidth**2)
        found[t] = e.softmax(0) @ y
    return found


@wrong("the weights of all places together sum to 1. Each row of weights must")
def one_softmax(x, y, at, bandwidth):
    e = -off(x, at).square() / (2 * bandwidth**2)
    return e.flatten().softmax(0).reshape(e.shape) @ y


@wrong("the exponential is taken twice: give the softmax the scores")
def softmax_of_the_gaussian(x, y, at, bandwidth):
    return powers(x, at, bandwidth).softmax(-1) @ y


@wrong("x' and x are added. A distance is a difference, x' - x.")
def added(x, y, at, bandwidth):
    e = -(at[:, None] + x).square() / (2 * bandwidth**2)
    return e.softmax(-1) @ y


@wrong("the root of 2 h^2 is taken: the score is -(x - x')^2 / (2 h^2).")
def root_below_the_line(x, y, at, bandwidth):
    return (-off(x, at).square() / (2**0.5 * bandwidth)).softmax(-1) @ y


@wrong("where all y are 1, you say 0: is the mean of y taken away?")
def values_less_their_mean(x, y, at, bandwidth):
    e = -off(x, at).square() / (2 * bandwidth**2)
    return e.softmax(-1) @ (y - y.mean())


@wrong("the right weights stand in another row: weights[0] holds those of")
def places_sorted(x, y, at, bandwidth):
    e = -off(x, at.sort().values).square() / (2 * bandwidth**2)
    return e.softmax(-1) @ y


@wrong("It is nearly right: is a number rounded, or made in float32")
def bandwidth_in_float32(x, y, at, bandwidth):
    h = torch.tensor(bandwidth)
    return (-off(x, at).square() / (2 * h**2)).softmax(-1) @ y
