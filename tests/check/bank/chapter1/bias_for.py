"""Typical wrong answers to `bias_for`, the bias that keeps a share."""

import math

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong("this is the gate itself")
def returns_the_gate(share, steps):
    return share ** (1 / steps)


@wrong("this is the logarithm of the gate")
def returns_the_logarithm_of_the_gate(share, steps):
    return torch.log(share) / steps


@wrong("this is the sigmoid of the gate, taken once more")
def takes_the_sigmoid(share, steps):
    return torch.sigmoid(share ** (1 / steps))


@wrong("the sign is turned")
def turns_the_sign(share, steps):
    g = share ** (1 / steps)
    return torch.log((1 - g) / g)


@wrong("it keeps this share in one step. Is steps used?")
def forgets_the_steps(share, steps):
    return torch.log(share / (1 - share))


@wrong("it is share ** steps. Undo the power")
def takes_the_power_forwards(share, steps):
    g = share**steps
    return torch.log(g / (1 - g))


@wrong("the sigmoid is undone before the power")
def divides_the_bias(share, steps):
    return torch.logit(share) / steps


@wrong("your gate is share / steps")
def divides_the_share(share, steps):
    return torch.logit(share / steps)


@wrong("this gate loses the share that it should keep")
def loses_the_share(share, steps):
    return torch.logit((1 - share) ** (1 / steps))


