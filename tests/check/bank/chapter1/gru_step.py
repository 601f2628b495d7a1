"""Typical wrong answers to `gru_step`, whose last line alone is missing."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def given(x, h, W, U, b, c):
    """The lines that stand in the notebook: both gates and the candidate."""
    r, z, n = (x @ W.T + b).chunk(3, -1)
    r_old, z_old, n_old = (h @ U.T + c).chunk(3, -1)
    r, z = torch.sigmoid(r + r_old), torch.sigmoid(z + z_old)
    n = torch.tanh(n + r * n_old)
    return r, z, n, n_old


@wrong("the gate is turned round: where z is 1 your state is n")
def gates_turned_round(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (1 - z) * h + z * n


@wrong("n comes in whole: multiply it by (1 - z)")
def candidate_comes_in_whole(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + n


@wrong("h comes in whole: multiply it by z")
def old_state_stays_whole(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return h + (1 - z) * n


@wrong("n is multiplied by z: it needs (1 - z)")
def both_times_z(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * (h + n)


@wrong("and yours is h - n + 1")
def no_brackets(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + 1 - z * n


@wrong("entry by entry is *, and not @")
def matrix_product(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z @ h + (1 - z) @ n


@wrong("a matrix product (@) stands where entries meet")
def matrix_product_that_fits(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z @ h.T + (1 - z) @ n.T


@wrong("z has no effect on your state: it is h.")
def old_state_twice(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * h


@wrong("z has no effect on your state: it is n.")
def candidate_alone(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return n


@wrong("The part of n is missing")
def kept_part_alone(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h


@wrong("The part of h is missing")
def new_part_alone(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (1 - z) * n


@wrong("yours is - n. A sign is turned")
def minus_between(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h - (1 - z) * n


@wrong("yours is - n. A sign is turned")
def z_minus_one(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (z - 1) * n


@wrong("each number is h or n whole")
def chooses_hard(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.where(z > 0.5, h, n)


@wrong("the reset gate r stands in its place")
def reset_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return r * h + (1 - r) * n


@wrong("is sigmoid taken of z once more?")
def sigmoid_once_more(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    z = torch.sigmoid(z)
    return z * h + (1 - z) * n


@wrong("tanh is taken of the right state")
def tanh_around_it(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.tanh(z * h + (1 - z) * n)


@wrong("your function changes its argument h")
def writes_into_the_old_state(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    h *= z
    h += (1 - z) * n
    return h


@wrong("one gate serves all units")
def one_gate_for_all_units(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    z = z.mean(-1, keepdim=True)
    return z * h + (1 - z) * n


@wrong("state must be a tensor: yours is a tuple of 2")
def state_and_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * n, z


@wrong("the new state must be n, and yours is n_old")
def candidate_before_its_tanh(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * n_old


@wrong("Its last line was: h = z * h + (1 - z) * n")
def no_return(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    h = z * h + (1 - z) * n


@wrong("must be h, and yours is 0.5 h")
def halves(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h + (1 - z) * n) / 2


@wrong("M is lost: summed or squeezed away")
def sums_over_the_units(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h + (1 - z) * n).sum(-1)


@wrong("the gate is turned round")
def lerp_from_the_old_state(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.lerp(h, n, z)


@wrong("must be h, and yours is r h")
def both_parts_of_the_old_state_are_reset(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * r * h + (1 - z) * n


@wrong("must be h, and yours is n_old")
def projected_old_state(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * n_old + (1 - z) * n


@wrong("z has no effect on your state: it is 0.5 h + 0.5 n")
def plain_average(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (h + n) / 2


@wrong("z has no effect on your state: it is h + n")
def sum_of_both(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return h + n


@wrong("Are the two parts multiplied?")
def product_of_both(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h) * ((1 - z) * n)


@wrong("state must have the shape (B, M) = (3, 7): yours is (3, 14)")
def concatenates(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.cat((z * h, (1 - z) * n), -1)


@wrong("sentence 1 must use x[1]")
def gate_of_the_first_sentence(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z[0] * h + (1 - z[0]) * n


@wrong("must be h, and yours is 0.5 h + 0.5 n")
def half_a_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return 0.5 * z * h + (1 - 0.5 * z) * n


@wrong("z is 0.5370, and you mix with 0.2883")
def square_of_the_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z**2 * h + (1 - z**2) * n


@wrong("z at 1 and at 0 gives the same")
def softmax_of_the_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    z = torch.softmax(z, -1)
    return z * h + (1 - z) * n


@wrong("must be n, and yours is r n")
def two_gates_as_in_an_lstm(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + r * n


@wrong("Are the brackets of (1 - z) missing?")
def one_minus_h(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + z * (1 - n)


@wrong("torch.stack(...) makes one of a list")
def list_of_states(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return [z[i] * h[i] + (1 - z[i]) * n[i] for i in range(len(h))]


@wrong("must be h, and yours is h + 1; where the update gate z is 0")
def adds_z_itself(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z + h + (1 - z) * n


@wrong("must be h, and yours is 0; where the update gate z is 0")
def old_gate_in_both(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (1 - z) * h + (1 - z) * n


@wrong("must be n, and yours is 1. Are the brackets of (1 - z) missing?")
def forgets_the_second_factor(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z)


@wrong("return z * x + (1 - z) * n")
def mixes_with_the_input(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * x + (1 - z) * n


@wrong("must be h, and yours is h + n - r n; where the update gate z is 0")
def reset_also_the_old(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - r) * n


@wrong("you mix with z before its sigmoid.")
def gate_without_its_sigmoid(x, h, W, U, b, c):
    z = ((x @ W.T + b) + (h @ U.T + c)).chunk(3, -1)[1]
    r, _, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * n


@wrong("unit 6 is wrong, all others are right: is an index one short, or")
def in_a_loop_over_units_off_by_one(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    new = torch.zeros_like(h)
    for j in range(h.shape[1] - 1):
        new[:, j] = z[:, j] * h[:, j] + (1 - z[:, j]) * n[:, j]
    return new


@wrong("B is lost: summed or squeezed away")
def in_a_loop_over_sentences_first_only(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    for i in range(len(h)):
        new = z[i] * h[i] + (1 - z[i]) * n[i]
    return new


@wrong("this is nearly right. Is it rounded, or is a number added?")
def rounded(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h + (1 - z) * n).round(decimals=2)


@wrong("a random choice was made. The answer must follow from the")
def dropout_in_the_state(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.dropout(z * h + (1 - z) * n, 0.5, True)


@wrong("torch.float64: yours is torch.float32")
def floats(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h + (1 - z) * n).float()


@wrong("z is 0.8953, and you mix with -3.9139")
def square_root_of_the_rest(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + torch.sqrt(1 - z**2) * n


@wrong("sigmoid is taken of the right state. Return it as it is.")
def sigmoid_at_the_end(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.sigmoid(z * h + (1 - z) * n)


@wrong("must be h, and yours is h in 12 of 21 entries (is a greater or")
def maximum_of_the_parts(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.maximum(z * h, (1 - z) * n)


@wrong("must be h, and yours is not finite (is something divided by z, or")
def divides_by_z(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return h / z + n / (1 - z)


@wrong("must be h, and yours is h + 2 n.")
def adds_one_instead(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 + z) * n


@wrong("must be n, and yours is r n.")
def gates_the_candidate_twice(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * r * n


@wrong("must be h, and yours is 2 h; where the update gate z is 0")
def keeps_the_old_and_adds(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return h + z * h + (1 - z) * n


@wrong("the axes are turned")
def transposes(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z * h + (1 - z) * n).T


@wrong("sentence 0 must use x[0], and nothing of the others")
def mean_over_the_batch(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    new = z * h + (1 - z) * n
    return new.mean(0).expand_as(new)


@wrong("must be n, and yours is no mixture of h and n.")
def tanh_of_the_candidate_again(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h + (1 - z) * torch.tanh(n)


@wrong("must be h, and yours is no mixture of h and n.")
def tanh_of_the_old_state(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * torch.tanh(h) + (1 - z) * n


@wrong("return z * h_old + (1 - z) * n")
def wrong_name(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * h_old + (1 - z) * n  # noqa: F821


@wrong("return z ^ h + (1 - z) * n")
def caret_for_a_power(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z ^ h + (1 - z) * n


@wrong("must be h, and yours is 1; where the update gate z is 0")
def returns_the_gate(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z


@wrong("each number is h or n whole")
def mask_by_comparison(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return (z >= 0.5) * h + (z < 0.5) * n


@wrong("state must be a tensor: yours is str.")
def prints_it(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return str(z * h + (1 - z) * n)


@wrong("state must have the shape (B, M) = (3, 7): yours is (2, 3, 7).")
def stacks_the_parts(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return torch.stack((z * h, (1 - z) * n))


@wrong("must be n, and yours is h + n - r h.")
def old_reset_and_update(x, h, W, U, b, c):
    r, z, n, n_old = given(x, h, W, U, b, c)
    return z * (r * h) + (1 - z) * n + (1 - r) * h
