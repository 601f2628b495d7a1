"""What is said of a wrong answer: what is right, the symptom in the learner's
own numbers, the step; on request what is done otherwise there.
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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
    """What was seen of a wrong answer.

    part: the first part of the answer that is wrong.
    case: the smallest case in which it is.
    slip: what gives just this part in every case; None where nothing does.
    property: what is wrong with the part as such, a sentence.
    """

    exercise: Exercise
    answers: Cases
    expected: Cases
    part: str
    case: str
    slip: Slip | None
    property: str | None
    entry: Entry = field(repr=False)

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
        yield f"case: {self.case}{self._others()}"
        if self.slip and hint:
            yield f"hint: in {self.slip.step}, {self.slip.says}."
        elif self.slip:
            yield "To hear what is done there, pass hint=True to the check."

    def _right(self) -> str:
        """Which parts are right."""
        returns = [n for n in self.exercise.steps if n in self.exercise.returns]
        before = returns[: returns.index(self.part)]
        lead = f"{', '.join(before)} right, " if before else ""
        after = [n for n in returns if n not in before and n != self.part]
        follows = after and all(map(self._follows, after))
        says = f"{lead}{self.part} wrong"
        rest = f"; {', '.join(after)} right for your {self.part}"
        return f"{says}{rest if follows else ''}."

    def _follows(self, later: str) -> bool:
        """True when a later part is right, given the wrong one."""
        exercise = self.exercise
        for case, answer in self.answers.items():
            own = answer[self.part]
            step = exercise.steps[self.part]
            step = step.made(lambda *_, x=own: x, *step.needs)
            known = self.expected[case]
            again = exercise.trace({}, {self.part: step}, known)
            if not exercise.same(later, answer[later], again[later]):
                return False
        return True

    def _symptom(self) -> str:
        """One wrong entry: how it comes about, and the learner's number."""
        step, at = self.exercise.steps[self.part], self.entry.at
        how = step.how or plainly(step.needs)
        found = self.answers[self.case][self.part]
        due = self.expected[self.case][self.part]
        if isinstance(due, Tensor):
            place = tuple(at.values())
            found, due = found[place], due[place]
        own, right = apart(found, due)
        index = f"[{', '.join(map(str, at.values()))}]" if at else ""
        return f"{self.part}{index} = {how(self.entry)} = {right}; yours {own}"

    def _trace(self) -> Iterator[str]:
        """Every step's numbers, in a case that is small enough."""
        yield "No single slip gives your numbers. Follow the right ones:"
        values = self.expected[self.case]
        for name in (*self.exercise.takes, *self.exercise.steps):
            value = values[name]
            small = count(value) <= SHORT
            step = name in self.exercise.steps
            label = self.exercise.label(name) if step else name
            if step and not small and self.exercise.axes(name):
                yield f"  {label}, at this entry: {shown(self.entry(name))}"
            elif small:
                yield f"  {label} = {shown(value)}"

    def _others(self) -> str:
        """The cases in which the answer is right."""
        right = [
            case
            for case, answer in self.answers.items()
            if case != self.case
            and _right(self.exercise, answer, self.expected[case])
        ]
        return f" (right in: {'; '.join(right)})" if right else ""


def judge(exercise: Exercise, function: Any, hint: bool) -> None:
    """Raises Refusal for an answer that is wrong in some case."""
    answers = {case: _ask(exercise, function, case) for case in exercise.cases}
    expected = {
        case: exercise.trace(make()) for case, make in exercise.cases.items()
    }
    if all(_right(exercise, answers[case], expected[case]) for case in answers):
        return
    if all(
        _right(exercise, _reversed(answers[case]), expected[case])
        for case in answers
    ):
        raise Refusal(
            f"the order is wrong: return ({', '.join(exercise.returns)})."
        )
    seen = _diagnose(exercise, function, answers, expected)
    raise Refusal(*seen.lines(hint), seen=seen)


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


