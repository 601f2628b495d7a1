"""The ways in which one step may be done otherwise."""

import math
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from torch import Tensor

from attnbook.check import turns
from attnbook.check.exercise import Exercise, Step, Values
from attnbook.check.turns import is_mask, is_number

Other = Iterator[tuple[str, Step]]


class Site(NamedTuple):
    """A step, and the values that stand around it in one case."""

    exercise: Exercise
    values: Values
    name: str
    step: Step

    @property
    def value(self) -> Any:
        """What the step makes."""
        return self.values[self.name]

    @property
    def earlier(self) -> list[str]:
        """Arguments and steps that are there before it, the last first."""
        known = [*self.exercise.takes, *self.exercise.steps]
        return known[: known.index(self.name)][::-1]

    def like(self, one: str, other: str) -> bool:
        """True when one value may stand where the other does."""
        a, b = self.values[one], self.values[other]
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return a.shape == b.shape and a.dtype == b.dtype
        return (
            type(a) is type(b)
            and a is not None
            or (isinstance(a, int | float) and isinstance(b, int | float))
        )


Way = Callable[[Site], Other]


def _turned(kind: Callable[[Any, list[str]], turns.Turns]) -> Way:
    """An input turned, or what the step gives."""

    def way(site: Site) -> Other:
        step, axes = site.step, site.exercise.axes
        for place, need in enumerate(step.needs):
            for message, turn in kind(site.values[need], axes(need)):
                name = need.removeprefix("size ")
                yield f"{name} {message}", _first(step, place, turn)
        for message, turn in kind(site.value, axes(site.name)):
            other = step.made(_then(step, turn), *step.needs)
            yield f"what it gives {message}", other

    return way


def _then(step: Step, turn: turns.Turn) -> Callable[..., Any]:
    return lambda *a: turn(step.make(*a))


def _first(step: Step, place: int, turn: turns.Turn) -> Step:
    """A step with one input turned; no mask is no tensor to turn."""

    def make(*a: Any) -> Any:
        turned = [*a]
        turned[place] = None if a[place] is None else turn(a[place])
        return step.make(*turned)

    return step.made(make, *step.needs)


def _left_out(site: Site) -> Other:
    step, needs = site.step, site.step.needs
    for need in (*needs, *site.earlier):
        if site.like(need, site.name):
            other = step.made(lambda x: x, need)
            yield f"the step is left out: {need} goes on as it is", other
    for p, need in enumerate(needs):
        if site.like(need, site.name):
            twice = step.made(_twice(step, p), *needs)
            yield f"the step is done twice, first on {need}", twice


def _twice(step: Step, place: int) -> Callable[..., Any]:
    return lambda *a: step.make(*a[:place], step.make(*a), *a[place + 1 :])


def _replaced(site: Site) -> Other:
    """Another function of an input of the same form."""
    for need in site.step.needs:
        if site.like(need, site.name):
            value, axes = site.values[need], site.exercise.axes(need)
            for message, bend in turns.bends(value, axes):
                other = site.step.made(bend, need)
                yield f"instead of it, {need} {message}", other


def _exchanged(site: Site) -> Other:
    """Two inputs exchanged, or another value instead of one."""
    step, needs = site.step, site.step.needs
    for i, j in combinations(range(len(needs)), 2):
        if site.like(needs[i], needs[j]):
            other = [*needs]
            other[i], other[j] = needs[j], needs[i]
            message = f"{needs[i]} and {needs[j]} are exchanged"
            yield message, step.made(step.make, *other)
    for p, need in enumerate(needs):
        for name in site.earlier:
            if name != need and site.like(name, need):
                other = [*needs[:p], name, *needs[p + 1 :]]
                message = f"{name} stands instead of {need}"
                yield message, step.made(step.make, *other)


def _late(site: Site) -> Other:
    """The step before, a masking, done after this one."""
    step, needs = site.step, site.step.needs
    for p, need in enumerate(needs):
        before = site.exercise.steps.get(need)
        sources = before.needs if before else ()
        mask = next((n for n in sources if is_mask(site.values[n])), None)
        source = next((n for n in sources if site.like(n, need)), None)
        if mask and source and site.like(need, site.name):
            other = (*needs[:p], source, *needs[p + 1 :], mask)
            message = f"{mask} comes after it, not before"
            yield message, step.made(_masked(step), *other)
            message += ", and the rows are divided by their sums"
            shared = step.made(_masked(step), *other)
            yield message, step.made(_then(shared, _to_one), *other)


def _stale(site: Site) -> Other:
    """An input made of something from before a step that is not skipped
    elsewhere: weights from before the mask.
    """
    step, steps = site.step, site.exercise.steps
    for p, need in enumerate(step.needs):
        before = steps.get(need, step)
        for q, early in enumerate(before.needs if need in steps else ()):
            sources = steps[early].needs if early in steps else ()
            for old in (n for n in sources if site.like(n, early)):
                inner = (*before.needs[:q], old, *before.needs[q + 1 :])
                outer = (*step.needs[:p], *inner, *step.needs[p + 1 :])
                made = step.made(_nested(step, before, p), *outer)
                yield f"{need} is made of {old}, from before {early}", made


def _nested(step: Step, before: Step, place: int) -> Callable[..., Any]:
    """A step whose input at a place is made on the spot."""
    end = place + len(before.needs)
    return lambda *a: step.make(
        *a[:place], before.make(*a[place:end]), *a[end:]
    )


def _masked(step: Step) -> Callable[..., Any]:
    """What a step makes, times the last argument, a mask or None."""
    return lambda *a: step.make(*a[:-1]) * (1 if a[-1] is None else a[-1])