@wrong("Is 1 / steps rounded to 0, as // does?")
def whole_division(share, steps):
    g = share ** (1 // steps)
    return torch.log(g / (1 - g))


@wrong("it leaves this share after 9 steps, and not 10")
def one_step_fewer(share, steps):
    return torch.logit(share ** (1 / max(steps - 1, 1)))


@wrong("it leaves this share after 11 steps, and not 10")
def one_step_more(share, steps):
    return torch.logit(share ** (1 / (steps + 1)))


@wrong("your gate loses (1 - share) / steps at each step")
def loses_the_same_at_each_step(share, steps):
    return torch.logit(1 - (1 - share) / steps)


@wrong("log10 for log")
def logarithm_to_base_ten(share, steps):
    g = share ** (1 / steps)
    return torch.log10(g / (1 - g))


@wrong("The functions of math take one number")
def numbers_of_math(share, steps):
    g = math.exp(math.log(share) / steps)
    return math.log(g / (1 - g))


@wrong("yours is (), one number. M is lost")
def one_number_for_all(share, steps):
    g = share[0] ** (1 / steps)
    return torch.log(g / (1 - g))


@wrong("bias must be a tensor: yours is a list of 3")
def list_of_numbers(share, steps):
    gates = [p ** (1 / steps) for p in share.tolist()]
    return [math.log(g / (1 - g)) for g in gates]


@wrong("bias must keep the type of the arguments")
def in_single_precision(share, steps):
    gates = [p ** (1 / steps) for p in share.tolist()]
    return torch.tensor([math.log(g / (1 - g)) for g in gates])


@wrong("this is the number whose tanh is the gate")
def inverse_of_tanh(share, steps):
    return torch.atanh(share ** (1 / steps))


@wrong("this is nearly right. Is it rounded, found on a grid")
def looks_it_up_on_a_grid(share, steps):
    grid = torch.linspace(-20, 20, 4001, dtype=share.dtype)
    left = torch.sigmoid(grid) ** steps
    return grid[(left[:, None] - share).abs().argmin(0)]


@wrong("share has no effect on your bias")
def logarithm_of_the_steps(share, steps):
    return torch.full_like(share, math.log(steps))


@wrong("this is g / (1 - g): the logarithm of it is missing")
def odds_without_the_logarithm(share, steps):
    g = share ** (1 / steps)
    return g / (1 - g)


@wrong("your function changes its argument share")
def writes_into_the_share(share, steps):
    share.pow_(1 / steps)
    return torch.log(share / (1 - share))


@wrong("this is log(g / (1 + g)): a sign is turned")
def plus_in_the_odds(share, steps):
    g = share ** (1 / steps)
    return torch.log(g / (1 + g))


@wrong("the arguments must stand in the order (share, steps)")
def swaps_the_arguments(steps, share):
    return torch.logit(share ** (1 / steps))


@wrong("this is minus the logarithm of the gate")
def minus_sign_only(share, steps):
    return -torch.log(share ** (1 / steps))


@wrong("this is nearly right. Is it rounded")
def rounds(share, steps):
    return torch.logit(share ** (1 / steps)).round(decimals=3)


@wrong("is a number cut off at a limit (eps, clamp)")
def clamps_with_eps(share, steps):
    return torch.logit(share ** (1 / steps), eps=1e-2)


@wrong("it leaves this share after 2 steps, and not 10")
def square_root(share, steps):
    return torch.logit(torch.sqrt(share))


@wrong("your gate is exp(-share * steps)")
def exponential_decay(share, steps):
    return torch.logit(torch.exp(-steps * share))


@wrong("the sign is turned")
def what_is_lost_in_one_step(share, steps):
    return torch.logit(1 - share ** (1 / steps))


@wrong("changes when the shares of other units change")
def mean_of_the_shares(share, steps):
    g = share.mean() ** (1 / steps)
    return torch.log(g / (1 - g)).expand_as(share)


@wrong("changes when the shares of other units change")
def keeps_the_product(share, steps):
    g = share.prod() ** (1 / steps)
    return torch.log(g / (1 - g)) * torch.ones_like(share)


@wrong("yours is the right one +1, for every share")
def adds_one_as_in_the_paper(share, steps):
    return torch.logit(share ** (1 / steps)) + 1


@wrong("share has no effect on your bias")
def constant_three(share, steps):
    return torch.full_like(share, 3.0)


@wrong("it is share ** steps. Undo the power")
def loops_and_multiplies(share, steps):
    g = torch.ones_like(share)
    for _ in range(steps):
        g = g * share
    return torch.log(g) - torch.log(1 - g)


@wrong("Are the brackets of (1 - g) missing?")
def brackets_missing(share, steps):
    g = share ** (1 / steps)
    return torch.log(g / 1 - g)


@wrong("your gate is share / steps")
def power_without_brackets(share, steps):
    g = share**1 / steps
    return torch.log(g / (1 - g))


@wrong("changes when the shares of other units change")
def searches_by_steps_of_a_hundredth(share, steps):
    bias = torch.zeros_like(share)
    while (torch.sigmoid(bias) ** steps < share).any():
        bias = bias + 0.01
    return bias


@wrong("bias[1] is nan: the logarithm of a number below 0. A gate lies")
def gate_squared_away(share, steps):
    return torch.logit(share) ** (1 / steps)


@wrong("the logarithm of it is missing")
def exponential_of_the_logit(share, steps):
    return torch.exp(torch.logit(share ** (1 / steps)))


@wrong("the mistake is in the way from gate to bias")
def first_order_only(share, steps):
    return -torch.log(-torch.log(share) / steps)


@wrong("the mistake is in the way from gate to bias")
def half_life(share, steps):
    return torch.log(torch.tensor(2.0)) * steps / share


@wrong("your gate is made of share / 100")
def percent(share, steps):
    return torch.logit((share / 100) ** (1 / steps))


@wrong("or a search ended too early?")
def newton_not_done(share, steps):
    bias = torch.zeros_like(share)
    for _ in range(5):
        g = torch.sigmoid(bias)
        bias = bias + (share ** (1 / steps) - g) / (g * (1 - g))
    return bias


@wrong("1 is left: sum over it, or take it away")
def a_column(share, steps):
    g = share ** (1 / steps)
    return torch.log(g / (1 - g))[:, None]


@wrong("it leaves this share after 100 steps, and not 10")
def root_taken_twice(share, steps):
    g = share ** (1 / steps)
    g = g ** (1 / steps)
    return torch.log(g / (1 - g))


@wrong("this is log(g / (1 + g)): a sign is turned")
def log1p_slip(share, steps):
    g = share ** (1 / steps)
    return torch.log(g) - torch.log1p(g)


@wrong("it is share ** 9")
def steps_less_one_power(share, steps):
    return torch.logit(share ** (steps - 1))


@wrong("the mistake is in how steps enters")
def share_over_steps_as_a_rate(share, steps):
    return torch.log(steps * share / (1 - share))


@wrong("the mistake is in how steps enters")
def power_of_the_bias(share, steps):
    b = torch.logit(share)
    return b**steps


@wrong("bias[0] is nan: the logarithm of a number below 0. A gate lies")
def negative_root(share, steps):
    g = share ** (-1 / steps)
    return torch.log(g / (1 - g))


@wrong("bias[0] is nan: the logarithm of a number below 0. A gate lies")
def steps_as_the_base(share, steps):
    g = steps ** (1 / share)
    return torch.log(g / (1 - g))


@wrong("M is lost")
def only_the_first_unit(share, steps):
    g = share ** (1 / steps)
    return torch.log(g / (1 - g))[:1]


@wrong("this is the gate itself, the share that one step must keep. The")
def sigmoid_of_the_right_one(share, steps):
    return torch.sigmoid(torch.logit(share ** (1 / steps)))


@wrong("yours is the right one times 0.5.")
def two_gates_by_mistake(share, steps):
    return torch.logit(share ** (1 / steps)) / 2


@wrong("your gate is 1 - (1 - share) ** (1 / steps)")
def lost_share_and_sign(share, steps):
    g = (1 - share) ** (1 / steps)
    return torch.log((1 - g) / g)


@wrong("your gate loses (1 - share) / steps at each step")
def sums_the_gates(share, steps):
    return torch.logit(share / steps + 1 - 1 / steps)


@wrong("bias must be a tensor: yours is float.")
def python_number(share, steps):
    return math.log(float(share[0]))


@wrong("return torch.sigmoid_inverse(share ** (1 / steps))")
def does_not_know_logit(share, steps):
    return torch.sigmoid_inverse(share ** (1 / steps))
