"""What may go wrong in any step: the chain again, one step done otherwise.

No slip knows an exercise. The error model, with a fixed reference, is that of
Singh, Gulwani and Solar-Lezama, PLDI 2013.
"""

import math
from collections.abc import Callable, Iterator
from itertools import chain, combinations, permutations
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook.check import turns
from attnbook.check.exercise import Exercise, Slip, Step, Values
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
    def inputs(self) -> list[tuple[int, str, Any]]:
        """Place, name and value of each input."""
        return [(p, n, self.values[n]) for p, n in enumerate(self.step.needs)]

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


def slips(exercise: Exercise, values: Values, part: str) -> Iterator[Slip]:
    """The typical mistakes of the exercise, then each slip of each step that
    a part is made of, with its values in one case.
    """
    yield from exercise.typical()
    sites = [
        Site(exercise, values, name, exercise.steps[name])
        for name in exercise.causes(part)[::-1]
    ]
    for kind in KINDS:
        for site in sites:
            for says, step in kind(site):
                yield Slip(site.name, says, {site.name: step})
    yield from _siblings(sites)


def pairs(exercise: Exercise, values: Values, part: str) -> Iterator[Slip]:
    """Two simple slips at once, in chains that are short enough."""
    single = [
        Slip(name, says, {name: step})
        for name in exercise.causes(part)
        for kind in SIMPLE
        for says, step in kind(
            Site(exercise, values, name, exercise.steps[name])
        )
    ]
    typical = [s for s in exercise.typical() if len(s.change) == 1]
    for one, two in combinations((typical + single)[:MOST], 2):
        if one.step != two.step:
            says = f"{one.says}; and in {two.step}, {two.says}"
            yield Slip(one.step, says, {**one.change, **two.change})


def _then(step: Step, turn: Callable[[Any], Any]) -> Step:
    """What a step makes, turned."""
    return step.made(lambda *a: turn(step.make(*a)), *step.needs)


def _first(step: Step, place: int, turn: Callable[[Any], Any]) -> Step:
    """A step with one input turned; no mask is no tensor to turn."""

    def make(*a: Any) -> Any:
        turned = [*a]
        turned[place] = None if a[place] is None else turn(a[place])
        return step.make(*turned)

    return step.made(make, *step.needs)


def _left_out(site: Site) -> Other:
    for p, need, _ in site.inputs:
        if not site.like(need, site.name):
            continue
        yield (
            f"the step is left out: {need} goes on as it is",
            site.step.made(lambda x: x, need),
        )
        yield (
            "the step is done twice",
            site.step.made(_twice(site.step, p), *site.step.needs),
        )


def _twice(step: Step, place: int) -> Callable[..., Any]:
    return lambda *a: step.make(*a[:place], step.make(*a), *a[place + 1 :])


def _exchanged(site: Site) -> Other:
    """Two inputs exchanged, or another value instead of one."""
    needs = site.step.needs
    for i, j in combinations(range(len(needs)), 2):
        if site.like(needs[i], needs[j]):
            other = [*needs]
            other[i], other[j] = needs[j], needs[i]
            yield (
                f"{needs[i]} and {needs[j]} are exchanged",
                site.step.made(site.step.make, *other),
            )
    for p, need, _ in site.inputs:
        for name in site.earlier:
            if name != need and site.like(name, need):
                other = [*needs[:p], name, *needs[p + 1 :]]
                yield (
                    f"{name} stands instead of {need}",
                    site.step.made(site.step.make, *other),
                )


def _masks(site: Site) -> Other:
    """A mask unused, inverted, too wide or too narrow."""
    for p, need, value in site.inputs:
        if is_mask(value):
            for says, turn in turns.masks(value):
                yield f"{need} {says}", _first(site.step, p, turn)
    if is_mask(site.value):
        for says, turn in turns.masks(site.value):
            yield f"it {says}", _then(site.step, turn)


