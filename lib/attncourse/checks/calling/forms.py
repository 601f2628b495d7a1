"""The form of an answer: tensors of the right shape and type, plain numbers,
lists of int.
"""

from collections.abc import Collection
from itertools import permutations
from numbers import Integral, Real
from typing import Any

import torch
from torch import Tensor
from torch.nn import Parameter

from attncourse.checks.failed import CheckFailed
from attncourse.checks.values import Values, close

Letters = dict[int, str]
KEEP = (
    "Give each new tensor the dtype of an argument x: torch.zeros(..., "
    "dtype=x.dtype), or x.new_zeros(...)."
)
LARGEST = 10**6  # numbers of an answer: no right one has a tenth of them
CAST = "Name it where a tensor begins, torch.arange(..., dtype={})."


def same(actual: Any, expected: Any) -> bool:
    """True when two answers have one form and one value."""
    if isinstance(actual, tuple | list) and type(actual) is type(expected):
        return len(actual) == len(expected) and all(map(same, actual, expected))
    return _form(actual) == _form(expected) and close(actual, expected)


def parts(actual: Any, expected: Values) -> Values:
    """The parts of an answer by name; none of one that has another form. A
    tuple of numbers is as good as a list.
    """
    some = actual if len(expected) > 1 else (actual,)
    if complaint(actual, expected, dict.fromkeys(expected, ""), {}):
        return {}
    pairs = zip(some, expected.values(), strict=True)
    made = ([*x] if isinstance(right, list) else x for x, right in pairs)
    return dict(zip(expected, made, strict=True))


def copied(actual: Any) -> Any:
    """The answer as it is now, whatever becomes of its lists and tensors in a
    later call; numbers of another library become Python's own.
    """
    if isinstance(actual, tuple):
        return tuple(map(copied, actual))
    if type(actual) is list:
        return [*map(copied, actual)]
    if isinstance(actual, Real) and type(actual) is not bool:
        return int(actual) if isinstance(actual, Integral) else float(actual)
    small = _is_tensor(actual) and actual.numel() <= LARGEST
    return actual.detach().clone() if small else actual


def complaint(
    actual: Any,
    expected: Values,
    axes: dict[str, str],
    letters: Letters,
    dtypes: Collection[torch.dtype] = (),
) -> str | None:
    """What is wrong with the form of the answer, in one sentence; None when
    only values can be wrong.

    expected: the right parts by name; axes: those of each part; letters: the
    letter of each size; dtypes: those of the arguments.
    """
    names = ", ".join(expected)
    parts = (actual,) if len(expected) == 1 else actual
    if not isinstance(parts, tuple | list) or len(parts) != len(expected):
        return (
            f"return {len(expected)} values, ({names}): yours returned "
            f"{_kind(actual)}."
        )
    forms = [_form(part) for part in parts]
    wanted = [_form(part) for part in expected.values()]
    orders = map(list, permutations(forms))
    if forms != wanted and any(order == wanted for order in orders):
        return f"the order is wrong: return ({names}), in this order."
    for part, (name, right) in zip(parts, expected.items(), strict=True):
        if isinstance(right, list):
            found = _list(part)
        elif isinstance(right, Tensor):
            given = right.dtype in dtypes
            found = _tensor(part, right, axes[name].split(), letters, given)
        else:
            found = _number(part, right)
        if found:
            return f"{name} must {found}"
    return None


def check_mask(name: str, mask: Any, axes: str, **sizes: int) -> None:
    """Raises CheckFailed for what is no mask of these axes, whether or not
    numbers or another shape would do by chance.
    """
    shape = [sizes[axis] for axis in axes.split()]
    right = torch.empty(shape, dtype=torch.bool)
    letters = {size: axis for axis, size in sizes.items()}
    if found := _tensor(mask, right, axes.split(), letters):
        raise CheckFailed(f"{name} must {found}")


