"""Values compared, counted and written down."""

from typing import Any

from torch import Tensor, isclose

# by these names, before a learner's code can put others in their places
from torch import equal as same_tensor

Values = dict[str, Any]  # arguments, sizes, steps by name
# cases are float64 with values near 1, where rounding stays under 1e-14
TOLERANCE = 1e-9
# a mean may be taken in float32, which has 7 digits
PLAIN_TOLERANCE = 1e-6


def close(actual: Any, expected: Any, exact: bool = False) -> bool:
    """True when two values are equal but for rounding; NaN equals NaN.

    exact: where the expected number is 0, nothing but 0 is.
    """
    if isinstance(expected, Tensor):
        if not isinstance(actual, Tensor) or actual.shape != expected.shape:
            return False
        return not bool(wrong(actual, expected, exact).any())
    if isinstance(expected, float | int) and isinstance(actual, float | int):
        return abs(actual - expected) <= PLAIN_TOLERANCE
    return bool(type(actual) is type(expected) and actual == expected)


def identical(one: Any, other: Any) -> bool:
    """True when two values are the same to the last bit."""
    if not isinstance(one, Tensor):
        return type(one) is type(other) and bool(one == other)
    form = one.shape, one.dtype
    alike = isinstance(other, Tensor) and (other.shape, other.dtype) == form
    return alike and same_tensor(one, other)


def written(value: Any) -> str:
    """A value to the last bit."""
    if isinstance(value, Tensor):
        return f"{value.dtype}{tuple(value.shape)}{value.numpy().tobytes()!r}"
    return repr(value)


def kind(value: Any) -> tuple[Any, ...]:
    """What tells whether other mistakes are possible with a value: axes of
    length 1, hidden scores, rows of nothing.
    """
    if not isinstance(value, Tensor):
        return (type(value),)
    form = value.dtype, *(size > 1 for size in value.shape)
    blind = bool(value.ndim and (value == 0).all(-1).any())
    return (*form, bool(value.isneginf().any()), blind)


def wrong(actual: Tensor, expected: Tensor, exact: bool = False) -> Tensor:
    """Which entries differ, bool."""
    off = ~isclose(
        actual.detach().double(),
        expected.double(),
        rtol=0.0,
        atol=TOLERANCE,
        equal_nan=True,
    )
    return off | ((expected == 0) & (actual != 0)) if exact else off


def count(value: Any) -> int:
    """How many numbers a value holds."""
    if isinstance(value, Tensor):
        return value.numel()
    return len(value) if isinstance(value, set | list) else 1


def numbers(values: Values) -> int:
    """How many numbers several values hold."""
    return sum(map(count, values.values()))


def plain(value: Any) -> Any:
    """A tensor as lists or a number; all else as it is."""
    return value.detach().tolist() if isinstance(value, Tensor) else value


def shown(value: Any, digits: int = 4) -> str:
    """A value in one line, numbers to so many digits."""
    value = plain(value)
    if isinstance(value, list):
        return f"[{', '.join(shown(item, digits) for item in value)}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return str(int(value))
    if isinstance(value, float):
        text = f"{value:.{digits}g}"
        return "0" if text == "-0" else text
    return str(value)


def apart(actual: Any, expected: Any) -> tuple[str, str]:
    """Both in one line, with as many digits as it takes to tell them apart."""
    pairs = ((shown(actual, n), shown(expected, n)) for n in range(4, 17))
    return next(
        (pair for pair in pairs if pair[0] != pair[1]),
        (repr(plain(actual)), repr(plain(expected))),
    )
