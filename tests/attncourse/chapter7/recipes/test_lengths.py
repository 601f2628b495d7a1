"""What is timed and weighed against the length."""

from dataclasses import replace

from attncourse.chapter7.recipes import lengths
from attncourse.experiments import costs, recipes, trials

LENGTHS = recipes.load("length-cost")


def test_stored_scores_take_more_memory_than_the_fused_kernel():
    """In this process, which has a history: so only the order is certain, and
    only with scores so large that no memory is kept for them.
    """
    recipe = replace(LENGTHS, width=32, heads=2)
    fused, explicit = (
        costs.peak_bytes(lengths.step, (recipe, kind, 16), (recipe, kind, 3000))
        for kind in ("fused", "explicit")
    )
    assert explicit > fused + 4 * 3000 * 3000


def test_the_gru_and_the_block_are_of_one_size():
    gru, block = (
        trials.numbers(lengths.layer(LENGTHS, kind))
        for kind in ("gru", "block")
    )
    assert abs(gru - block) < 0.01 * gru