def _ask(exercise: Exercise, function: Any, case: str) -> Values:
    """The answer to one case, by the names in `returns`.

    Raises Refusal for an answer that cannot be judged.
    """
    make = exercise.cases[case]
    due = exercise.parts(exercise.trace(make()))
    axes = {
        name: exercise.steps[name].axes.replace("'", "")
        for name in exercise.returns
    }
    try:
        found = calls.answer(function, make(), make(), exercise.takes)
        if found is None:
            raise Refusal(hints.returned_none(function, make()))
        letters = hints.letters(make(), exercise.takes)
        if complaint := forms.complaint(found, due, axes, letters):
            raise Refusal(complaint)
        calls.check_again(function, make(), found)
    except Refusal as refusal:
        raise Refusal(*refusal.lines, f"case: {case}") from refusal.__cause__
    return dict(zip(due, found if len(due) > 1 else (found,), strict=True))


def _reversed(answer: Values) -> Values:
    return dict(zip(answer, [*answer.values()][::-1], strict=True))


def _right(exercise: Exercise, answer: Values, expected: Values) -> bool:
    return all(exercise.same(n, answer[n], expected[n]) for n in answer)


def _diagnose(
    exercise: Exercise, function: Any, answers: Cases, expected: Cases
) -> Diagnosis:
    """The first part that is wrong, in the smallest case in which it is."""
    off = {
        name: [
            case
            for case in answers
            if not exercise.same(
                name, answers[case][name], expected[case][name]
            )
        ]
        for name in exercise.steps
        if name in exercise.returns
    }
    part = next(name for name, cases in off.items() if cases)
    by_size = sorted(
        answers, key=lambda case: sum(map(count, expected[case].values()))
    )
    # a slip in the part leaves right what is right
    judged = [part, *(name for name, cases in off.items() if not cases)]
    wrong_by_size = [case for case in by_size if case in off[part]]
    case, largest = wrong_by_size[0], wrong_by_size[-1]
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        # the cases that tell most slips away come first
        order = {c: answers[c] for c in (*wrong_by_size, *by_size)}
        slip = _slip(exercise, part, judged, order, expected, largest)
        probes = (
            properties.Probe(
                exercise, function, c, answers[c][part], expected[c], part
            )
            for c in (case, largest)
        )
        return Diagnosis(
            exercise,
            answers,
            expected,
            part,
            case,
            slip,
            next(filter(None, map(properties.first, probes)), None),
            _entry(exercise, answers[case][part], expected[case], part),
        )


def _slip(
    exercise: Exercise,
    part: str,
    judged: list[str],
    answers: Cases,
    expected: Cases,
    largest: str,
) -> Slip | None:
    """The first slip that gives the answers; where they hold NaN, the first
    that gives them with 0 instead, and not the right ones.
    """
    full = {
        case: {n: _filled(value) for n, value in answer.items()}
        for case, answer in answers.items()
    }
    holds_nan = not all(_right(exercise, full[c], answers[c]) for c in full)
    moved = holds_nan and not all(
        _right(exercise, full[c], expected[c]) for c in full
    )
    return next(
        (
            slip
            for tries in ([answers, full] if moved else [answers])
            for tried in (slips.slips, slips.pairs)
            for slip in tried(exercise, expected[largest], part)
            if explains(exercise, slip, judged, tries, expected)
        ),
        None,
    )


def _filled(value: Any) -> Any:
    """A value with 0 instead of NaN."""
    return value.nan_to_num(0.0) if isinstance(value, Tensor) else value


def _entry(exercise: Exercise, found: Any, values: Values, part: str) -> Entry:
    """The first entry that is wrong."""
    due, at = values[part], dict[str, int]()
    if isinstance(due, Tensor) and due.ndim:
        off = wrong(found, due, exercise.steps[part].exact).nonzero()[0]
        at = dict(zip(exercise.axes(part), off.tolist(), strict=True))
    return Entry(values, exercise.axes, at)
