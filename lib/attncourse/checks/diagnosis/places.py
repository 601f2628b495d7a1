"""The steps in which a slip may be: all that its change tells, and no more."""

from collections.abc import Callable

from attncourse.checks.exercise import Exercise, Slip
from attncourse.checks.mutations import search
from attncourse.checks.mutations.spot import Spot
from attncourse.checks.values import Values, close, numbers

MANY = 3  # steps that are named each


def of(
    exercise: Exercise,
    slip: Slip,
    expected: dict[str, Values],
    fits: Callable[[Slip], object],
) -> list[str]:
    """The steps that a slip makes otherwise; where one is enough, that is each
    of these: it, and earlier ones that may be wrong instead.
    """
    if len(slip.change) > 1:
        return _differing(exercise, slip, expected) or [*slip.change]
    widest = max(expected.values(), key=numbers)
    same = search.before(exercise, widest, slip)
    found = {slip.step} | {other.step for other in same if fits(other)}
    turned = slip.message.split()[0]
    if Spot(exercise, widest, slip.step).passed(turned, slip.step):
        found.add(turned)
    return [name for name in exercise.steps if name in found]


def _differing(
    exercise: Exercise, slip: Slip, expected: dict[str, Values]
) -> list[str]:
    """The steps that a slip makes others by themselves, in some case."""
    found = set[str]()
    for values in expected.values():
        for name in (n for n in exercise.steps if n in slip.change):
            step = slip.change[name]
            try:
                made = step.make(*(values[n] for n in step.needs))
                same = close(made, values[name])
            except Exception:  # what one makes fits the others alone
                same = False
            found |= set() if same else {name}
    return [name for name in exercise.steps if name in found]


def named(steps: list[str], joint: bool) -> str:
    """Their names: all of them, or one of several."""
    *some, last = steps
    if len(some) >= MANY and not joint:
        return f"one of the steps from {steps[0]} to {last}"
    word = " and " if joint else " or "
    return word.join((", ".join(some), last)) if some else last
