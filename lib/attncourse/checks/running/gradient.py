"""Does the gradient reach what a model learns?"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from attncourse.checks.exercise import Exercise
from attncourse.checks.refusal import Refusal


def check(exercise: Exercise, function: Callable[..., Any]) -> None:
    """Raises Refusal where the gradient reaches an argument through the
    reference, and not through the function.
    """
    cause: BaseException | None = None
    try:
        found = reached(exercise, function)
    except (Exception, SystemExit) as error:  # NumPy, for instance
        found, cause = set(), error
    lost = sorted(reached(exercise, exercise.reference) - found)
    if lost:
        raise Refusal(
            f"your numbers are right, but no gradient reaches "
            f"{', '.join(lost)}: a model that calls your function would not "
            f"learn. Compute with tensors alone, without .detach(), .data, "
            f".item(), .tolist(), .numpy(), torch.tensor(...) and "
            f"torch.no_grad()."
        ) from cause


def reached(exercise: Exercise, function: Callable[..., Any]) -> set[str]:
    """The arguments that the gradient of the answer reaches, in one case."""
    inputs = exercise.inputs(next(iter(exercise.cases)))
    learned = {
        name: x.requires_grad_()
        for name, x in inputs.items()
        if isinstance(x, Tensor) and x.is_floating_point()
    }
    with torch.enable_grad():
        answer = function(*inputs.values())
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    sums = [x.sum() for x in parts if x.requires_grad]
    if not sums:
        return set()
    slopes = torch.autograd.grad(
        sum(sums), [*learned.values()], allow_unused=True
    )
    return {
        name
        for name, slope in zip(learned, slopes, strict=True)
        if slope is not None
    }
