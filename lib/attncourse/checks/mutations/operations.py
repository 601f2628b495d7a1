"""One operation of torch done otherwise, in whichever step it stands.

A step is watched while it runs. What it calls can then be done otherwise,
without a look at its code.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from attncourse.checks.values import shown

Make = Callable[..., Any]
Kinds = Iterator[tuple[str, Make]]


class Call(NamedTuple):
    """One call: the function and its name, what goes in, which call of this
    name it is, and what comes out.
    """

    func: Make
    name: str
    args: tuple[Any, ...]
    named: dict[str, Any]
    place: int
    result: Any


class _Watch(TorchFunctionMode):
    """While it is entered, calls are logged, those of some names made
    otherwise: all of them, or the one at a place.
    """

    def __init__(
        self, others: Mapping[str, Make], place: int | None = None
    ) -> None:
        super().__init__()
        self.others, self.place = others, place
        self.log = list[Call]()
        self.seen = 0

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """What torch calls in place of each of its functions."""
        name, named = _name(func), kwargs or {}
        if name in self.others:
            self.seen += 1
            if self.place in (None, self.seen - 1):
                return self.others[name](*args, **named)
        result = func(*args, **named)
        if not self.others:
            place = sum(call.name == name for call in self.log)
            self.log.append(Call(func, name, args, named, place, result))
        return result


def calls(make: Make, *inputs: Any) -> list[Call]:
    """What a function calls."""
    with _Watch({}) as watch:
        make(*inputs)
    return watch.log


def made(
    make: Make, others: Mapping[str, Make], place: int | None = None
) -> Make:
    """A function whose calls of some names are done otherwise."""

    def otherwise(*inputs: Any) -> Any:
        with _Watch(others, place):
            return make(*inputs)

    return otherwise


def unbracketed(calls: list[Call]) -> Iterator[tuple[str, dict[str, Make]]]:
    """Two operations of which the second is done first: a + b / c instead of
    (a + b) / c.
    """
    simple = [c for c in calls if c.name in BRACKETS and len(c.args) == 2]
    for outer in simple:
        for inner in simple:
            if inner.result is outer.args[0] and inner.name != outer.name:
                signs = _sign(inner.name), _sign(outer.name)
                yield (
                    f"{signs[1]} lacks the brackets around {signs[0]}",
                    _loose(inner, outer),
                )


def _loose(inner: Call, outer: Call) -> dict[str, Make]:
    kept = list[tuple[Any, ...]]()

    def first(a: Any, b: Any) -> Any:
        made = inner.func(a, b)
        kept.append((made, a, b))
        return made

    def then(x: Any, c: Any) -> Any:
        for made, a, b in kept:
            if x is made:
                return inner.func(a, outer.func(b, c))
        return outer.func(x, c)

    return {inner.name: first, outer.name: then}


def others(call: Call, letters: list[str]) -> Kinds:
    """Other ways to make a call; the letters of its axes."""
    if call.name in INSTEAD:
        for name, make in INSTEAD[call.name].items():
            sign = _sign(call.name)
            yield f"{_sign(name)} stands where {sign} belongs", make
    if call.name in ("cat", "stack"):
        yield f"{call.name} joins in the wrong order", _reversed(call.func)
    if call.name == "permute":
        yield "permute goes the other way", _inverse
    yield from _numbers(call)
    yield from _along(call, letters)


def _reversed(func: Make) -> Make:
    return lambda parts, *a, **n: func(parts[::-1], *a, **n)


def _inverse(x: Tensor, *order: Any) -> Tensor:
    """Axes to where they come from, in the right shape."""
    axes = order if type(order[0]) is int else order[0]
    right = x.permute(axes)
    back = sorted(range(x.ndim), key=axes.__getitem__)
    return x.permute(back).reshape(right.shape)


def _name(func: Any) -> str:
    """The name of a function, or of a property."""
    name = getattr(func, "__name__", "")
    if name == "__get__":
        name = getattr(func.__self__, "__name__", "")
    return name.strip("_")


def _sign(name: str) -> str:
    return SIGNS.get(name, name)


def _numbers(call: Call) -> Kinds:
    """A number that is written out, or a size."""
    kinds = FILLS if call.name in FILLING else NUMBERS
    if call.name not in (*FILLING, *ARITHMETIC):
        return
    for i, x in enumerate(call.args):
        if type(x) in (int, float):
            for words, change in kinds.items():
                other = _with(call.func, i, change)
                if call.name not in COMPARED or _tells(call, other):
                    beside = f"{shown(x)} beside {_sign(call.name)}"
                    yield f"the number {beside} is {words}", other


def _tells(call: Call, other: Make) -> bool:
    """True unless a comparison with another number comes out the same of all
    numbers, and the right one does not.
    """
    marks, right = (f(*call.args, **call.named) for f in (other, call.func))
    return len(marks.unique()) > 1 or len(right.unique()) == 1


def _with(func: Make, i: int, change: Make) -> Make:
    """A function, one of whose arguments is changed."""
    return lambda *a, **n: func(*a[:i], change(a[i]), *a[i + 1 :], **n)


def _along(call: Call, letters: list[str]) -> Kinds:
    """Along other axes."""
    name, args, named = call.name, call.args, call.named
    if name not in ALONG.split():
        return
    x = args[0]
    axis = args[1] if len(args) > 1 else named.get("dim")
    if type(axis) is not int or x.ndim < 2:
        return
    sizes = range(1, x.ndim + 1) if name in ("mean", "sum") else (1,)
    for size in sizes:
        for some in combinations(range(x.ndim), size):
            if some != (axis % x.ndim,):
                words = ", ".join(letters[i] for i in some)
                other = some if size > 1 else some[0]
                yield f"{name} runs along {words}", _axis(call.func, other)
    if name == "cumsum":
        yield f"{name} runs on from row to row", _on


def _on(x: Tensor, *_: Any, **n: Any) -> Tensor:
    return x.flatten().cumsum(0).view(x.shape)


def _axis(func: Make, axis: int | tuple[int, ...]) -> Make:
    def along(x: Tensor, *a: Any, **n: Any) -> Any:
        if a:
            return func(x, axis, *a[1:], **n)
        return func(x, **{**n, "dim": axis})

    return along


def _method(name: str) -> Make:
    if name == "exp":  # it runs along no axis
        return lambda x, *a, **n: x.exp()
    return lambda x, *a, **n: getattr(x, name)(*a, **n)


SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "matmul": "@"}
SIGNS |= {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
SIGNS |= {"and": "&", "or": "|", "xor": "^", "pow": "**", "rpow": "**"}
SIGNS |= {"rsub": "-", "floordiv": "//", "remainder": "%", "invert": "~"}
PAIRS = "add sub, add clamp_min, sub add, sub mul, mul add, mul div, div mul"
PAIRS += ", lt le, lt ge, le lt, ge gt, ge lt, ne eq, mean sum, sum mean"
PAIRS += ", sum amax, softmax exp, tril triu, tanh sigmoid, square abs"
PAIRS += ", log_softmax softmax"
INSTEAD: dict[str, dict[str, Make]] = {}
for pair in PAIRS.split(", "):
    name, other = pair.split()
    INSTEAD.setdefault(name, {})[other] = _method(other)
INSTEAD["eye"] = {"ones": lambda n, **_: torch.ones(n, n)}
INSTEAD["and"] = {"or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}
INSTEAD["pow"] = {"abs": lambda x, _: x.abs(), "mul": lambda x, n: x * n}
ALONG = "mean sum amax softmax log_softmax cumsum sort argsort flip argmax"
COMPARED = "lt", "le", "gt", "ge"
BRACKETS = "add", "sub", "mul", "div", "pow"
FILLING = "masked_fill", "where"
ARITHMETIC = "tril", "triu", "clamp", *({*SIGNS} - {"and", "or", "xor"})
NUMBERS: dict[str, Make] = {
    "too large by 1": lambda c: c + 1,
    "doubled": lambda c: 2 * c,
    "0": lambda c: 0,
    "1": lambda c: 1,
}
FILLS: dict[str, Make] = {
    f"{n:g}": lambda _, n=n: n
    for n in (-100, -1, 0, 1, -math.inf, math.inf, math.nan)
}
