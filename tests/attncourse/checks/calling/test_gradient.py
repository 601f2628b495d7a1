"""Right numbers without a gradient are refused where a model learns."""

import pytest
import torch

from attncourse.checks.failed import CheckFailed
from tests.attncourse.checks.bank import KEYS
from tests.attncourse.checks.toys import CHECKS

TRAINED = [key for key in KEYS if getattr(CHECKS[key].exercise, "trained", 0)]


def cut(parts):
    if isinstance(parts, tuple):
        return tuple(map(cut, parts))
    return parts.detach()


@pytest.mark.parametrize("key", TRAINED)
def test_an_answer_that_is_cut_off_is_refused(key):
    """The whole, and each argument by itself."""
    check = CHECKS[key]
    with pytest.raises(CheckFailed, match="no gradient reaches"):
        check(lambda *given: cut(check.exercise.reference(*given)))
    takes = [*check.exercise.takes]
    for k, x in enumerate(
        check.exercise.inputs(next(iter(check.exercise.cases))).values()
    ):
        if isinstance(x, torch.Tensor) and x.is_floating_point():

            def blind(*given, k=k):
                return check.exercise.reference(
                    *given[:k], given[k].detach(), *given[k + 1 :]
                )

            with pytest.raises(CheckFailed, match=f"reaches {takes[k]}:"):
                check(blind)


def test_what_cannot_be_computed_by_tensors_is_told_with_its_cause():
    """NumPy refuses what needs a gradient."""
    check = CHECKS["chapter9.offset_bias"]

    def by_numpy(table):
        return check.exercise.reference(torch.tensor(table.numpy()))

    with pytest.raises(CheckFailed, match="reaches table:") as failure:
        check(by_numpy)
    assert "numpy" in str(failure.value.__cause__)


def test_where_no_model_learns_numbers_are_enough(capsys):
    check = CHECKS["chapter9.class_rollout"]
    check(lambda weights: check.exercise.reference(weights).detach())
    assert "right in all" in capsys.readouterr().out