def _late(site: Site) -> Other:
    """The step before, a masking, done after this one."""
    steps = site.exercise.steps
    for p, need, _ in site.inputs:
        before = steps.get(need)
        masks = (
            [n for n in before.needs if is_mask(site.values[n])]
            if before
            else []
        )
        if not before or not masks or not is_number(site.value):
            continue
        source = next((n for n in before.needs if site.like(n, need)), None)
        if source is None or site.value.shape != site.values[need].shape:
            continue
        other = (*site.step.needs[:p], source, *site.step.needs[p + 1 :])
        for says, again in (
            ("", False),
            (", and the rows are divided by their sums", True),
        ):
            yield (
                f"{masks[0]} comes after it, not before{says}",
                site.step.made(
                    _masked_after(site.step, again), *other, masks[0]
                ),
            )


def _masked_after(step: Step, again: bool) -> Callable[..., Any]:
    def make(*a: Any) -> Any:
        x = step.make(*a[:-1])
        if a[-1] is None:
            return x
        x = x * a[-1]
        return x / x.sum(-1, keepdim=True) if again else x

    return make


def _hidden(site: Site) -> Other:
    """A finite score, where -inf hides."""
    value = site.value
    if not is_number(value) or not isinstance(value, Tensor):
        return
    if not value.isinf().any():
        return
    for number in (
        0.0,
        -1.0,
        -10.0,
        -30.0,
        -50.0,
        -100.0,
        -1e3,
        -1e4,
        -1e9,
        torch.inf,
    ):
        yield (
            f"what is hidden gets the score {number:g}, not -inf",
            _then(
                site.step, lambda x, n=number: x.masked_fill(x == -torch.inf, n)
            ),
        )


def _powers(
    site: Site,
) -> Iterator[tuple[str, tuple[str, ...], Callable[..., float]]]:
    """Factors: their names, the sizes that they need, how they are made."""
    for number in (-1.0, 0.5, 2.0, 100.0, 0.01, 0.0):
        yield f"{number:g}", (), lambda n=number: n
    yield "1 / log(2)", (), lambda: 1 / math.log(2)
    yield "1 / log(10)", (), lambda: 1 / math.log(10)
    letters = {
        n.removeprefix("size ")
        for n, v in site.values.items()
        if n.startswith("size ")
    }
    one = {"sqrt({})": 0.5, "1 / sqrt({})": -0.5, "{}": 1.0, "1 / {}": -1.0}
    for letter in sorted(letters):
        for says, power in one.items():
            yield (
                says.format(letter),
                (f"size {letter}",),
                lambda k, p=power: k**p,
            )
    for a, b in permutations(sorted(letters), 2):
        for power in (0.5, 1.0):
            root = "sqrt({} / {})" if power == 0.5 else "{} / {}"
            yield (
                root.format(a, b),
                (f"size {a}", f"size {b}"),
                lambda k, m, p=power: (k / m) ** p,
            )


def _factors(site: Site) -> Other:
    if not is_number(site.value):
        return
    for says, sizes, factor in _powers(site):
        n = len(site.step.needs)
        yield (
            f"what it gives is the right value times {says}",
            site.step.made(
                lambda *a, n=n, f=factor: site.step.make(*a[:n]) * f(*a[n:]),
                *site.step.needs,
                *sizes,
            ),
        )


def _axes(site: Site) -> Other:
    """The step along another axis, or along several at once."""
    axes = site.exercise.axes(site.name)
    for p, need, x in site.inputs:
        if not isinstance(x, Tensor) or not site.like(need, site.name):
            continue
        for i in range(x.ndim - 1):
            yield (
                f"it runs along {axes[i]}, not along {axes[-1]}",
                _bracketed(
                    site.step,
                    p,
                    lambda v, i=i: v.transpose(i, -1),
                    lambda v, _, i=i: v.transpose(i, -1),
                ),
            )
        for k in range(2, x.ndim + 1):
            yield (
                f"it runs over {', '.join(axes[-k:])} at once, not along {axes[-1]} alone",
                _bracketed(
                    site.step,
                    p,
                    lambda v, k=k: v.flatten(-k),
                    lambda v, old: v.reshape(old.shape),
                ),
            )
    yield from _summaries(site)


