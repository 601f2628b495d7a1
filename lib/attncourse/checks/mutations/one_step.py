"""The ways in which one step may be done otherwise."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from typing import Any

from torch import Tensor

from attncourse.checks.exercise import Step
from attncourse.checks.mutations import one_value, operations
from attncourse.checks.mutations.one_value import (
    Make,
    Turn,
    Turns,
    is_mask,
    is_number,
)
from attncourse.checks.mutations.spot import Spot

Other = Iterator[tuple[str, Step]]
ORDINALS = "first", "second", "third"

Way = Callable[[Spot], Other]


def _turned(kind: Callable[[Any, list[str]], Turns], at: str = "") -> Way:
    """An input turned, or what the step gives. What goes to one step alone is
    turned both where it is "made" and where it is "read", or `at` one of them.
    """

    def way(spot: Spot) -> Other:
        axes = spot.exercise.axes
        for place, need in enumerate(spot.step.needs):
            if at == "made" and spot.passed(need, spot.name):
                continue
            for message, turn in kind(spot.values[need], axes(need)):
                name = need.removeprefix("size ")
                other = nested(spot.step, place, _unless_none(turn), need)
                yield f"{name} {message}", other
        users = spot.exercise.users(spot.name)
        if at == "read" and any(spot.passed(spot.name, u) for u in users):
            return
        for message, turn in kind(spot.value, axes(spot.name)):
            other = spot.made(then(spot.step.make, turn))
            yield f"the result {message}", other

    return way


def nested(step: Step, place: int, make: Make, *needs: str) -> Step:
    """The step, one input of which is made on the spot, of other needs."""
    end = place + len(needs)
    return step.made(
        lambda *a: step.make(*a[:place], make(*a[place:end]), *a[end:]),
        *(*step.needs[:place], *needs, *step.needs[place + 1 :]),
    )


def then(make: Make, turn: Turn) -> Make:
    return lambda *a: turn(make(*a))


def _unless_none(turn: Turn) -> Turn:
    """No mask is no tensor to turn."""
    return lambda x: None if x is None else turn(x)


def _left_out(spot: Spot) -> Other:
    step = spot.step
    for need in (*step.needs, *spot.earlier):
        if spot.like(need, spot.name):
            other = step.made(lambda x: x, need)
            yield f"the step is left out: {need} is used as it is", other


def _exchanged(spot: Spot) -> Other:
    """Two inputs exchanged, or another value instead of one."""
    step, needs = spot.step, spot.step.needs
    for i, j in combinations(range(len(needs)), 2):
        if spot.like(needs[i], needs[j]):
            other = [*needs]
            other[i], other[j] = needs[j], needs[i]
            message = f"{needs[i]} and {needs[j]} are swapped"
            yield message, step.made(step.make, *other)
    for p, need in enumerate(needs):
        for name in spot.earlier:
            number = isinstance(spot.values[name], float)
            number &= is_number(spot.values[need])
            if name != need and (number or spot.like(name, need)):
                other = [*needs[:p], name, *needs[p + 1 :]]
                message = f"{name} is used instead of {need}"
                yield message, step.made(step.make, *other)


def _added(spot: Spot) -> Other:
    """Another value added, which is the second time if it was added before."""
    if isinstance(spot.value, Tensor) and is_number(spot.value):
        for name in spot.earlier:
            if spot.like(name, spot.name):
                other = spot.made(partial(_plus, spot.step.make), name)
                yield f"{name} is added to the result", other


def _plus(make: Make, *inputs: Any) -> Tensor:
    return make(*inputs[:-1]) + inputs[-1]


def _late(spot: Spot) -> Other:
    """The step before, a masking, done after this one."""
    step, needs = spot.step, spot.step.needs
    for p, need in spot.alike:
        before = spot.exercise.steps.get(need)
        sources = before.needs if before else ()
        mask = next((n for n in sources if is_mask(spot.values[n])), None)
        source = next((n for n in sources if spot.like(n, need)), None)
        if mask and source:
            other = (*needs[:p], source, *needs[p + 1 :], mask)
            message = f"{mask} is applied after this step, not before it"
            yield message, step.made(_masked(step), *other)


def _stale(spot: Spot) -> Other:
    """An input made of something from before a step that is not skipped
    elsewhere: weights from before the mask.
    """
    steps = spot.exercise.steps
    made = [(p, n) for p, n in enumerate(spot.step.needs) if n in steps]
    for p, need in made:
        make, needs = steps[need].make, steps[need].needs
        for q, early in enumerate(needs):
            sources = steps[early].needs if early in steps else ()
            for old in (n for n in sources if spot.like(n, early)):
                inner = (*needs[:q], old, *needs[q + 1 :])
                other = nested(spot.step, p, make, *inner)
                yield f"{need} is computed from {old}, not from {early}", other


def _masked(step: Step) -> Make:
    """What a step makes, times the last argument, a mask or None."""
    return lambda *a: step.make(*a[:-1]) * (1 if a[-1] is None else a[-1])


def _factors(spot: Spot) -> Other:
    """A factor too many: numbers, and sizes of arguments or of the result."""
    if not is_number(spot.value):
        return
    axes = spot.exercise.axes(spot.name)
    given = sorted(spot.exercise.sizes(spot.values))
    own = [a for a in axes if a not in (*given, "1")]
    for size, kinds in enumerate((NUMBERS, POWERS, RATIOS)):
        for some in permutations((*given, *own), size):
            known = [a for a in some if a in given]
            needs = [f"size {a}" for a in known]
            for words, factor in kinds.items():
                make = partial(
                    _scaled, spot.step.make, factor, axes, some, known
                )
                message = f"the right value times {words.format(*some)}"
                yield f"the result is {message}", spot.made(make, *needs)


def _scaled(
    make: Make,
    factor: Make,
    axes: list[str],
    some: tuple[str, ...],
    known: list[str],
    *inputs: Any,
) -> Any:
    """A result times a factor that is made of some sizes; those that are known
    come last.
    """
    n = len(inputs) - len(known)
    result = make(*inputs[:n])
    sizes = dict(zip(axes, getattr(result, "shape", ()), strict=False))
    sizes |= dict(zip(known, inputs[n:], strict=True))
    return result * factor(*(sizes[a] for a in some))


def _summaries(spot: Spot) -> Other:
    """Another way to sum up an axis that the step takes away."""
    mine = spot.exercise.axes(spot.name)
    for need in spot.step.needs:
        axes = spot.exercise.axes(need)
        gone = [i for i, axis in enumerate(axes) if axis not in mine]
        left = [axis for axis in axes if axis in mine]
        if len(gone) == 1 and left == mine and is_number(spot.values[need]):
            along = f"{need} along {axes[gone[0]]}"
            for message, f in one_value.SUMMARIES.items():
                other = spot.step.made(lambda v, f=f, i=gone[0]: f(v, i), need)
                yield f"the step takes the {message} of {along}", other


def _brackets(spot: Spot) -> Other:
    """Brackets that are left out."""
    for message, both in operations.unbracketed(spot.calls):
        yield message, spot.made(operations.made(spot.step.make, both))


def operations_(spot: Spot) -> Other:
    """An operation of torch done otherwise: each that the step calls, or all
    of a name.
    """
    calls = spot.calls
    for call in (c for c in calls if c.place < len(ORDINALS)):
        several = sum(other.name == call.name for other in calls) > 1
        for message, other in operations.others(call, spot.letters(call)):
            make = partial(operations.made, spot.step.make, {call.name: other})
            if several:
                where = f"{ORDINALS[call.place]} time"
                yield f"{message}, the {where}", spot.made(make(call.place))
            if not call.place:
                yield message, spot.made(make())


_FIXED = {f"{n:g}": n for n in (-1.0, 0.5, 2.0, 100.0, 0.01, 0.0)}
_FIXED |= {f"1 / log({n})": 1 / math.log(n) for n in (2, 10)}
NUMBERS: dict[str, Make] = {w: lambda n=n: n for w, n in _FIXED.items()}
POWERS: dict[str, Make] = {
    "sqrt({})": lambda k: k**0.5,
    "1 / sqrt({})": lambda k: k**-0.5,
    "{}": lambda k: k,
    "1 / {}": lambda k: 1 / k,
}
RATIOS: dict[str, Make] = {
    "sqrt({} / {})": lambda k, m: (k / m) ** 0.5,
}
_masks = _turned(one_value.masks, "made")
_hidden = _turned(one_value.hidden, "made")
_counts = _turned(one_value.counts, "made")
_bends = _turned(one_value.bends, "made")
_moves = _turned(one_value.moves, "read")
_cuts = _turned(one_value.cuts, "read")
_FIRST = (_left_out, _masks, _hidden, _late, _stale)
_THEN = (_exchanged, _counts, _brackets, _factors, _added)
_LAST = (_summaries, _moves, _cuts, _bends)
ALL = (*_FIRST, *_THEN, operations_, *_LAST)
"""All of them, the most telling first."""
SIMPLE = (_left_out, _exchanged, _masks, _counts, _hidden)
"""Those that may happen in steps of one form alike."""
HUNTED = (
    _left_out,
    _turned(one_value.masks),
    _late,
    _stale,
    _exchanged,
    _summaries,
    _turned(one_value.moves),
)
"""Those that a bug hunt hides: programs that look right do them."""
