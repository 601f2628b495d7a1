"""What is said of a wrong answer, held against the answer itself: in cases that
neither the notebook nor the diagnosis has.
"""

import re

import torch

from attncourse.checks.calling import calls, forms
from attncourse.checks.diagnosis import properties
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.diagnosis.probe import Probe
from attncourse.checks.values import close

SEEDS = 23, 24


def probes(seen: Diagnosis) -> list[Probe]:
    """The answer to new cases, as far as it has one."""
    found = []
    for seed in SEEDS:
        exercise = seen.exercise.more(seed)
        new = [n for n in exercise.cases if n not in seen.exercise.cases]
        given = {n: exercise.trace(exercise.inputs(n)) for n in new}
        asked = {}
        for n, values in given.items():
            own = calls.rerun(seen.function, exercise.inputs(n))
            asked[n] = forms.parts(own, exercise.parts(values))
        new = [n for n in new if asked[n]]
        known = [{n: d[n] for n in new} for d in (asked, given)]
        found += [
            Probe(exercise, seen.function, *known, n, seen.part) for n in new
        ]
    return found


def is_idle(probe: Probe, name: str, *_: str) -> bool:
    """Whether an argument changes nothing, where it can be asked."""
    return properties._idle(probe, name) is not False


def sums(probe: Probe, part: str, one: str, other: str) -> bool:
    """Whether rows sum to 1 along the one axis."""
    i = probe.axes.index(one)
    return probe.actual.shape[i] == 1 or properties._shares(probe.actual, i)


def is_at(probe: Probe, axis: str, b: str, _: str, a: str, *__: str) -> bool:
    """Whether a row of the right numbers stands elsewhere."""
    i = probe.axes.index(axis)
    if close(probe.actual, probe.right) or probe.right.shape[i] <= max(
        int(a), int(b)
    ):
        return True
    right = probe.right.select(i, int(b))
    return close(probe.actual.select(i, int(a)), right)


def is_permuted(probe: Probe, *_: str) -> bool:
    """Whether the numbers are the right ones in another order."""
    both = (x.flatten().sort().values for x in (probe.actual, probe.right))
    return close(*both)


SENTENCES = {
    r"^(\w+) has no effect on your (\w+)\.": is_idle,
    r"rows of your (\w+) sum to 1 along (\S+), not along (\S+)\.": sums,
    r"what belongs at (\S+) = (\d+) is at (\S+) = (\d+) in your (\w+)": is_at,
    r"all numbers in (\w+) are right, but in the wrong places": is_permuted,
}
"""What is said of all cases, and what must hold in each."""


def check(seen: Diagnosis, what: str) -> None:
    """All that is said of an answer holds in cases that nobody has seen."""
    said = seen.property or ""
    for probe in probes(seen):
        for words, holds in SENTENCES.items():
            if found := re.search(words, said):
                assert holds(probe, *found.groups()), (what, said)
        named = not seen.slip or explained(seen, probe)
        assert named, (what, seen.where, seen.slip and seen.slip.message)


def explained(seen: Diagnosis, probe: Probe) -> bool:
    """Whether the chain with the slip gives the answer in this case."""
    try:
        values = probe.exercise.trace({}, seen.slip.change, probe.values)
    except (RuntimeError, ValueError, IndexError, TypeError, ZeroDivisionError):
        return False
    made, own = values[seen.part], probe.actual
    if isinstance(made, torch.Tensor) and isinstance(own, torch.Tensor):
        if close(own, made):
            return True
        made, own = made.nan_to_num(0.0), own.nan_to_num(0.0)
    return close(own, made, exact=seen.exercise.steps[seen.part].exact)
