"""What may go wrong in any step: the chain again, one step done otherwise.

No slip knows an exercise. The error model, with a fixed reference, is that of
Singh, Gulwani and Solar-Lezama, PLDI 2013.
"""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import torch

from attnbook.check import ways, whole
from attnbook.check.exercise import Exercise, Slip
from attnbook.check.site import Site
from attnbook.check.values import Values

MOST = 40  # simple slips that are tried two by two
SHORT = 9  # steps of a chain in which they are


@contextmanager
def quiet() -> Iterator[None]:
    """No gradients, and no warnings: a slip may do odd things."""
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        yield


def all_slips(
    exercise: Exercise, cases: Iterable[Values], part: str
) -> Iterator[Slip]:
    """The slips that the values of some case call for, each once."""
    seen = set[tuple[str, str]]()
    for values in cases:
        for slip in slips(exercise, values, part):
            if (slip.step, slip.message) not in seen:
                seen.add((slip.step, slip.message))
                yield slip


def slips(exercise: Exercise, values: Values, part: str) -> Iterator[Slip]:
    """The typical mistakes of the exercise, then each slip of each step that
    a part is made of, with its values in one case.
    """
    yield from exercise.typical()
    for way in ways.ALL:
        yield from by_way(way, exercise, values, part)
    yield from whole.slips(exercise, values)
    yield from _siblings(_sites(exercise, values, part))


def by_way(
    way: ways.Way, exercise: Exercise, values: Values, part: str
) -> Iterator[Slip]:
    """The slips of one kind, those of the last step first."""
    for site in _sites(exercise, values, part):
        for message, step in way(site):
            yield Slip(site.name, message, {site.name: step})


def _sites(exercise: Exercise, values: Values, part: str) -> list[Site]:
    causes = exercise.causes(part)[::-1]
    return [Site(exercise, values, name) for name in causes]


def pairs(exercise: Exercise, values: Values, part: str) -> Iterator[Slip]:
    """Two simple slips at once, in chains that are short enough."""
    causes = exercise.causes(part)
    if len(causes) > SHORT:
        return
    found = [s for s in exercise.typical() if {*s.change} <= {*causes}]
    for way in ways.SIMPLE:
        found += by_way(way, exercise, values, part)
    for one, two in combinations(found[:MOST], 2):
        if one.step != two.step:
            message = f"{one.message}; and in {two.step}, {two.message}"
            yield Slip(one.step, message, {**one.change, **two.change})


def _siblings(sites: list[Site]) -> Iterator[Slip]:
    """The same slip in steps of one form, as queries, keys and values."""
    groups: dict[Any, list[Site]] = {}
    for site in sites:
        code = getattr(site.step.make, "__code__", None)
        form = code and (code.co_code, code.co_names, code.co_consts)
        key = form or site.step.make, site.step.axes
        groups.setdefault(key, []).append(site)
    for group in groups.values():
        for size in range(len(group), 1, -1):
            for some in combinations(group, size):
                yield from _alike(some)


def _alike(sites: tuple[Site, ...]) -> Iterator[Slip]:
    names = [site.name for site in sites]
    others = f"and likewise in {', '.join(names[:-1])}"
    for way in ways.TURNED:
        for same in zip(*map(way, sites), strict=False):
            steps = dict(zip(names, (step for _, step in same), strict=True))
            yield Slip(names[-1], f"{same[-1][0]}, {others}", steps)


def explains(
    exercise: Exercise,
    slip: Slip,
    parts: Iterable[str],
    answers: dict[str, Values],
    expected: dict[str, Values],
) -> bool:
    """True when the chain with this slip gives these parts in every case."""
    for case, answer in answers.items():
        try:
            values = exercise.trace({}, slip.change, expected[case])
        except Exception:  # a slip need not fit every case
            return False
        if not exercise.same(answer, values, *parts):
            return False
    return True
