"""What is said of a wrong answer: what is right, the symptom in the learner's
own numbers, the step; on request what is done otherwise there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from torch import Tensor

from attncourse.checks.calling import calls, forms
from attncourse.checks.diagnosis import places, properties
from attncourse.checks.diagnosis.probe import Probe
from attncourse.checks.exercise import Exercise, Slip, Step
from attncourse.checks.failed import HINT
from attncourse.checks.formulas import Entry
from attncourse.checks.mutations import search
from attncourse.checks.values import (
    Values,
    apart,
    close,
    count,
    numbers,
    shown,
    wrong,
)

Cases = dict[str, Values]
UNCLEAR = re.compile(r"\de[-+]\d|\bnan\b|\binf\b")
LOOKED = 12  # entries of a case that are looked at
UNKNOWN = (
    "I know no single mistake that gives your numbers. The right ones are:"
)
SHORT = 24  # so many numbers of one value are written down
SEED = 11


@dataclass(frozen=True)
class Diagnosis:
    """What is seen of the answers to all cases, one of them wrong."""

    exercise: Exercise
    function: Any
    answers: Cases
    expected: Cases

    @cached_property
    def wrong(self) -> dict[str, list[str]]:
        """The parts in the order in which they are made, each with the cases
        in which it is wrong, the smallest first.
        """
        answers, expected = self.answers, self.expected
        order = sorted(answers, key=lambda case: numbers(expected[case]))
        same = self.exercise.same
        return {
            n: [c for c in order if not same(answers[c], expected[c], n)]
            for n in self.exercise.steps
            if n in self.exercise.returns
        }

    @property
    def part(self) -> str:
        """The first part that is wrong."""
        return next(name for name, cases in self.wrong.items() if cases)

    @cached_property
    def place(self) -> tuple[str, Entry]:
        """The case that is shown, and the entry: the first that is wrong, in
        the smallest case, of those whose numbers are easy to read.
        """
        cases = self.wrong[self.part]
        found = [(case, e) for case in cases for e in self._entries(case)]
        return next((x for x in found if self._clear(*x)), found[0])

    def _clear(self, case: str, entry: Entry) -> bool:
        """True when four digits tell the numbers apart, and none is tiny."""
        own, right = self._both(case, entry)
        text = self._symptom(case, entry)
        return shown(own) != shown(right) and not UNCLEAR.search(text)

    def _both(self, case: str, entry: Entry) -> tuple[Any, Any]:
        """The learner's number at an entry, and the right one."""
        both = (c[case][self.part] for c in (self.answers, self.expected))
        place = tuple(entry.at.values())
        own, right = (x[place] if place else x for x in both)
        return own, right

    @property
    def case(self) -> str:
        """The case that is shown."""
        return self.place[0]

    @property
    def entry(self) -> Entry:
        """The entry that is shown."""
        return self.place[1]

    def _entries(self, case: str) -> Iterator[Entry]:
        """The first entries that are wrong in a case."""
        exercise, part = self.exercise, self.part
        values = self.expected[case]
        right, actual = values[part], self.answers[case][part]
        places: list[list[int]] = [[]]
        if isinstance(right, Tensor) and right.ndim:
            off = wrong(actual, right, exercise.steps[part].exact)
            places = off.nonzero()[:LOOKED].tolist()
        for place in places:
            at = dict(zip(exercise.axes(part), place, strict=False))
            yield Entry(values, exercise.axes, at)

    @cached_property
    def wide(self) -> "Diagnosis":
        """The same with more cases, in which holds what is said of all: two
        mistakes may be one in those that the notebook has.
        """
        exercise = self.exercise.more(SEED)
        answers, expected = {**self.answers}, {**self.expected}
        for case in (n for n in exercise.cases if n not in answers):
            inputs = exercise.inputs(case)
            found = calls.rerun(self.function, exercise.inputs(case))
            right = exercise.trace(inputs)
            if parts := forms.parts(found, exercise.parts(right)):
                answers[case], expected[case] = parts, right
        return Diagnosis(exercise, self.function, answers, expected)

    @cached_property
    def slip(self) -> Slip | None:
        """The first slip that gives this part in every case, and leaves right
        what is right. Where answers hold NaN, 0 may stand instead, if that is
        not right already.
        """
        exercise = self.exercise
        order = [case for case in self._cases if case in self.answers]
        widest = [self.expected[case] for case in order]
        widest.sort(key=lambda values: -len(sizes(exercise, values)))
        found = search.all_slips(exercise, widest, self.part)
        return self._fits.best(islice(found, search.TRIED))

    @cached_property
    def _cases(self) -> list[str]:
        """All cases, those first that tell most slips away."""
        return [*dict.fromkeys((*self.wrong[self.part], *self.wide.answers))]

    @cached_property
    def _fits(self) -> search.Judge:
        """What says whether a slip explains the answers."""
        exercise, expected = self.exercise, self.wide.expected
        judged = [self.part, *(n for n, off in self.wrong.items() if not off)]
        raw = {case: self.wide.answers[case] for case in self._cases}
        full = {
            case: {n: _filled(value) for n, value in answer.items()}
            for case, answer in raw.items()
        }
        tried = [raw]
        if not any(alike(exercise, full, other) for other in (raw, expected)):
            tried.append(full)
        return search.Judge(exercise, judged, tried, expected)

    @cached_property
    def property(self) -> str | None:
        """What is wrong with the part as such, in the case that is shown, else
        in the largest one.
        """
        wide = self.wide
        given = wide.exercise, self.function, wide.answers, wide.expected
        for case in dict.fromkeys((self.case, self.wrong[self.part][-1])):
            probe = Probe(*given, case, self.part)
            if found := properties.first(probe, self.case):
                return found
        return None

    @cached_property
    def places(self) -> list[str]:
        """The steps that the slip makes otherwise, of those that the parts are
        made of that it explains.
        """
        exercise, expected, slip = self.exercise, self.expected, self.slip
        if not slip:
            return []
        causes = {*exercise.causes(self.part)}
        for n in self.wrong:
            if search.explains(exercise, slip, [n], self.answers, expected):
                causes |= {*exercise.causes(n)}
        found = places.of(exercise, slip, expected, self._fits)
        return [name for name in found if name in causes] or [slip.step]

    @cached_property
    def where(self) -> str:
        """Their names."""
        joint = bool(self.slip and len(self.slip.change) > 1)
        return places.named(self.places, joint)

    def lines(self, hint: bool) -> Iterator[str]:
        """All that is said."""
        yield self._right()
        yield self._symptom(*self.place)
        if self.property:
            yield self.property
        if self.slip:
            one = len(self.places) == 1
            named = self.exercise.label(self.where) if one else self.where
            yield f"where: {named}"
        else:
            yield from self._trace()
        wrong = {case for cases in self.wrong.values() for case in cases}
        right = [case for case in self.answers if case not in wrong]
        others = f" (right in: {'; '.join(right)})" if right else ""
        yield f"case: {self.case}{others}"
        if self.slip and hint:
            yield f"hint: in {self.where}, {self.slip.message}."
        elif self.slip:
            yield HINT

    def _right(self) -> str:
        """Which parts are right."""
        returns = [*self.wrong]
        before = returns[: returns.index(self.part)]
        after = returns[len(before) + 1 :]
        lead = f"{', '.join(before)} right, " if before else ""
        rest = f"; {', '.join(after)} right, given your {self.part}"
        follow = after and self._follow(after)
        return f"{lead}{self.part} wrong{rest if follow else ''}."

    def _follow(self, later: list[str]) -> bool:
        """True when later parts are right, given the wrong one."""
        exercise, step = self.exercise, self.exercise.steps[self.part]
        for case, answer in self.answers.items():
            own = step.made(lambda *_, x=answer[self.part]: x, *step.needs)
            rerun = exercise.trace({}, {self.part: own}, self.expected[case])
            if not exercise.same(answer, rerun, *later):
                return False
        return True

    def _symptom(self, case: str, entry: Entry) -> str:
        """One wrong entry: how it comes about, and the learner's number."""
        part, place = self.part, tuple(entry.at.values())
        own, right = apart(*self._both(case, entry))
        index = f"[{', '.join(map(str, place))}]" if place else ""
        step = self.exercise.steps[part]
        if how := step.shown(entry):
            return f"{part}{index} = {how} = {right}; yours {own}"
        if place:
            by = entry.sources(self._needs(step, entry))
            return f"{part}{index} must be {right}, by {by}; yours {own}"
        inputs = (f"{n} {shown(entry(n))}" for n in self.exercise.takes)
        return f"for {', '.join(inputs)} the answer is {right}; yours is {own}"

    def _needs(self, step: Step, entry: Entry) -> tuple[str, ...]:
        """What an entry is made from; not the same number once more."""
        (*_, first) = needs = step.needs
        own = entry(self.part)
        while len(needs) == 1 and first in self.exercise.steps:
            if not close(entry(first), own):
                break
            needs = self.exercise.steps[first].needs
            (*_, first) = needs
        return needs

    def _trace(self) -> Iterator[str]:
        """Every step's numbers, in a case that is small enough."""
        yield "The right numbers, step by step:" if self.property else UNKNOWN
        values = self.expected[self.case]
        for name in (*self.exercise.takes, *self.exercise.steps):
            step = name in self.exercise.steps
            label = self.exercise.label(name) if step else name
            if count(values[name]) <= SHORT:
                yield f"  {label} = {shown(values[name])}"
            elif step and count(self.entry(name)) <= SHORT:
                yield f"  {label}, at this entry: {shown(self.entry(name))}"


def alike(exercise: Exercise, answers: Cases, others: Cases) -> bool:
    """True when the answers to all cases are the same."""
    return all(exercise.same(answers[case], others[case]) for case in answers)


def sizes(exercise: Exercise, values: Values) -> list[int]:
    """The sizes of a case that can be told apart from 1."""
    return [size for size in exercise.sizes(values).values() if size > 1]


def _filled(value: Any) -> Any:
    """A value with 0 instead of NaN."""
    return value.nan_to_num(0.0) if isinstance(value, Tensor) else value