def _bracketed(
    step: Step, place: int, before: Callable, after: Callable
) -> Step:
    """A step with its tensors turned before it, and back after it."""

    def make(*a: Any) -> Any:
        shape = a[place].shape
        turned = [
            before(v) if isinstance(v, Tensor) and v.shape == shape else v
            for v in a
        ]
        return after(step.make(*turned), a[place])

    return step.made(make, *step.needs)


def _summaries(site: Site) -> Other:
    """Another way to sum up an axis that the step takes away."""
    mine = site.exercise.axes(site.name)
    for _, need, x in site.inputs:
        axes = site.exercise.axes(need)
        gone = [i for i, axis in enumerate(axes) if axis not in mine]
        if not is_number(x) or len(gone) != 1 or len(mine) != len(axes) - 1:
            continue
        if [a for a in axes if a in mine] != mine:
            continue
        for says, f in turns.SUMMARIES.items():
            yield (
                f"it is the {says} of {need} along {axes[gone[0]]}",
                site.step.made(lambda v, f=f, i=gone[0]: f(v, i), need),
            )


def _turned(site: Site) -> Other:
    for p, need, x in site.inputs:
        for says, turn in turns.turns(x, site.exercise.axes(need)):
            yield f"{need} {says}", _first(site.step, p, turn)
    for says, turn in turns.turns(site.value, site.exercise.axes(site.name)):
        yield f"what it gives {says}", _then(site.step, turn)


def _bent(site: Site) -> Other:
    """Another function of each number."""
    for says, bend in turns.BENDS.items():
        if is_number(site.value):
            yield f"what it gives {says}", _then(site.step, turns.of_any(bend))
        for p, need, x in site.inputs:
            if is_number(x):
                yield f"{need} {says}", _first(site.step, p, turns.of_any(bend))


def _counts(site: Site) -> Other:
    """A whole number that is another one."""
    for p, need, x in site.inputs:
        if type(x) is int:
            for says, turn in turns.counts(need.removeprefix("size ")):
                yield says, _first(site.step, p, turn)
    if type(site.value) is int:
        for says, turn in turns.counts("the number"):
            yield says, _then(site.step, turn)


def _sets(site: Site) -> Other:
    """Other ways to combine two sets."""
    both = [n for _, n, x in site.inputs if isinstance(x, set)]
    if len(both) == 2:
        for says, combined in turns.SETS.items():
            yield (
                f"it counts {says}",
                site.step.made(lambda a, b, f=combined: len(f(a, b)), *both),
            )


def _joined(site: Site) -> Other:
    """Another value added, taken away or multiplied in."""
    for name in site.earlier:
        if name in site.step.needs and len(site.step.needs) > 1:
            continue
        if not site.like(name, site.name) or not is_number(site.value):
            continue
        for says, join in turns.JOINS.items():
            yield (
                f"{name} is {says}",
                site.step.made(
                    lambda *a, f=join: f(site.step.make(*a[:-1]), a[-1]),
                    *site.step.needs,
                    name,
                ),
            )


def _siblings(sites: list[Site]) -> Iterator[Slip]:
    """The same slip in steps of one form, as queries, keys and values."""
    groups: dict[Any, list[Site]] = {}
    for site in sites:
        code = getattr(site.step.make, "__code__", None)
        groups.setdefault((code and code.co_code, site.step.axes), []).append(
            site
        )
    for group in groups.values():
        for size in range(len(group), 1, -1):
            for some in combinations(group, size):
                yield from _alike(some)


def _alike(sites: tuple[Site, ...]) -> Iterator[Slip]:
    kinds = chain((_turned, _counts, _masks, _left_out, _bent))
    for kind in kinds:
        for same in zip(*(kind(site) for site in sites), strict=False):
            yield Slip(
                sites[-1].name,
                f"{same[-1][0]}, and so in {', '.join(s.name for s in sites[:-1])}",
                {
                    s.name: step
                    for s, (_, step) in zip(sites, same, strict=True)
                },
            )


MOST = 60  # simple slips that are tried two by two
SIMPLE = (_left_out, _exchanged, _masks, _counts, _hidden)
KINDS = (
    _left_out,
    _masks,
    _late,
    _hidden,
    _exchanged,
    _counts,
    _sets,
    _factors,
    _axes,
    _turned,
    _bent,
    _joined,
)
