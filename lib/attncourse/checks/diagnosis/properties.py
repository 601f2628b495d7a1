"""What can be seen of an answer as such, whatever the exercise."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import torch
from torch import Tensor

from attncourse.checks.diagnosis.probe import Probe
from attncourse.checks.mutations.one_value import is_mask
from attncourse.checks.values import Values, apart, close

NEAR = 6e-3  # what rounding to two digits moves


def first(probe: Probe, shown: str) -> str | None:
    """The first property that is wrong, a sentence, with its case where that is
    not the one that is shown; None where none is.
    """
    looks = _TENSOR if isinstance(probe.actual, Tensor) else _PLAIN
    for look in looks:
        if message := look(probe):
            named = look not in _ALWAYS and probe.case != shown
            return f"{message[:-1]} (case: {probe.case})." if named else message
    return None


def _finite(probe: Probe) -> str | None:
    """NaN or inf, and which value it goes with."""
    off = ~probe.actual.isfinite() & probe.right.isfinite()
    if not off.any():
        return None
    message = f"{probe.first(off)}, not a finite number"
    for name in probe.exercise.causes(probe.part)[::-1]:
        value = probe.values[name]
        if not isinstance(value, Tensor) or value.shape != off.shape:
            continue
        for where, kind in ((value == 0, "0"), (value < 0, "below 0")):
            if off.numel() > 2 and bool((off == where).all()):
                return f"{message}: exactly where {name} is {kind}."
    row = off.ndim > 1 and bool(off.flatten(1).all(1).any())
    return f"{message}.{' A whole row is affected.' if row else ''}"


def _sums(probe: Probe) -> str | None:
    """Shares that sum to 1 along another axis, or not at all."""
    x, expected = probe.actual, probe.right
    ones = _shared(probe.expected, probe.part)
    for i in ones:
        sums, wanted = x.sum(i).flatten(), expected.sum(i).flatten()
        if close(sums, wanted):
            continue
        for j in (j for j in _shared(probe.answers, probe.part) if j != i):
            return (
                f"rows of your {probe.part} sum to 1 along {probe.axes[j]}, "
                f"not along {probe.axes[i]}."
            )
        off = (sums - wanted).abs().argmax()
        own, right = apart(sums[off], wanted[off])
        return (
            f"a row of your {probe.part} along {probe.axes[i]} sums to {own}; "
            f"it must sum to {right}."
        )
    if ones and bool((x < 0).any()):
        return f"there are negative numbers in your {probe.part}."
    return None


def _shared(cases: dict[str, Values], part: str) -> list[int]:
    """The axes along which a part sums to 1 in all cases that have several
    entries there.
    """
    some = [values[part] for values in cases.values()]
    return [
        i
        for i in range(some[0].ndim)
        if (rows := [x for x in some if x.shape[i] > 1])
        and all(_shares(x, i) for x in rows)
    ]


def _shares(x: Tensor, axis: int) -> bool:
    """Rows that sum to 1; those of nothing to see sum to 0."""
    sums = x.sum(axis)
    whole = close(sums, sums.round()) and bool((sums.round() <= 1).all())
    return whole and bool((sums.round() == 1).any())


def _hidden(probe: Probe) -> str | None:
    """What must be exactly 0, and is not; or the other way round."""
    step = probe.exercise.steps[probe.part]
    if not step.exact:
        return None
    none, some = step.zeros
    zero, right = probe.actual == 0, probe.right == 0
    for off, ask, message in (
        (right & ~zero, probe.due, f"it is {none} and must be exactly 0"),
        (zero & ~right, probe.rerun, f"it is {some} and must not be 0"),
    ):
        if off.any() and (off := off & _stays(probe, ask)).any():
            return f"{probe.first(off)}, but {message}."
    return None


def _stays(probe: Probe, ask: Callable[[Values], Any]) -> Tensor:
    """What is 0 for small numbers, too: so it is no exponential that is 0 for
    want of digits. Everything, where that cannot be asked.
    """
    small = {
        name: value / 1000
        for name, value in probe.inputs.items()
        if isinstance(value, Tensor) and value.is_floating_point()
    }
    try:
        found = ask(small) == 0
    except Exception:  # not every argument may be small
        found = True
    return torch.as_tensor(found).expand_as(probe.right)


def _others(probe: Probe) -> str | None:
    """Entry 0 along an axis that depends on the other entries, and in no case
    should.
    """
    for name, letter, change in _elsewhere(probe):
        axis, actual = probe.axes.index(letter), probe.rerun(change)
        if not isinstance(actual, Tensor) or actual.shape != probe.actual.shape:
            continue
        if _kept(actual, probe.actual, axis):
            continue
        if all(
            _kept(other.due(again), other.right, axis)
            for other in map(probe.on, probe.expected)
            for also, axes, again in _elsewhere(other)
            if (also, axes) == (name, letter)
        ):
            return (
                f"changing {name} only at other {letter} changes your "
                f"{probe.part} at {letter} = 0."
            )
    return None


def _kept(new: Tensor, old: Tensor, axis: int) -> bool:
    """Whether entry 0 along an axis is what it was."""
    return close(new.select(axis, 0), old.select(axis, 0))


def _elsewhere(probe: Probe) -> Iterator[tuple[str, str, Values]]:
    """Arguments that are changed everywhere but at 0 along one axis."""
    for letter in probe.axes:
        for name, value in probe.inputs.items():
            axes = probe.exercise.axes(name)
            other = _changed(value)
            if not isinstance(other, Tensor) or letter not in axes:
                continue
            axis = axes.index(letter)
            if other.shape[axis] > 1:
                other.select(axis, 0).copy_(value.select(axis, 0))
                yield name, letter, {name: other}


def _no_effect(probe: Probe) -> str | None:
    """An argument that changes nothing in any case, and should."""
    for name in probe.inputs:
        if _idle(probe, name) and all(
            _idle(other, name) is not False
            for other in map(probe.on, probe.expected)
        ):
            return f"{name} has no effect on your {probe.part}."
    return None


def _idle(probe: Probe, name: str) -> bool | None:
    """True for an argument that changes nothing in a case, and should; None
    where that cannot be told.
    """
    found = None
    for other in _others_of(probe.inputs[name]):
        change = {name: other}
        try:
            moved = not close(probe.due(change), probe.right)
        except Exception:  # not every argument may be another one
            continue
        actual = probe.rerun(change) if moved else None
        if actual is None:
            continue
        if not close(actual, probe.actual):
            return False
        found = True
    return found


def _others_of(value: Any) -> list[Any]:
    """Several other values of the same kind."""
    if isinstance(value, Tensor) and value.ndim:
        more = (
            _changed(value),
            value.flip(-1),
            value.roll(1, -1),
            value.roll(1, 0),
        )
        return [x for x in more if x is not None]
    if type(value) is int:
        return [2 * value, value + 1, value + 2]
    return [_changed(value)] * isinstance(value, float)


def _changed(value: Any) -> Any:
    """Another value of the same kind, far from the first; None for no such."""
    if is_mask(value):
        return ~value
    if isinstance(value, Tensor) and value.is_floating_point():
        more = torch.arange(1, value.numel() + 1).cos().to(value)
        return value + more.reshape(value.shape)
    return value + 1 if isinstance(value, float) else None


def _nearly(probe: Probe) -> str | None:
    """Numbers that are almost right in every case."""
    if isinstance(probe.right, list) or is_mask(probe.right):
        return None
    far = 0.0
    for case, answer in probe.answers.items():
        parts = answer[probe.part], probe.expected[case][probe.part]
        actual, right = map(torch.as_tensor, parts)
        off = float((actual - right).abs().max())
        if not off < NEAR * max(1.0, float(right.abs().max())):
            return None
        far = max(far, off)
    return (
        f"almost right, off by at most {far:.2g}: did you round, use float32, "
        "or add a small number?"
    )


def _moved(probe: Probe) -> str | None:
    """The right numbers at other places, or those of another row, wherever
    the answer is wrong.
    """
    both = (
        (probe.answers[case][probe.part], probe.expected[case][probe.part])
        for case in probe.expected
    )
    off = [(x, right) for x, right in both if not close(x, right)]
    if probe.actual.numel() < 3:
        return None
    for i, letter in enumerate(probe.axes):
        if all(x.numel() == x.shape[i] for x, _ in off):
            continue
        for a, b in permutations(range(min(x.shape[i] for x, _ in off)), 2):
            found = [_row_moved(x, right, i, a, b) for x, right in off]
            if all(found) and 2 in found:
                return (
                    f"what belongs at {letter} = {b} is at {letter} = {a} in "
                    f"your {probe.part}."
                )
    if all(close(*(v.flatten().sort().values for v in pair)) for pair in off):
        return (
            f"all numbers in {probe.part} are right, but in the wrong places."
        )
    return None


def _row_moved(x: Tensor, right: Tensor, i: int, a: int, b: int) -> int:
    """2 where row b of the right numbers stands at a, and not at b; 1 where
    its numbers are equal, so that it may be chance; else 0.
    """
    (here, there), (own, other) = (
        (v.select(i, a), v.select(i, b)) for v in (x, right)
    )
    moved = close(here, other) and not close(here, own)
    if not moved or close(there, other):
        return 0
    return 1 + bool((other != other.flatten()[0]).any())


_ALWAYS = (_moved, _no_effect, _nearly)
"""Those that hold in all cases."""
_PLAIN = (_no_effect, _nearly)
_TENSOR = (_finite, _moved, _sums, _hidden, _others, *_PLAIN)
