"""Typical wrong answers to `coverage_penalty`, of places read too little or
too much.
"""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong(
    "your penalty changes with the weights of padding, where the mask is "
    "False. Is the mask unused?"
)
def mask_unused(weights, mask):
    return (1 - weights.sum(1)).square().sum(-1)


@wrong(
    "the mask is inverted: True means that a word is real. You add up what "
    "padding took."
)
def mask_inverted(weights, mask):
    return (1 - (weights * ~mask[..., None]).sum(1)).square().sum(-1)


@wrong("your penalty does not depend on where the words look.")
def summed_over_the_places(weights, mask):
    total = (weights * mask[..., None]).sum(-1)
    return (1 - total).square().sum(-1)


@wrong(
    "the square is taken word by word. Add up the words first: a place that"
    " one word has read needs no other."
)
def squared_word_by_word(weights, mask):
    off = (1 - weights).square() * mask[..., None]
    return off.sum((1, 2))


@wrong("the square is missing: too little and too much cancel.")
def square_forgotten(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).sum(-1)


@wrong("the places are added up before the square.")
def square_after_the_sum(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).sum(-1).square()


@wrong("this is the distance from 1; its square is asked for.")
def absolute(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).abs().sum(-1)


@wrong("this is a mean over the places; their sum is asked for.")
def mean_over_the_places(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().mean(-1)


@wrong("what a place got is divided by the number of words. It is their sum.")
def mean_over_the_words(weights, mask):
    got = (weights * mask[..., None]).mean(1)
    return (1 - got).square().sum(-1)


@wrong("what a place got is divided by the number of words. It is their sum.")
def mean_over_the_real_words(weights, mask):
    got = (weights * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return (1 - got).square().sum(-1)


@wrong(
    "penalty must have the shape (B) = (3,): yours is (), one number. B is "
    "lost:"
)
def one_number_for_the_batch(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().sum()


@wrong("penalty[0] changes when weights changes in the other captions only:")
def mean_of_the_batch(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().sum(-1).mean().expand(len(weights))


@wrong("the 1 is missing: what a place got is compared with 0.")
def one_left_out(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return got.square().sum(-1)


@wrong(
    "penalty[0] is -0.7433: a sum of squares is never below 0. Is the sign "
    "turned, or the square missing?"
)
def sign_turned(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return -(1 - got).square().sum(-1)


@wrong("1 + what a place got: subtract it.")
def one_plus(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 + got).square().sum(-1)


@wrong("a root is taken at the end. The sum of squares stays as it is.")
def root_at_the_end(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return torch.linalg.norm(1 - got, dim=-1)


@wrong("yours is the right one times 0.5.")
def half_of_it(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().sum(-1) / 2


@wrong("what a place got is compared with T / S. The formula says 1.")
def the_words_share(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    share = mask.sum(1, keepdim=True) / weights.shape[2]
    return (share - got).square().sum(-1)


@wrong("you take the largest weight that a place got. Take the sum.")
def largest_weight_of_each_place(weights, mask):
    got = (weights * mask[..., None]).amax(1)
    return (1 - got).square().sum(-1)


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a new"
    " axis of length 1, x[:, None]."
)
def mask_on_the_places(weights, mask):
    got = weights.sum(1)
    return ((1 - got) * mask).square().sum(-1)


@wrong("yours is the right one times 5 (T, the words).")
def mask_after_the_square(weights, mask):
    got = weights.sum(1, keepdim=True)
    return ((1 - got).square() * mask[..., None]).sum((1, 2))


@wrong(
    "Axes are lined up from the right: give the tensor that lacks one a new"
    " axis of length 1, x[:, None]."
)
def mask_without_a_new_axis(weights, mask):
    got = (weights * mask).sum(1)
    return (1 - got).square().sum(-1)


@wrong("only places that got too little are punished.")
def too_little_alone(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).clamp(min=0).square().sum(-1)


@wrong("only places that got too much are punished.")
def too_much_alone(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (got - 1).relu().square().sum(-1)


@wrong(
    "penalty must have the shape (B) = (3,): yours is (3, 7) = (B, S). S is"
    " left: sum over it, or take it away."
)
def a_penalty_for_each_place(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square()


@wrong("penalty[0] changes when weights changes in the other captions only:")
def words_of_all_captions(weights, mask):
    got = (weights * mask[..., None]).sum((0, 1))
    return (1 - got).square().sum().expand(len(weights))


@wrong(
    "penalty must have the shape (B) = (3,): yours is (), one number. B is "
    "lost:"
)
def visible_words_alone(weights, mask):
    got = weights[mask].sum(0)
    return (1 - got).square().sum(-1)


@wrong(
    "penalty must keep the type of the arguments, torch.float64: yours is "
    "torch.float32."
)
def single_precision(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().sum(-1).float()


@wrong("your function changes its argument weights. Make a new object instead:")
def in_place(weights, mask):
    weights *= mask[..., None]
    return (1 - weights.sum(1)).square().sum(-1)


@wrong(
    "your penalty changes when the words change places: what a place got is"
    " a sum over all words, in any order."
)
def running_total(weights, mask):
    got = (weights * mask[..., None]).cumsum(1)
    return (1 - got).square().sum((1, 2))


@wrong("Your penalty is 1, 0.125, 1, 8; it must be 1, 0.25, 1, 4")
def cubed(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).abs().pow(3).sum(-1)


@wrong("two places that got 0 and 3 cost 1 + 4 = 5, and yours is 4")
def worst_place_alone(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().amax(-1)


@wrong("where every word is real yours is right, so the mistake is in what")
def padding_reads_everything(weights, mask):
    got = weights.masked_fill(~mask[..., None], 1.0).sum(1)
    return (1 - got).square().sum(-1)


@wrong("your penalty changes when the words share out among them what each")
def product_over_the_words(weights, mask):
    left = (1 - weights * mask[..., None]).prod(1)
    return left.square().sum(-1)


@wrong("your penalty is not finite.")
def infinite_for_padding(weights, mask):
    got = torch.where(mask[..., None], weights, -torch.inf).sum(1)
    return (1 - got).square().sum(-1)


@wrong("what a place got is squared by itself. Subtract it from 1 first.")
def got_squared(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got.square()).sum(-1)


@wrong(
    "there is a 1 for each word. There is one for each place: add up the "
    "words first, then subtract."
)
def one_for_each_word(weights, mask):
    return ((1 - weights) * mask[..., None]).sum(1).square().sum(-1)


@wrong("Your penalty is 0, 0.25, 1, 4; it must be 1, 0.25, 1, 4")
def places_without_weight_left_out(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return ((1 - got).square() * (got > 0.1)).sum(-1)


@wrong("penalty[1] changes when mask changes in the other captions only:")
def mask_of_the_first_caption(weights, mask):
    got = (weights * mask[0][:, None]).sum(1)
    return (1 - got).square().sum(-1)


@wrong("penalty[0] changes when mask changes in the other captions only:")
def as_many_words_as_the_longest(weights, mask):
    longest = int(mask.sum(1).max())
    return (1 - weights[:, :longest].sum(1)).square().sum(-1)


@wrong(
    "let all places get 1 in all, but place 6 nothing. The penalty is 1, and"
)
def last_place_left_out(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got)[:, :-1].square().sum(-1)


@wrong("The mask belongs to the words, before they are added up.")
def one_word_of_padding(weights, mask):
    ends = (int(real.sum()) + 1 for real in mask)
    got = [w[:end].sum(0) for w, end in zip(weights, ends, strict=True)]
    return (1 - torch.stack(got)).square().sum(-1)
