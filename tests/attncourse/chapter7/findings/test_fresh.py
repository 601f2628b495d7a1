"""What fresh stacks show, and what would refute it."""

import pytest
import torch

from attncourse.chapter7.findings.depth import fresh
from attncourse.experiments import recipes


def test_distance_and_length_are_those_of_the_stack():
    """Of the first seed, word by word."""
    recipe = recipes.load("depth")
    drawn = torch.Generator().manual_seed(fresh.DRAWN)
    tokens, _ = recipe.circle(fresh.CIRCLES, drawn)
    stack = recipe.stack(recipe.words + 1, (True,) * 3, 2, recipe.seeds[0])
    with torch.no_grad():
        last = stack.double().states(tokens)[-1]
    pairs = [(x, words.mean(0)) for words in last for x in words]
    length = sum(float(x.norm()) for x, _ in pairs) / len(pairs)
    away = sum(float((x - mean).norm()) for x, mean in pairs) / len(pairs)
    found = fresh.stacks((True,) * 3, 2)
    assert found.length[0][-1] == pytest.approx(length)
    assert found.apart[0][-1] == pytest.approx(away / length)


@pytest.mark.parametrize(
    ("finding", "parts", "factor"),
    [
        (fresh.apart, (False, False, False), 1e12),
        (fresh.apart, (True, False, False), 0.1),
        (fresh.apart, (True, True, True), 0.5),
        (fresh.lengths, (False, False, False), [1, 9]),
        (fresh.lengths, (True, False, False), [1, 0.1]),
        (fresh.lengths, (True, True, True), [1, 2]),
        (fresh.lengths, (True, False, True), [1, 0.5]),
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, finding, parts, factor
):
    """The measures change by a factor, at the start and in the layers."""
    first, later = factor if isinstance(factor, list) else (factor, factor)
    real = fresh.stacks

    def changed(asked, layers=10):
        found = real(asked, layers)
        if asked != parts:
            return found
        return fresh.Fresh(
            *(
                [
                    [first * one[0], *(later * x for x in one[1:])]
                    for one in all_
                ]
                for all_ in found
            )
        )

    monkeypatch.setattr(fresh, "stacks", changed)
    with pytest.raises(AssertionError, match=r"\w"):
        finding()
