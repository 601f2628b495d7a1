"""What a worker has said, as values: what a call returned, a signature, the
errors of cells. It may say anything.
"""

import inspect
from collections.abc import Sequence
from itertools import islice
from typing import Any

import torch
from torch import Tensor

from attncourse.checks.failed import CheckFailed

ERRORS = 50  # cells whose errors are kept


def heard(errors: Any) -> dict[str, str]:
    """The errors of cells, of which a student's process may tell anything."""
    if not isinstance(errors, dict):
        return {}
    some = islice(errors.items(), ERRORS)
    return {str(cell)[:20]: str(text)[:500] for cell, text in some}


def through(names: Any) -> list[str]:
    """The functions of the course that an answer is said to call."""
    some = names if isinstance(names, list) else []
    return [str(name)[:80] for name in some[:5]]


def answer(said: dict[str, Any], args: Sequence[Any]) -> Any:
    """What a call returned, with arguments in their places. Raises CheckFailed
    for a call that failed.
    """
    if "refused" in said:
        lines = said["refused"]
        if lines is None:
            raise NotImplementedError
        raise CheckFailed(*map(str, lines))
    if said.get("drew"):
        torch.rand(1)
    for arg, now in zip(args, said.get("args", args), strict=False):
        changed(arg, now)
    return placed(said["returned"], args)


def changed(arg: Any, now: Any) -> None:
    """Let an argument be what the student made of it."""
    if isinstance(arg, Tensor) and isinstance(now, Tensor):
        if arg is not now and arg.shape == now.shape and arg.dtype == now.dtype:
            arg.copy_(now)
    elif isinstance(arg, list) and isinstance(now, list):
        arg[:] = now
    elif isinstance(arg, set) and isinstance(now, set):
        arg.symmetric_difference_update(arg ^ now)


def placed(found: Any, args: Sequence[Any]) -> Any:
    """A value that was returned; an argument that was is that argument."""
    if isinstance(found, dict) and "$argument" in found:
        return args[found["$argument"]]
    if type(found) is tuple:
        return tuple(placed(part, args) for part in found)
    return found


def signature(parameters: list[Any]) -> inspect.Signature:
    """The parameters of a function, as the worker tells them."""
    return inspect.Signature(
        [
            inspect.Parameter(
                str(name)[:80],
                inspect._ParameterKind(kind),
                default=None if given else inspect.Parameter.empty,
            )
            for name, kind, given in parameters
        ]
    )
