"""Answers compared: equal or not, what is wrong with the form, where the values
differ.

An answer is a tensor, a list of int, or a tuple of such parts.
"""

from typing import Any

import torch
from torch import Tensor

KEEP = (
    "Give each new tensor the type of an argument x: torch.zeros(..., "
    "dtype=x.dtype), or x.new_zeros(...)."
)
# cases are float64 with values near 1, where rounding stays under 1e-14
TOLERANCE = 1e-9


def close(a: Tensor, b: Tensor | float, nan: bool = False) -> bool:
    """True when all are equal but for rounding; `nan` says whether NaN equals
    NaN.
    """
    return bool(
        torch.isclose(
            a,
            torch.as_tensor(b, dtype=a.dtype),
            rtol=0.0,
            atol=TOLERANCE,
            equal_nan=nan,
        ).all()
    )


def same(found: Any, expected: Any) -> bool:
    """True when both have one form and one value; NaN equals NaN."""
    if isinstance(expected, tuple):
        alike = isinstance(found, tuple | list) and len(found) == len(expected)
        return alike and all(
            same(f, e) for f, e in zip(found, expected, strict=True)
        )
    if isinstance(expected, Tensor):
        return _form(found) == _form(expected) and close(
            found, expected, nan=True
        )
    return (
        isinstance(found, list)
        and all(type(item) is int for item in found)
        and found == expected
    )


def copied(found: Any) -> Any:
    """The answer as it is now, whatever becomes of its lists and tensors in a
    later call.
    """
    if isinstance(found, tuple | list):
        return (
            type(found)(map(copied, found))
            if type(found) in (tuple, list)
            else found
        )
    return found.detach().clone() if isinstance(found, Tensor) else found


def complaint(
    found: Any,
    expected: Any,
    returns: dict[str, str],
    letters: dict[int, str] | None = None,
) -> str | None:
    """What is wrong with the form of the answer, in one sentence; None when
    only values can be wrong.
    """
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    if not isinstance(found, tuple | list) or len(found) != len(expected):
        return (
            f"return {len(expected)} things, ({', '.join(returns)}): yours "
            f"returned {_kind(found)}."
        )
    forms, wanted = (
        [_form(part) for part in parts] for parts in (found, expected)
    )
    if forms != wanted and forms == wanted[::-1]:
        return (
            f"the order is wrong: return ({', '.join(returns)}), in this order."
        )
    parts = zip(found, expected, returns.items(), strict=True)
    return next(
        (
            text
            for f, e, part in parts
            if (text := _part_complaint(f, e, *part, letters or {}))
        ),
        None,
    )


def difference(
    found: Any, expected: Any, returns: dict[str, str], row: int = 0
) -> list[tuple[str, str]]:
    """Each part that differs, by name, with two lines: expected above found; of
    a tensor one row, `row` if wrong.
    """
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    parts = zip(found, expected, returns, strict=True)
    return [
        (name, _part_difference(f, e, name, row))
        for f, e, name in parts
        if not same(f, e)
    ]


def _part_difference(found: Any, expected: Any, name: str, row: int) -> str:
    if isinstance(expected, Tensor) and _form(found) == _form(expected):
        rows = [
            i
            for i in range(len(expected))
            if not close(found[i], expected[i], nan=True)
        ]
        row = row if row in rows else rows[0]
        found, expected, name = found[row], expected[row], f"{name}[{row}]"
    shown = (
        (_shown(found, digits), _shown(expected, digits))
        for digits in range(4, 13)
    )
    there, wanted = next(
        (pair for pair in shown if pair[0] != pair[1]),
        (str(found), str(expected)),
    )
    return (
        f"expected {name}: {_short(wanted)}\n  found    {name}: {_short(there)}"
    )


def _part_complaint(
    found: Any, expected: Any, name: str, shape: str, letters: dict[int, str]
) -> str | None:
    if isinstance(expected, list):
        return _list_complaint(found, name)
    if not isinstance(found, Tensor):
        cure = (
            " torch.stack(...) makes one of a list."
            if isinstance(found, list)
            else ""
        )
        return f"{name} must be a tensor: yours is {_kind(found)}.{cure}"
    if found.shape != expected.shape:
        wanted = (
            f"{name} must have the shape ({', '.join(shape.split())}) = "
            f"{tuple(expected.shape)}: "
        )
        return (
            f"{wanted}yours is "
            f"{tuple(found.shape)}{_axes(found, shape.split(), letters)}"
        )
    if found.dtype != expected.dtype:
        return (
            f"{name} must keep the type of the arguments, {expected.dtype}: "
            f"yours is {found.dtype}. {KEEP}"
        )
    if _form(found) != _form(expected):
        return (
            f"{name} must be a dense tensor on {expected.device}: yours is "
            f"{found.layout} on {found.device}."
        )
    return None


def _axes(found: Tensor, wanted: list[str], letters: dict[int, str]) -> str:
    """A wrong shape in letters, and what that says of an axis; nothing where
    sizes have no letter.
    """
    there = [letters.get(size, str(size)) for size in found.shape]
    if not set(there) <= {"1", *letters.values()}:
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


def _list_complaint(found: Any, name: str) -> str | None:
    if not isinstance(found, list):
        return f"{name} must be a list of int: yours is {_kind(found)}."
    odd = next(
        (i for i, item in enumerate(found) if type(item) is not int), None
    )
    if odd is None:
        return None
    cure = (
        " int(...) turns it into one." if isinstance(found[odd], Tensor) else ""
    )
    return (
        f"{name} must hold plain int: item {odd} is {_kind(found[odd])}.{cure}"
    )


def _form(value: Any) -> tuple:
    return (
        (value.shape, value.dtype, value.device, value.layout)
        if isinstance(value, Tensor)
        else (type(value),)
    )


def _kind(value: Any) -> str:
    """The value's type, with what tells two of a type apart."""
    if isinstance(value, Tensor):
        return f"a tensor of shape {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    return type(value).__name__


def _shown(value: Any, digits: int) -> str:
    """The value in one line, numbers to so many digits."""
    if isinstance(value, Tensor) and value.is_floating_point():
        value = [
            round(number, digits)
            for number in value.detach().flatten().tolist()
        ]
    return str(value)


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:160]} ..."
