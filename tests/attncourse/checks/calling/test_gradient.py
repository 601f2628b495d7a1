"""Right numbers without a gradient are refused where a model learns."""

import pytest
import torch

from attncourse.checks.calling.gradient import reached
from attncourse.checks.failed import CheckFailed
from tests.attncourse.checks.toys import CHECKS, EXERCISES


def due(key):
    """The arguments that a gradient reaches in the right answer."""
    exercise = EXERCISES[key]
    inputs = exercise.inputs(next(iter(exercise.cases)))
    return reached(exercise.reference, inputs)


LEARNED = [k for k, e in EXERCISES.items() if e.learned and due(k)]


def cut(parts):
    if isinstance(parts, tuple):
        return tuple(map(cut, parts))
    return parts.detach()


@pytest.mark.parametrize("key", LEARNED)
def test_an_answer_that_is_cut_off_is_refused(key):
    """The whole, and each argument by itself."""
    check = CHECKS[key]
    with pytest.raises(CheckFailed, match="no gradient reaches"):
        check(lambda *given: cut(check.exercise.reference(*given)))
    takes = [*check.exercise.takes]
    for k, name in enumerate(takes):
        if name in due(key):

            def blind(*given, k=k):
                return check.exercise.reference(
                    *given[:k], given[k].detach(), *given[k + 1 :]
                )

            with pytest.raises(CheckFailed, match=f"reaches {name}:"):
                check(blind)


def test_what_cannot_be_computed_by_tensors_is_told_with_its_cause():
    """NumPy refuses what needs a gradient."""
    check = CHECKS["chapter9.offset_bias"]

    def by_numpy(table):
        return check.exercise.reference(torch.tensor(table.numpy()))

    with pytest.raises(CheckFailed, match="raises RuntimeError: Can't call n"):
        check(by_numpy)


def test_one_rule_holds_for_all_that_stands_in_a_model():
    """What it leaves out is computed once, and a gradient could reach it."""
    assert {k for k in EXERCISES if due(k)} - {*LEARNED} == {
        "chapter1.bias_for",
        "chapter3.lay_over",
        "chapter4.regress",
        "chapter6.to_halves",
        "chapter7.cached_step",
        "chapter10.back_score",
        "chapter10.backed_off",
        "chapter10.bet_bits",
        "chapter10.induction_score",
        "chapter10.nucleus",
        "chapter9.class_rollout",
    }


def test_where_no_model_learns_numbers_are_enough(capsys):
    check = CHECKS["chapter9.class_rollout"]
    check(lambda weights: check.exercise.reference(weights).detach())
    assert "right in all" in capsys.readouterr().out
