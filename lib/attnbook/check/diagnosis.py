"""What is said of a wrong answer: what is right, the symptom in the learner's
own numbers, the step; on request what is done otherwise there.
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import torch
from torch import Tensor

from attnbook.check import calls, forms, hints, properties, slips
from attnbook.check.exercise import Exercise, Slip, Values
from attnbook.check.formulas import Entry, plainly
from attnbook.check.refusal import Refusal
from attnbook.check.values import apart, count, shown, wrong

Cases = dict[str, Values]
SHORT = 24  # so many numbers of one value are written down


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
        exercise, answers, expected = self.exercise, self.answers, self.expected
        order = sorted(
            answers, key=lambda case: sum(map(count, expected[case].values()))
        )
        return {
            n: [
                c
                for c in order
                if not exercise.same(n, answers[c][n], expected[c][n])
            ]
            for n in exercise.steps
            if n in exercise.returns
        }

    @property
    def part(self) -> str:
        """The first part that is wrong."""
        return next(name for name, cases in self.wrong.items() if cases)

    @property
    def case(self) -> str:
        """The smallest case in which it is."""
        return self.wrong[self.part][0]

    @cached_property
    def slip(self) -> Slip | None:
        """The first slip that gives this part in every case, and leaves right
        what is right. Where answers hold NaN, 0 may stand instead, if that is
        not right already.
        """
        exercise, expected = self.exercise, self.expected
        cases = self.wrong[self.part]
        judged = [self.part, *(n for n, off in self.wrong.items() if not off)]
        # the cases that tell most slips away come first
        raw = {case: self.answers[case] for case in (*cases, *self.answers)}
        full = {
            case: {n: _filled(value) for n, value in answer.items()}
            for case, answer in raw.items()
        }
        moved = not all(is_right(exercise, full[c], raw[c]) for c in full)
        moved &= not all(is_right(exercise, full[c], expected[c]) for c in full)
        widest = sorted(raw, key=lambda case: -len(_sizes(expected[case])))
        actual = (
            slip
            for answers in ([raw, full] if moved else [raw])
            for slip in chain(
                slips.all_slips(
                    exercise, (expected[c] for c in widest), self.part
                ),
                slips.pairs(exercise, expected[widest[0]], self.part),
            )
            if explains(exercise, slip, judged, answers, expected)
        )
        return next(actual, None)

    @cached_property
    def property(self) -> str | None:
        """What is wrong with the part as such, in the smallest case, else in
        the largest one.
        """
        probes = (
            properties.Probe(
                self.exercise,
                self.function,
                case,
                self.answers[case][self.part],
                self.expected[case],
                self.part,
            )
            for case in (self.case, self.wrong[self.part][-1])
        )
        return next(filter(None, map(properties.first, probes)), None)

    @cached_property
    def entry(self) -> Entry:
        """The first entry that is wrong."""
        exercise, part, at = self.exercise, self.part, dict[str, int]()
        values = self.expected[self.case]
        expected, actual = values[part], self.answers[self.case][part]
        if isinstance(expected, Tensor) and expected.ndim:
            off = wrong(actual, expected, exercise.steps[part].exact).nonzero()[
                0
            ]
            at = dict(zip(exercise.axes(part), off.tolist(), strict=True))
        return Entry(values, exercise.axes, at)

    def lines(self, hint: bool) -> Iterator[str]:
        """All that is said."""
        yield self._right()
        yield self._symptom()
        if self.property:
            yield self.property
        if self.slip:
            yield f"where: {self.exercise.label(self.slip.step)}"
        else:
            yield from self._trace()
        right = [c for c in self.answers if not self._is_wrong(c)]
        others = f" (right in: {'; '.join(right)})" if right else ""
        yield f"case: {self.case}{others}"
        if self.slip and hint:
            yield f"hint: in {self.slip.step}, {self.slip.message}."
        elif self.slip:
            yield "To hear what is done there, pass hint=True to the check."

    def _is_wrong(self, case: str) -> bool:
        return any(case in cases for cases in self.wrong.values())

    def _right(self) -> str:
        """Which parts are right."""
        returns = [*self.wrong]
        before = returns[: returns.index(self.part)]
        after = returns[len(before) + 1 :]
        lead = f"{', '.join(before)} right, " if before else ""
        follows = after and all(map(self._follows, after))
        rest = f"; {', '.join(after)} right for your {self.part}"
        return f"{lead}{self.part} wrong{rest if follows else ''}."

    def _follows(self, later: str) -> bool:
        """True when a later part is right, given the wrong one."""
        exercise = self.exercise
        step = exercise.steps[self.part]
        for case, answer in self.answers.items():
            own = step.made(lambda *_, x=answer[self.part]: x, *step.needs)
            rerun = exercise.trace({}, {self.part: own}, self.expected[case])
            if not exercise.same(later, answer[later], rerun[later]):
                return False
        return True

    def _symptom(self) -> str:
        """One wrong entry: how it comes about, and the learner's number."""
        step, at = self.exercise.steps[self.part], self.entry.at
        how = step.how or plainly(step.needs)
        actual = self.answers[self.case][self.part]
        expected = self.expected[self.case][self.part]
        place = tuple(at.values())
        own, right = apart(*(x[place] if at else x for x in (actual, expected)))
        index = f"[{', '.join(map(str, place))}]" if at else ""
        return f"{self.part}{index} = {how(self.entry)} = {right}; yours {own}"

    def _trace(self) -> Iterator[str]:
        """Every step's numbers, in a case that is small enough."""
        yield "No single slip gives your numbers. Follow the right ones:"
        values = self.expected[self.case]
        for name in (*self.exercise.takes, *self.exercise.steps):
            step = name in self.exercise.steps
            label = self.exercise.label(name) if step else name
            if count(values[name]) <= SHORT:
                yield f"  {label} = {shown(values[name])}"
            elif step:
                yield f"  {label}, at this entry: {shown(self.entry(name))}"