def _to_one(x: Tensor) -> Tensor:
    return x / x.sum(-1, keepdim=True)


def _powers(
    letters: list[str],
) -> Iterator[tuple[str, tuple[str, ...], Callable[..., float]]]:
    """Factors: their names, the sizes that they need, how they are made."""
    for message, number in FACTORS.items():
        yield message, (), lambda n=number: n
    for a in letters:
        for message, power in POWERS.items():
            size = (f"size {a}",)
            yield message.format(a), size, lambda k, p=power: k**p
    for a, b in permutations(letters, 2):
        for message, power in RATIOS.items():
            both = f"size {a}", f"size {b}"
            yield message.format(a, b), both, lambda k, m, p=power: (k / m) ** p


def _factors(site: Site) -> Other:
    step, needs = site.step, site.step.needs
    names = [n for n in site.values if n.startswith("size ")]
    letters = sorted(n.removeprefix("size ") for n in names)
    for message, sizes, factor in _powers(letters):
        if is_number(site.value):
            yield (
                f"what it gives is the right value times {message}",
                step.made(_times(step, factor), *needs, *sizes),
            )


def _times(step: Step, factor: Callable[..., float]) -> Callable[..., Any]:
    n = len(step.needs)
    return lambda *a: step.make(*a[:n]) * factor(*a[n:])


def _axes(site: Site) -> Other:
    """The step along another axis, or along several at once."""
    axes = site.exercise.axes(site.name)
    for p, need in enumerate(site.step.needs):
        x = site.values[need]
        if not isinstance(x, Tensor) or not site.like(need, site.name):
            continue
        for i in range(x.ndim - 1):
            turn = lambda v, _, i=i: v.transpose(i, -1)  # noqa: E731
            message = f"it runs along {axes[i]}, not along {axes[-1]}"
            yield message, _between(site.step, p, turn, turn)
        for k in range(2, x.ndim + 1):
            yield (
                f"it runs over {', '.join(axes[-k:])}, not {axes[-1]} alone",
                _between(
                    site.step,
                    p,
                    lambda v, _, k=k: v.flatten(-k),
                    lambda v, old: v.reshape(old.shape),
                ),
            )


def _between(step: Step, place: int, there: Callable, back: Callable) -> Step:
    """A step with its tensors turned before it, and back after it."""

    def make(*a: Any) -> Any:
        old = a[place]
        turned = (
            there(v, old)
            if isinstance(v, Tensor) and v.shape == old.shape
            else v
            for v in a
        )
        return back(step.make(*turned), old)

    return step.made(make, *step.needs)


def _summaries(site: Site) -> Other:
    """Another way to sum up an axis that the step takes away."""
    mine = site.exercise.axes(site.name)
    for need in site.step.needs:
        axes = site.exercise.axes(need)
        gone = [axis for axis in axes if axis not in mine]
        left = [axis for axis in axes if axis in mine]
        if len(gone) == 1 and left == mine and is_number(site.values[need]):
            for message, f in turns.SUMMARIES.items():
                i = axes.index(gone[0])
                other = site.step.made(lambda v, f=f, i=i: f(v, i), need)
                yield f"it is the {message} of {need} along {gone[0]}", other


def _combined(site: Site) -> Other:
    """Other ways to combine two sets, or two masks."""
    needs = site.step.needs
    sets = all(isinstance(site.values[n], set) for n in needs)
    if len(needs) == 2 and (
        sets or all(is_mask(site.values[n]) for n in needs)
    ):
        for message, combine in turns.SETS.items():
            count = site.step.made(lambda a, b, f=combine: len(f(a, b)), *needs)
            other = site.step.made(combine, *needs)
            yield f"it takes {message}", count if sets else other


def _joined(site: Site) -> Other:
    """Another value added, taken away or multiplied in."""
    step, needs = site.step, site.step.needs
    for name in site.earlier:
        if name in needs and len(needs) > 1 or not is_number(site.value):
            continue
        if site.like(name, site.name):
            for message, join in turns.JOINS.items():
                make = lambda *a, f=join: f(step.make(*a[:-1]), a[-1])  # noqa: E731
                yield f"{name} is {message}", step.made(make, *needs, name)


FACTORS = {f"{n:g}": n for n in (-1.0, 0.5, 2.0, 100.0, 0.01, 0.0)}
FACTORS |= {f"1 / log({n})": 1 / math.log(n) for n in (2, 10)}
POWERS = {"sqrt({})": 0.5, "1 / sqrt({})": -0.5, "{}": 1.0, "1 / {}": -1.0}
RATIOS = {"sqrt({} / {})": 0.5, "{} / {}": 1.0}
_masks, _hidden, _counts, _moves, _bends = map(
    _turned, (turns.masks, turns.hidden, turns.counts, turns.moves, turns.bends)
)
_FIRST = (_left_out, _masks, _hidden, _late, _stale)
_THEN = (_exchanged, _counts, _combined, _factors)
_LAST = (_axes, _summaries, _moves, _replaced, _bends, _joined)
ALL = _FIRST + _THEN + _LAST
"""All of them, the most telling first."""
TURNED = (_moves, _counts, _masks, _left_out, _bends)
"""Those that may happen in steps of one form alike."""
SIMPLE = (_left_out, _exchanged, _masks, _counts, _hidden)
"""Those that may happen two at once."""
HUNTED = (_left_out, _masks, _late, _stale, _exchanged, *_LAST[:3])
"""Those that a bug hunt hides: programs that look right do them."""
