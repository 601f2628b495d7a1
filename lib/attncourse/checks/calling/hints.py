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

from attncourse.checks import notebook
from attncourse.checks.calling.forms import KEEP
from attncourse.checks.values import Values

SIZES = re.compile(
    r"(?<!range of )\[[-\d, ]+\]|\b\d+(?:x\d+)+|(?<=\bsize )\d+"
    r"|(?<!provided )(?<!dimensions in the tensor )\(\d[\d, ]*(?=\))"
)
PRODUCT = re.compile(r"cannot be multiplied \((\w+)x(\w+) and (\w+)x(\w+)\)")
FLOAT = re.compile(r"tuple of ints.*float|'float' object cannot be interp")
TURNED = re.compile(r"\b(\w+)\.T\b")
STEP = (
    "step returns two values: write log_probabilities, state = step(state, "
    "token)."
)
OWN = "Your own code raises this error, but this case has a right answer."
EARLY = (
    "This name has no value yet at this line: assign it on every path that "
    "leads here, for example before the loop."
)
ADVICE = {
    "Python scalars": "Functions of math take one number; for a tensor use "
    "those of torch.",
    "batch2|size mismatch": "In x @ y, the last axis of x must match the "
    "second-to-last axis of y, or its only axis if y is a vector.",
    "dtype|scalar type": KEEP,
    "must have same number of dimensions": "torch.cat joins tensors that have "
    "equally many axes: give the one that lacks one a new axis of length 1, as "
    "in x[:, None].",
    "must match the size of tensor": "Axes are aligned from the right; two "
    "sizes must be equal, or one of them 1. A tensor that lacks an axis gets "
    "one of length 1 by x[:, None].",
}


def letters(values: Values, axes: dict[str, str]) -> dict[int, str]:
    """The letter of each size above 1 that is the size of one axis alone."""
    found = dict[int, set[str]]()
    for name, shape in _shapes(values, axes).items():
        for size, letter in zip(shape, axes[name].split(), strict=True):
            found.setdefault(size, set()).add(letter.rstrip("'"))
    return {n: min(some) for n, some in found.items() if len(some) == 1 < n}


def _shapes(inputs: Values, takes: dict[str, str]) -> dict[str, Size]:
    """The shape of each argument that is a tensor with named axes."""
    return {
        name: x.shape
        for name, x in inputs.items()
        if isinstance(x, Tensor) and takes[name]
    }


def lines(
    error: BaseException, function: Any, inputs: Values, takes: dict[str, str]
) -> Iterator[str]:
    """The error, the learner's line that it comes from, its sizes in letters,
    the arguments' shapes, what to try.
    """
    text = spoken(error)
    yield f"your function raised {type(error).__name__}: {text}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == _code(function)]
    line = (own[-1].line if own else None) or ""
    if line:
        yield f"at the line: {line}"
        word = "assert" if isinstance(error, AssertionError) else "raise"
        if own[-1] == frames[-1] and line.startswith(word):
            yield OWN
            return
    yield from _python(error, takes)
    if type(error) in (RuntimeError, IndexError, ValueError):
        yield from _torch(text, line, inputs, takes)


def spoken(error: BaseException) -> str:
    """What an error says; nothing of one that cannot say it."""
    try:
        return str(error)
    except Exception:
        return "its text cannot be had"


def _python(error: BaseException, takes: dict[str, str]) -> Iterator[str]:
    """What to say of an error of Python."""
    if isinstance(error, UnboundLocalError):
        yield EARLY
    elif isinstance(error, NameError):
        yield notebook.missing(error) or (
            f"Your function may use its arguments, {', '.join(takes)}, and "
            "whatever is imported above it."
        )
    elif isinstance(error, AttributeError | TypeError):
        if "'tuple' object" in str(error) and "step" in takes:
            yield STEP
        if FLOAT.search(str(error)):
            yield "Sizes must be ints: / gives a float, // gives an int."


def _torch(
    text: str, line: str, inputs: Values, takes: dict[str, str]
) -> Iterator[str]:
    """What to say of an error of torch, which is full of sizes."""
    shapes, sizes = _shapes(inputs, takes), letters(inputs, takes)
    if not shapes:
        return

    def named(found: re.Match[str]) -> str:
        # the size of no axis, or of several, stays; "3x2" is "BxD"
        return re.sub(
            r"(?<!-)\d+", lambda n: sizes.get(int(n[0]), n[0]), found[0]
        )

    lettered = SIZES.sub(named, text)
    if lettered != text:
        yield f"in letters: {lettered}"
    yield from _turned(line, lettered, takes) or _advice(lettered, takes)
    told = (
        f"{n} ({', '.join(takes[n].split())}) = {(*shape,)}"
        for n, shape in shapes.items()
    )
    yield f"shapes: {', '.join(told)}"


def returned_none(function: Any, inputs: Values) -> str:
    """Which line of a function that returned None was its last."""
    last = ""

    def watch(frame: Any, event: str, _: Any) -> None:
        nonlocal last
        file = frame.f_code.co_filename
        if event == "return" and file == _code(function):
            last = linecache.getline(file, frame.f_lineno).strip()

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        function(*inputs.values())
    finally:
        sys.setprofile(before)
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


def _turned(line: str, text: str, takes: dict[str, str]) -> list[str]:
    """What the learner's line shows: a batch turned as a matrix is."""
    own = "B T D" if "non-singleton dimension 0" in text else ""
    return [
        f"{name}.T reverses all axes of {name}, the batch too: {name}.mT swaps "
        "the last two."
        for name in TURNED.findall(line)
        if takes.get(name, own).count(" ") > 1
    ]


def _advice(text: str, takes: dict[str, str]) -> Iterator[str]:
    if product := PRODUCT.search(text):
        before, inner, first, last = product.groups()
        yield (
            f"In a matrix product the inner sizes must match: here {inner} "
            f"meets {first}."
        )
        for name, shape in takes.items():
            if shape == f"{first} {last}" and last == inner:
                yield f"{name} is {first} x {last}: use {name}.T."
        if before == first and inner == last:
            yield "Both have one shape: use * to multiply entry by entry."
    for sign, advice in ADVICE.items():
        if re.search(sign, text):
            yield advice
