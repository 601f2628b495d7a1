"""Cases of attention, and weights that are 0 where nothing hides."""

import torch

from attnbook.check import memories
from attnbook.check.chapter2 import context, masked_softmax
from tests.check.said import said

HIDE = float("-inf")


def test_sizes_that_meet_in_one_check_are_different():
    for check in (context, masked_softmax):
        letters = {a for shape in check.takes.values() for a in shape.split()}
        for sizes in (memories.SIZES, memories.ONE):
            used = [sizes[letter] for letter in letters if letter in sizes]
            assert len(set(used)) == len(used)


def test_a_case_is_made_anew_each_time():
    takes = {"e": "B S", "mask": "B S", "scale": ""}
    case = memories.case(takes, "one", 1, memories.ALL_SEEN, scale=0.5)
    first, second = case.make(), case.make()
    first["e"].zero_()
    first["mask"].zero_()
    assert second["e"].all() and second["mask"].all()
    assert second["scale"] == 0.5
    assert case.says == "one (B=3, S=5, scale=0.5)"


def test_positions_that_something_else_hides_are_named():
    def causal(e, h, mask):
        seen = mask & torch.ones(e.shape[1:], dtype=torch.bool).tril()
        weights = e.masked_fill(~seen, HIDE).softmax(-1).nan_to_num(0.0)
        return weights @ h, weights

    message = said(context, causal)
    assert "weights[0, 0, 1] is 0, and the mask lets it be seen" in message


def test_another_mask_and_argmax_are_left_to_those_who_know_them():
    def first_for_all(e, mask):
        return e.masked_fill(~mask[:1], HIDE).softmax(-1)

    def best(e, mask):
        top = e.masked_fill(~mask, HIDE).argmax(-1, keepdim=True)
        return torch.zeros_like(e).scatter(-1, top, 1.0) * mask

    assert "right for another mask" in said(masked_softmax, first_for_all)
    assert "that is argmax" in said(masked_softmax, best)


def test_even_matrices_keep_the_size_of_numbers():
    sizes = {"T": 3, "D": 400, "K": 7}
    drawn = memories.case({"x": "T D", "W_q": "D K"}, "wide", 1, (), sizes)
    plain, even = drawn.make(), memories.even(drawn).make()
    assert torch.equal(even["x"], plain["x"])
    assert torch.equal(even["W_q"], plain["W_q"] / 20)
    assert 0.5 < (even["x"] @ even["W_q"]).std() < 1.5
