"""What is seen of an answer as such."""

from dataclasses import replace

import pytest
import torch

from attncourse.checks.cases import case, large
from attncourse.checks.checker import Check
from tests.attncourse.checks.toys import CHECKS, MEAN, mean, refused, said


def changed(change):
    """The right weights, changed, with the right context."""

    def function(e, h, mask):
        weights, context = mean(e, h, mask)
        return change(weights, e, mask), context

    return function


def some(x):
    """Numbers that follow no rule, like x."""
    return torch.arange(x.numel()).add(5.3).sqrt().frac().to(x).reshape(x.shape)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        (
            "weights[0, 0] is nan, not a finite number. A whole row is "
            "affected.",
            lambda w, e, m: w * torch.nan,
        ),
        (
            "weights[0, 2] is inf, not a finite number: exactly where "
            "weights is 0.",
            lambda w, e, m: w.masked_fill(w == 0, torch.inf),
        ),
        (
            "a row of your weights along S sums to 1.",
            lambda w, e, m: w * (1 + some(w)),
        ),
        (
            "rows of your weights sum to 1 along B, not along S.",
            lambda w, e, m: some(w) / some(w).sum(0) if len(w) > 1 else w,
        ),
        (
            "there are negative numbers in your weights.",
            lambda w, e, m: w + (some(w) - some(w).mean(1, True)) * 9,
        ),
        (
            "weights[0, 2] is 0.125, but it is hidden and must be exactly 0.",
            lambda w, e, m: torch.where(
                m,
                w - (~m).sum(1, True) / 8 / m.sum(1, True),
                torch.tensor(0.125).double(),
            ),
        ),
        (
            "almost right, off by at most 0.00",
            lambda w, e, m: (w * 300).round() / 300,
        ),
    ],
)
def test_a_property_that_is_wrong_is_named(message, change):
    found = refused(changed(change)).seen
    assert message in (found.property or ""), found.property


def test_an_entry_that_depends_on_another_sentence_is_named():
    def mixed(e, h, mask):
        weights, context = mean(e, h, mask)
        return weights, context + some(context) * h.sum()

    assert refused(mixed).seen.property == (
        "changing h only at other B changes your context at B = 0 (case: many)."
    )


def test_an_argument_without_effect_is_named():
    seen = refused(changed(lambda w, e, m: m / m.sum(-1, True).double())).seen
    assert seen.property == "e has no effect on your weights."


def test_the_right_numbers_elsewhere_are_named():
    def shuffled(e, h, mask):
        weights, context = mean(e, h, mask)
        if len(weights) > 1:
            weights = weights[[1, 0, 2]]
        return weights, context

    assert refused(shuffled).seen.property == (
        "what belongs at B = 1 is at B = 0 in your weights."
    )


def test_a_row_that_is_right_is_not_taken_for_another():
    """What is asked of the first tokens is 0, as of others that are special."""
    check = CHECKS["chapter8.masked_batch"]

    def late(*inputs):
        read, asked = check.exercise.reference(*inputs)
        return read, read.where(asked != 0, 0)

    assert refused(late, check).seen.property is None


def test_lists_may_differ_in_length():
    check = CHECKS["chapter8.infill"]
    found = refused(lambda tokens, spans, hidden: tokens[1:], check).seen
    assert found.property == "hidden has no effect on your infilled."


def test_an_argument_is_without_effect_only_if_it_is_in_every_case():
    """One sentence shows nothing of words that are counted down the batch."""
    check = CHECKS["chapter6.places"]
    found = refused(lambda m: (m.cumsum(0) - 1).masked_fill(~m, 0), check).seen
    assert "no effect" not in (found.property or "")


def test_what_must_not_be_0_is_named_as_the_exercise_names_it():
    check = CHECKS["chapter10.nucleus"]
    message = said(lambda x, p: (x == x.amax(-1, True)).to(x), check)
    assert "but it is in the nucleus and must not be 0." in message


@pytest.mark.parametrize(
    ("changes", "factor"), [((large("e"),), 0.01), ((), 1000)]
)
def test_a_weight_that_is_0_for_want_of_digits_is_not_called_hidden(
    changes, factor
):
    """exp(-1000) is 0, exp(-10) is not, and no mask has hidden either."""
    one = case(5, *changes, mask=("11011", "01110", "11111"), M=7)
    other = case(4, mask=("111", "110"), M=7)
    cases = {"one": one, "other": other}
    check = Check("mean", replace(MEAN, cases=cases))
    found = refused(lambda e, h, mask: mean(e * factor, h, mask), check).seen
    assert "must" not in str(found.property), found.property
