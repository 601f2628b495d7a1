"""A hunt: a layer with a mistake, whose source says nothing."""

import inspect

import pytest
import torch

from tests.attncourse.checks.toys import CHECK, CHECKS, EXERCISES, MEAN, refused

pytestmark = pytest.mark.long


def test_a_hunt_is_wrong_in_one_step_and_finite(capsys):
    for seed in range(5):
        bug = CHECK.hunt(seed)
        assert refused(bug).seen.slip
        for case in MEAN.cases:
            answer = bug(*MEAN.inputs(case).values())
            assert all(part.isfinite().all() for part in answer)
        assert bug(**MEAN.inputs("many"))[0].shape == (3, 5)


def test_the_same_seed_hides_the_same_and_others_differ():
    inputs = [*MEAN.inputs("many").values()]
    found = [CHECK.hunt(seed)(*inputs)[0] for seed in (3, 3, 4, 5, 6)]
    assert torch.equal(found[0], found[1])
    assert any(not torch.equal(found[0], other) for other in found[2:])


def test_it_lists_its_steps_and_neither_text_nor_source_tells():
    bug = CHECK.hunt(1)
    assert repr(bug).splitlines()[1:] == [
        f"  {MEAN.label(name)}" for name in MEAN.steps
    ]
    with pytest.raises(TypeError):
        inspect.getsource(bug)


def hidden(bug):
    return bug._slip.step


def test_a_right_guess_hears_what_is_done_there(capsys):
    bug = CHECK.hunt(2)
    bug.guess(hidden(bug))
    assert capsys.readouterr().out.startswith(f"Right: in {hidden(bug)}, ")


def test_after_three_tries_the_step_is_shown(capsys):
    bug = CHECK.hunt(0)
    wrong = next(n for n in MEAN.steps if not bug._fits(n) and n != hidden(bug))
    for _ in range(3):
        bug.guess(wrong)
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == f"No: {wrong} is right. Tries left: 2."
    assert second.endswith("Tries left: 1.")
    assert third.startswith(f"No. The mistake is in {hidden(bug)}: ")


def test_another_step_with_the_same_result_is_right(capsys):
    """A score that is doubled, or a mask that doubles it."""
    for seed in range(40):
        bug = CHECK.hunt(seed)
        others = [n for n in MEAN.steps if n != hidden(bug) and bug._fits(n)]
        if others:
            bug.guess(others[0])
            assert capsys.readouterr().out.startswith("Right: ")
            return
    pytest.fail("no such seed")


def test_what_is_no_step_is_refused():
    with pytest.raises(
        ValueError, match="no step 'soft': the steps are masked"
    ):
        CHECK.hunt(0).guess("soft")
    with pytest.raises(TypeError, match="greedy has no steps to hunt in"):
        CHECKS["chapter1.greedy"].hunt(0)


BY_STEPS = sorted(EXERCISES, key=lambda key: len(EXERCISES[key].steps))
LONGEST = {key.partition(".")[0]: key for key in BY_STEPS}.values()


@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize("key", LONGEST)
def test_the_exercises_of_the_chapters_can_be_hunted_in(key):
    bugs = [CHECKS[key].hunt(seed) for seed in range(6)]
    assert len({hidden(bug) for bug in bugs}) > 1
    for bug in bugs:
        assert refused(bug, CHECKS[key])
