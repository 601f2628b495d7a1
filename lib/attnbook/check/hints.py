"""What to add to an error that torch or Python raises inside a learner's
function: its numbers in letters.
"""

import linecache
import re
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from torch import Size, Tensor

from attnbook.check.forms import KEEP

NUMBERS = re.compile(
    r"(?<![\w.])(?<!dimension )(?<!operand )(?<!dim )(?<!index "
    r")\d+(x\d+)*(?![\w.-])(?! dimensions)"
)
PRODUCT = re.compile(r"cannot be multiplied \((\w+)x(\w+) and (\w+)x(\w+)\)")
FLOAT = re.compile(r"tuple of ints.*float|'float' object cannot be interp")
TURNED = re.compile(r"\b(\w+)\.T\b")
STEP = (
    "step returns two things: write log_probabilities, state = step(state, "
    "token)."
)


def letters(inputs: dict[str, Any], takes: dict[str, str]) -> dict[int, str]:
    """The letter of each size above 1; sizes are pairwise different in every
    case, so a number stands for one.
    """
    shapes = _shapes(inputs, takes).items()
    named = (
        pair
        for name, shape in shapes
        for pair in zip(shape, takes[name].split(), strict=True)
    )
    return {
        size: letter.rstrip("'")
        for size, letter in reversed([*named])
        if size > 1
    }


def _shapes(inputs: dict[str, Any], takes: dict[str, str]) -> dict[str, Size]:
    """The shape of each argument that is a tensor with named axes."""
    return {
        name: x.shape
        for name, x in inputs.items()
        if isinstance(x, Tensor) and takes[name]
    }


def lines(
    error: BaseException,
    function: Any,
    inputs: dict[str, Any],
    takes: dict[str, str],
) -> Iterator[str]:
    """The error, the learner's line that it comes from, its sizes in letters,
    the arguments' shapes, what to try.
    """
    yield f"your function raised {type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == _code(function)]
    if own and own[-1].line:
        yield f"at the line: {own[-1].line}"
        word = "assert" if isinstance(error, AssertionError) else "raise"
        if own[-1] == frames[-1] and own[-1].line.startswith(word):
            yield (
                "Your own code raises it. No error is wanted in this case, "
                "but an answer."
            )
            return
    if isinstance(error, NameError):
        early = (
            "It has no value yet at this line: give it one on every path "
            "that leads here, before the loop for one."
        )
        names = (
            f"Your function may use its arguments, {', '.join(takes)}, and "
            "what is imported above it."
        )
        yield early if isinstance(error, UnboundLocalError) else names
    if (
        isinstance(error, AttributeError | TypeError)
        and "'tuple' object" in str(error)
        and "step" in takes
    ):
        yield STEP
    if isinstance(error, TypeError) and FLOAT.search(str(error)):
        yield "A size is an int: / makes a float, // makes an int."
    shapes = _shapes(inputs, takes)
    if type(error) not in (RuntimeError, IndexError, ValueError) or not shapes:
        return
    # a number that is no size, or no single one, stays; "3x2" is "BxD"
    sizes = letters(inputs, takes)
    text = NUMBERS.sub(
        lambda found: "x".join(
            sizes.get(int(part), part) for part in found[0].split("x")
        ),
        str(error),
    )
    if text != str(error):
        yield f"in letters: {text}"
    line = (own[-1].line if own else None) or ""
    yield from _named(line, text, takes) or _advice(text, takes)
    told = (
        f"{name} ({', '.join(takes[name].split())}) = {tuple(shape)}"
        for name, shape in shapes.items()
    )
    yield f"shapes: {', '.join(told)}"


def returned_none(function: Any, inputs: dict[str, Any]) -> str:
    """Which line of a function that returned None was its last."""
    ends: list[str] = []

    def watch(frame: Any, event: str, _: Any) -> None:
        if event == "return" and frame.f_code.co_filename == _code(function):
            ends.append(
                linecache.getline(
                    frame.f_code.co_filename, frame.f_lineno
                ).strip()
            )

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        function(*inputs.values())
    finally:
        sys.setprofile(before)
    last = ends[-1] if ends else ""
    if last.startswith("return"):
        return (
            f"your function returned None, at the line: {last}\n  A bare "
            f"`return` gives None, and so do "
            f"append, sort and reverse. Name the answer after `return`."
        )
    return (
        f"your function returned None. It needs a `return` on every path: also "
        f"where no `if` holds, and where a loop "
        f"runs to its end.{f' Its last line was: {last}' if last else ''}"
    )


def _code(function: Any) -> str | None:
    """The file of a function."""
    return getattr(getattr(function, "__code__", None), "co_filename", None)


def _named(line: str, text: str, takes: dict[str, str]) -> list[str]:
    """What the learner's line shows: a batch turned as a matrix is."""
    own = "B T D" if "non-singleton dimension 0" in text else ""
    return [
        f"{name}.T turns all axes of {name} round, the batch too: {name}.mT "
        "turns the last two."
        for name in TURNED.findall(line)
        if takes.get(name, own).count(" ") > 1
    ]


def _advice(text: str, takes: dict[str, str]) -> Iterator[str]:
    product = PRODUCT.search(text)
    if product:
        _, inner, first, last = product.groups()
        yield (
            f"A product needs equal letters where the two meet: here {inner} "
            f"meets {first}."
        )
        turned = [
            name
            for name, shape in takes.items()
            if shape == f"{first} {last}" and last == inner
        ]
        yield from (
            f"{name} is {first} x {last}: take {name}.T." for name in turned
        )
        if product[1] == first and inner == last:
            yield "Both are of one shape: entry by entry is *, and not @."
    if "Python scalars" in text:
        yield "The functions of math take one number, those of torch a tensor."
    if "batch2" in text or "size mismatch" in text:
        yield (
            "In x @ y the last axis of x meets the last but one of y, or the "
            "only one where y is a vector."
        )
    if "dtype" in text or "scalar type" in text:
        yield KEEP
    if "must match the size of tensor" in text:
        yield (
            "Axes are lined up from the right: give the tensor that lacks "
            "one a new axis of length 1, x[:, None]."
        )
