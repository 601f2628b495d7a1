"""What to add to an error that torch or Python raises inside a learner's function: its numbers in letters."""

import re
from collections.abc import Iterator
from typing import Any

from torch import Tensor

NUMBERS = re.compile(r"(?<![\w.])\d+(x\d+)*(?![\w.])")
PRODUCT = re.compile(r"cannot be multiplied \((\w+)x(\w+) and (\w+)x(\w+)\)")


def lines(error: BaseException, given: dict[str, Any], takes: dict[str, str]) -> Iterator[str]:
    """The error with the letters of the sizes in it, the shapes of the arguments, and what to try.

    Sizes are pairwise different in every case, so a number stands for one letter.
    """
    if isinstance(error, NameError):
        yield f"Your function may use its arguments, {', '.join(takes)}, and what is imported above it."
    if isinstance(error, AttributeError | TypeError) and "'tuple' object" in str(error) and "step" in takes:
        yield "step returns two things: write log_probabilities, state = step(state, token)."
    shapes = {name: value.shape for name, value in given.items() if isinstance(value, Tensor) and takes[name]}
    if type(error) not in (RuntimeError, IndexError) or not shapes:
        return
    letters = {size: letter for name in shapes for letter, size in zip(takes[name].split(), shapes[name], strict=True)}
    text = NUMBERS.sub(lambda found: _lettered(found[0], letters), str(error))
    if text != str(error):
        yield f"in letters: {text}"
    yield from _advice(text, takes)
    told = (f"{name} ({', '.join(takes[name].split())}) = {tuple(shape)}" for name, shape in shapes.items())
    yield f"shapes: {', '.join(told)}"


def _lettered(number: str, letters: dict[int, str]) -> str:
    """ "3x2" is "BxD"; a number that is no size, or no single one, stays."""
    return "x".join(letters.get(int(part), part) for part in number.split("x"))


def _advice(text: str, takes: dict[str, str]) -> Iterator[str]:
    product = PRODUCT.search(text)
    if product:
        _, inner, first, last = product.groups()
        yield f"A product needs equal letters where the two meet: here {inner} meets {first}."
        turned = [name for name, shape in takes.items() if shape == f"{first} {last}" and last == inner]
        yield from (f"{name} is {first} x {last}: take {name}.T." for name in turned)
    if "batch2" in text or "size mismatch" in text:
        yield "In x @ y the last axis of x meets the last but one of y, or the only one where y is a vector."
    if "must match the size of tensor" in text:
        yield "Axes are lined up from the right: give the tensor that lacks one a new axis of length 1, x[:, None]."