def judge(exercise: Exercise, function: Any, hint: bool) -> None:
    """Raises Refusal for an answer that is wrong in some case."""
    expected = {c: exercise.trace(make()) for c, make in exercise.cases.items()}
    # where sizes differ, an error and a wrong shape can be told in letters
    order = sorted(expected, key=lambda c: -len({*_sizes(expected[c])}))
    asked = {case: _ask(exercise, function, case) for case in order}
    answers = {case: asked[case] for case in exercise.cases}
    if all(is_right(exercise, answers[c], expected[c]) for c in answers):
        return
    seen = Diagnosis(exercise, function, answers, expected)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        lines = [*seen.lines(hint)]
    raise Refusal(*lines, seen=seen)


def is_right(exercise: Exercise, answer: Values, expected: Values) -> bool:
    """True when all parts of an answer are right."""
    return all(exercise.same(n, answer[n], expected[n]) for n in answer)


def explains(
    exercise: Exercise,
    slip: Slip,
    parts: Iterable[str],
    answers: Cases,
    expected: Cases,
) -> bool:
    """True when the chain with this slip gives these parts in every case."""
    for case, answer in answers.items():
        try:
            values = exercise.trace({}, slip.change, expected[case])
        except Exception:  # a slip need not fit every case
            return False
        if not all(exercise.same(n, answer[n], values[n]) for n in parts):
            return False
    return True


def _sizes(values: Values) -> list[int]:
    return [v for n, v in values.items() if n.startswith("size ") and v > 1]


def _filled(value: Any) -> Any:
    """A value with 0 instead of NaN."""
    return value.nan_to_num(0.0) if isinstance(value, Tensor) else value


def _ask(exercise: Exercise, function: Any, case: str) -> Values:
    """The answer to one case, by the names in `returns`.

    Raises Refusal for an answer that cannot be judged.
    """
    make = exercise.cases[case]
    expected = exercise.parts(exercise.trace(make()))
    axes = {n: exercise.steps[n].axes.replace("'", "") for n in expected}
    try:
        actual = calls.answer(function, make(), make(), exercise.takes)
        if actual is None:
            raise Refusal(hints.returned_none(function, make()))
        letters = hints.letters(make(), exercise.takes)
        if complaint := forms.complaint(actual, expected, axes, letters):
            raise Refusal(complaint)
        calls.check_rerun(function, make(), actual)
    except Refusal as refusal:
        raise Refusal(*refusal.lines, f"case: {case}") from refusal.__cause__
    return dict(
        zip(expected, actual if len(expected) > 1 else (actual,), strict=True)
    )