def _tensor(
    actual: Any,
    expected: Tensor,
    axes: list[str],
    letters: Letters,
    given: bool = True,
) -> str | None:
    if not _is_tensor(actual):
        cure = ""
        if isinstance(actual, list):
            inside = all(map(_is_tensor, actual))
            name = "stack" if inside and actual else "tensor"
            cure = f" torch.{name}(...) turns a list into one."
        return f"be a tensor: yours is {_kind(actual)}.{cure}"
    if actual.shape != expected.shape:
        return (
            f"have the shape ({', '.join(axes)}) = {(*expected.shape,)}: "
            f"yours is {(*actual.shape,)}"
            f"{_axes(actual, expected, axes, letters)}"
        )
    if _kin(actual.dtype) != _kin(expected.dtype):
        if expected.dtype == torch.bool:
            return f"be boolean, True or False: yours is {actual.dtype}."
        of, cure = (" of the arguments,", KEEP) if given else ("", CAST)
        return (
            f"have the dtype{of} {expected.dtype}: yours is {actual.dtype}. "
            f"{cure.format(expected.dtype)}"
        )
    return None


def _kin(dtype: torch.dtype) -> torch.dtype:
    """The type that stands for all of its kind: ints may have any width."""
    whole = not (dtype.is_floating_point or dtype.is_complex)
    return torch.int64 if whole and dtype != torch.bool else dtype


def _axes(
    actual: Tensor, expected: Tensor, wanted: list[str], letters: Letters
) -> str:
    """A wrong shape in letters, and what that says of an axis; nothing where
    the sizes of several axes are equal.
    """
    there = [letters.get(size, str(size)) for size in actual.shape]
    known = {"1", *letters.values()}
    lettered = len(letters) >= len({*wanted}) and {*there} <= known
    text = f" = ({', '.join(there)})" if lettered else ""
    if sorted(actual.shape) == sorted(expected.shape):
        return f"{text}: the axes are in the wrong order."
    if not lettered:
        return "."
    text = text if there else ", a single number"
    more = ", ".join(axis for axis in there if axis not in wanted)
    less = ", ".join(axis for axis in wanted if axis not in there)
    if less and {*there} - {*wanted} == {"1"}:
        more = ""
    if more and less:
        return f"{text}. {more} stands where {less} belongs."
    if more:
        return f"{text}. {more} should be gone: sum over it, or remove it."
    if less:
        return (
            f"{text}. {less} is missing: was it summed or squeezed away, or "
            f"is this only one part?"
        )
    if len(there) > len(wanted):
        return f"{text}. One axis appears twice."
    return f"{text}."


def _list(actual: Any) -> str | None:
    if not isinstance(actual, list | tuple):
        return f"be a list of ints: yours is {_kind(actual)}."
    for i, item in enumerate(actual):
        if type(item) is not int:
            turn = " int(...) turns it into one."
            cure = turn if isinstance(item, Tensor) else ""
            return f"contain plain ints: item {i} is {_kind(item)}.{cure}"
    return None


def _number(actual: Any, expected: float) -> str | None:
    whole = isinstance(expected, int)
    if isinstance(actual, int if whole else Real) and type(actual) is not bool:
        return None
    cast = "int" if whole else "float"
    cure = (
        f" {cast}(...) turns a tensor into one." if _is_tensor(actual) else ""
    )
    return f"be a plain {cast}: yours is {_kind(actual)}.{cure}"


def _is_tensor(value: Any) -> bool:
    """True for a dense tensor of torch itself: a class of its own may lie."""
    plain = type(value) in (Tensor, Parameter)
    return plain and value.layout == torch.strided and not value.is_meta


def _form(value: Any) -> tuple:
    if _is_tensor(value):
        return (value.shape, value.dtype)
    return (Real,) if type(value) in (int, float) else (type(value),)


def _kind(value: Any) -> str:
    """The value's type, with what tells two of a type apart."""
    if _is_tensor(value):
        return f"a tensor of shape {tuple(value.shape)}"
    if type(value) in (Tensor, Parameter) and value.is_meta:
        return "a tensor without numbers (on the device meta)"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    return type(value).__name__
