"""Slips that run through a whole chain: an argument that is another one from
the start, an operation that is done otherwise wherever it stands.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby, permutations
from typing import Any

import torch

from attncourse.checks.exercise import Change, Exercise, Slip, Step
from attncourse.checks.mutations import one_step, one_value, operations
from attncourse.checks.mutations.one_value import Make, Turn
from attncourse.checks.mutations.spot import Spot
from attncourse.checks.values import Values

ABSOLUTE: dict[str, Make] = {
    "pow": lambda x, *_: x.abs(),
    "sqrt": lambda x: x,
}


def slips(exercise: Exercise, values: Values) -> Iterator[Slip]:
    """All of them that the values of one case call for."""
    yield from _exchanged(exercise, values)
    yield from _arguments(exercise, values)
    yield from _operations(exercise, values)
    yield from _late(exercise, values)


def _changed(exercise: Exercise, turn: Turn, names: list[str]) -> Change:
    """All steps that need one of these values, with them turned."""
    change = {}
    for name in exercise.users(*names):
        step = exercise.steps[name]
        for place, need in enumerate(step.needs):
            if need in names:
                step = one_step.nested(step, place, turn, need)
        change[name] = step
    return change


def _arguments(exercise: Exercise, values: Values) -> Iterator[Slip]:
    """Arguments that several steps need, turned before all of them; those of
    one form also together.
    """
    alike = groupby(sorted(exercise.takes, key=exercise.axes), exercise.axes)
    groups = [[name] for name in exercise.takes]
    groups += [some for axes, g in alike if axes and len(some := [*g]) > 1]
    for names in groups:
        first, users = names[0], exercise.users(*names)
        if len(users) < 2:
            continue
        for kind in one_value.ALL:
            for message, turn in kind(values[first], exercise.axes(first)):
                change = _changed(exercise, turn, names)
                whole = "each of " * (len(names) > 1) + " and ".join(names)
                each = f"{whole} {message}, from the start"
                yield Slip(users[0], each, change)


def _exchanged(exercise: Exercise, values: Values) -> Iterator[Slip]:
    """Two arguments of one form, one or each where the other belongs."""
    for one, two in permutations(exercise.takes, 2):
        whole = type(values[one]) is type(values[two]) is int
        if exercise.axes(one) != exercise.axes(two):
            continue
        if exercise.axes(one) or whole:
            message = f"{one} is used instead of {two}, from the start"
            yield _renamed(exercise, message, {two: one})
            message = f"{one} and {two} are swapped, from the start"
            yield _renamed(exercise, message, {one: two, two: one})


def _renamed(exercise: Exercise, message: str, other: dict[str, str]) -> Slip:
    change = {}
    for name in exercise.users(*other):
        step = exercise.steps[name]
        needs = (other.get(need, need) for need in step.needs)
        change[name] = step.made(step.make, *needs)
    return Slip([*change][0], message, change)


def _operations(exercise: Exercise, values: Values) -> Iterator[Slip]:
    """Operations done otherwise in all steps."""
    found: dict[str, dict[str, operations.Call]] = {}
    for step in exercise.steps:
        for call in Spot(exercise, values, step).calls:
            found.setdefault(call.name, {}).setdefault(step, call)
    for name, steps in found.items():
        last, call = [*steps.items()][-1]
        axes = Spot(exercise, values, last).letters(call)
        for message, other in operations.others(call, axes):
            if len(steps) > 1:
                yield _everywhere(exercise, message, {name: other}, [*steps])
    powers, roots = found.get("pow", {}), found.get("sqrt", {})
    squares = [n for n, call in powers.items() if call.args[1] == 2]
    if squares and roots:
        names = [*dict.fromkeys((*squares, *roots))]
        message = "absolute values stand where squares and a root belong"
        yield _everywhere(exercise, message, ABSOLUTE, names)
    if steps := found.get("sin", {}) | found.get("cos", {}):
        both = {"sin": torch.cos, "cos": torch.sin}
        message = "sin and cos are exchanged"
        yield _everywhere(exercise, message, both, [*steps])


def _everywhere(
    exercise: Exercise,
    message: str,
    others: Mapping[str, Make],
    names: list[str],
) -> Slip:
    change = {}
    for name in names:
        step = exercise.steps[name]
        make = operations.made(step.make, others)
        change[name] = step.made(make, *step.needs)
    return Slip(names[-1], message, change)


def _late(exercise: Exercise, values: Values) -> Iterator[Slip]:
    """A step, or a factor of it, that comes after a later one."""
    for name, step in exercise.steps.items():
        spot = Spot(exercise, values, name)
        later = [n for n in exercise.steps if name in exercise.causes(n)[:-1]]
        later = [n for n in later if one_value.is_number(values[n])]
        kinds = [(f"what {name} does", *_left(step, p)) for p, _ in spot.alike]
        for call in spot.calls:
            if call.name in ("mul", "div") and _is_plain(call):
                what = f"the {operations.SIGNS[call.name]} in {name}"
                kinds.append((what, *_unscaled(step, call)))
        for what, first, last in kinds:
            for other in later:
                after = one_step.then(exercise.steps[other].make, last)
                needs = exercise.steps[other].needs
                done = exercise.steps[other].made(after, *needs)
                change = {name: first, other: done}
                yield Slip(other, f"{what} is done after {other}", change)


def _is_plain(call: operations.Call) -> bool:
    return len(call.args) == 2 and type(call.args[1]) in (int, float)


def _left(step: Step, place: int) -> tuple[Step, Turn]:
    """The step left out; what it does, for a later one."""
    given: list[Any] = []

    def out(*a: Any) -> Any:
        given[:] = a
        return a[place]

    def later(x: Any) -> Any:
        return step.make(*given[:place], x, *given[place + 1 :])

    return step.made(out, *step.needs), later


def _unscaled(step: Step, call: operations.Call) -> tuple[Step, Turn]:
    """The step without a factor; what is left out, for a later one."""
    given: list[Any] = []

    def out(x: Any, by: Any) -> Any:
        given[:] = [by]
        return x

    make = operations.made(step.make, {call.name: out}, call.place)
    return step.made(make, *step.needs), lambda x: call.func(x, *given)
