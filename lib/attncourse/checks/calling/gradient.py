"""Does the gradient reach what a model learns?"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from attncourse.checks.calling import hints
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed

TENSORS = (
    "Compute with tensors alone, without .detach(), .data, .item(), .tolist(), "
    ".numpy(), torch.tensor(...) and torch.no_grad()."
)


def check(exercise: Exercise, function: Callable[..., Any]) -> None:
    """Raises CheckFailed where the gradient reaches an argument through the
    reference, and not through the function. One that runs elsewhere has an
    attribute `reached`, since numbers alone come back from there.
    """
    case = next(iter(exercise.cases))
    due = reached(exercise.reference, exercise.inputs(case))
    if not due:
        return
    cause: BaseException | None = None
    try:
        tell = getattr(function, "reached", partial(reached, function))
        found = tell(exercise.inputs(case))
    except (Exception, SystemExit) as error:  # NumPy, for instance
        found, cause = set(), error
    if cause is not None:
        raise CheckFailed(
            f"your numbers are right, but where a gradient is asked for, your "
            f"function raises {type(cause).__name__}: {hints.spoken(cause)} "
            f"{TENSORS}"
        ) from cause
    if lost := sorted(due - found):
        raise CheckFailed(
            f"your numbers are right, but no gradient reaches "
            f"{', '.join(lost)}: a model that calls your function would not "
            f"learn. {TENSORS}"
        )


def reached(function: Callable[..., Any], inputs: dict[str, Any]) -> set[str]:
    """The arguments that the gradient of the answer reaches."""
    learned = {
        name: x.requires_grad_()
        for name, x in inputs.items()
        if isinstance(x, Tensor) and x.is_floating_point()
    }
    with torch.enable_grad():
        answer = function(*inputs.values())
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    tensors = [x for x in parts if isinstance(x, Tensor)]
    sums = [x.sum() for x in tensors if x.requires_grad]
    if not sums:
        return set()
    slopes = torch.autograd.grad(
        torch.stack(sums).sum(), [*learned.values()], allow_unused=True
    )
    return {
        name
        for name, slope in zip(learned, slopes, strict=True)
        if slope is not None
    }
