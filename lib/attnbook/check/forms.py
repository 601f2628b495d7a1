"""The form of an answer: tensors of the right shape and type, plain numbers,
lists of int.
"""

from collections.abc import Mapping
from numbers import Real
from typing import Any

import torch
from torch import Tensor
from torch.nn import Parameter

from attnbook.check.values import close

KEEP = (
    "Give each new tensor the type of an argument x: torch.zeros(..., "
    "dtype=x.dtype), or x.new_zeros(...)."
)


def same(actual: Any, expected: Any) -> bool:
    """True when two answers have one form and one value."""
    if isinstance(actual, tuple | list) and type(actual) is type(expected):
        return len(actual) == len(expected) and all(map(same, actual, expected))
    return _form(actual) == _form(expected) and close(actual, expected)


def copied(actual: Any) -> Any:
    """The answer as it is now, whatever becomes of its lists and tensors in a
    later call.
    """
    if isinstance(actual, tuple):
        return tuple(map(copied, actual))
    if type(actual) is list:
        return [*map(copied, actual)]
    return actual.detach().clone() if _is_tensor(actual) else actual


def complaint(
    actual: Any,
    expected: Mapping[str, Any],
    axes: Mapping[str, str],
    letters: Mapping[int, str],
) -> str | None:
    """What is wrong with the form of the answer, in one sentence; None when
    only values can be wrong.

    due: the right parts by name; axes: those of each part; letters: the letter
    of each size.
    """
    names = ", ".join(expected)
    parts = (actual,) if len(expected) == 1 else actual
    if not isinstance(parts, tuple | list) or len(parts) != len(expected):
        return (
            f"return {len(expected)} things, ({names}): yours returned "
            f"{_kind(actual)}."
        )
    forms = [_form(part) for part in parts]
    wanted = [_form(part) for part in expected.values()]
    if forms != wanted and forms == wanted[::-1]:
        return f"the order is wrong: return ({names}), in this order."
    complaints = (
        _part_complaint(part, right, name, axes[name], letters)
        for part, (name, right) in zip(parts, expected.items(), strict=True)
    )
    return next(filter(None, complaints), None)


def _part_complaint(
    actual: Any,
    expected: Any,
    name: str,
    shape: str,
    letters: Mapping[int, str],
) -> str | None:
    if isinstance(expected, list):
        return _list_complaint(actual, name)
    if isinstance(expected, int | float):
        return _number_complaint(actual, expected, name)
    if not _is_tensor(actual):
        cure = (
            " torch.stack(...) makes one of a list."
            if isinstance(actual, list)
            else ""
        )
        return f"{name} must be a tensor: yours is {_kind(actual)}.{cure}"
    if actual.shape != expected.shape:
        wanted = (
            f"{name} must have the shape ({', '.join(shape.split())}) = "
            f"{tuple(expected.shape)}: "
        )
        return (
            f"{wanted}yours is "
            f"{tuple(actual.shape)}{_axes(actual, shape.split(), letters)}"
        )
    if actual.dtype != expected.dtype:
        return (
            f"{name} must keep the type of the arguments, {expected.dtype}: "
            f"yours is {actual.dtype}. {KEEP}"
        )
    return None


def _axes(actual: Tensor, wanted: list[str], letters: Mapping[int, str]) -> str:
    """A wrong shape in letters, and what that says of an axis; nothing where
    sizes have no letter.
    """
    there = [letters.get(size, str(size)) for size in actual.shape]
    if len(letters) < len(set(wanted)) or not set(there) <= {
        "1",
        *letters.values(),
    }:
        return "."
    more, less = (
        [axis for axis in a if axis not in b]
        for a, b in ((there, wanted), (wanted, there))
    )
    text = f" = ({', '.join(there)})" if there else ", one number"
    if less and set(more) == {"1"}:
        more = []
    if more and less:
        return (
            f"{text}. {', '.join(more)} stands where {', '.join(less)} "
            f"belongs; another argument has it."
        )
    if more:
        return (
            f"{text}. {', '.join(more)} is left: sum over it, or take it away."
        )
    if less:
        return (
            f"{text}. {', '.join(less)} is lost: summed or squeezed away, "
            f"or is this a part alone?"
        )
    if len(there) > len(wanted):
        return f"{text}. An axis stands there twice."
    return f"{text}: the axes are turned."


def _list_complaint(actual: Any, name: str) -> str | None:
    if not isinstance(actual, list):
        return f"{name} must be a list of int: yours is {_kind(actual)}."
    odd = next(
        (i for i, item in enumerate(actual) if type(item) is not int), None
    )
    if odd is None:
        return None
    cure = (
        " int(...) turns it into one."
        if isinstance(actual[odd], Tensor)
        else ""
    )
    return (
        f"{name} must hold plain int: item {odd} is {_kind(actual[odd])}.{cure}"
    )


def _number_complaint(actual: Any, expected: float, name: str) -> str | None:
    whole = isinstance(expected, int)
    kind = int if whole else Real
    if isinstance(actual, kind) and not isinstance(actual, bool):
        return None
    cast = "int" if whole else "float"
    cure = f" {cast}(...) makes one of a tensor." if _is_tensor(actual) else ""
    return f"{name} must be a plain {cast}: yours is {_kind(actual)}.{cure}"


def _is_tensor(value: Any) -> bool:
    """True for a dense tensor of torch itself: a class of its own may lie."""
    plain = type(value) in (Tensor, Parameter)
    return plain and value.layout == torch.strided


def _form(value: Any) -> tuple:
    if _is_tensor(value):
        return (value.shape, value.dtype)
    return (Real,) if type(value) in (int, float) else (type(value),)


def _kind(value: Any) -> str:
    """The value's type, with what tells two of a type apart."""
    if _is_tensor(value):
        return f"a tensor of shape {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    return type(value).__name__
