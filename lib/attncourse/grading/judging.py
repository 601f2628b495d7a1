"""An answer in the sandbox, asked for all cases of an exercise: what of it is
right, and what may be said.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from attncourse.checks import checker
from attncourse.checks.calling.calls import Interrupted
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.loop import Loop
from attncourse.grading import hidden
from attncourse.grading.sandbox import limits
from attncourse.grading.sandbox.submission import Submission
from attncourse.grading.sandbox.workers import MachineError
from attncourse.grading.tasks import Task

ELSEWHERE = "It is wrong in a case that is not in the notebook."
STRANGE = "the answer could not be judged: "
LONG = "to judge the answer took longer than it may."
LONGEST = 5000  # characters of a message


class Verdict(NamedTuple):
    """The parts of an answer that are right in every case, and what is said of
    those that are not.
    """

    right: frozenset[str]
    message: str = ""


def exercise(chapter: str, name: str) -> Exercise | Loop:
    """The exercise of a chapter that asks for the function of this name."""
    return checker.checks(f"attncourse.{chapter}.check")[name].exercise


def parts(asked: Exercise | Loop) -> frozenset[str]:
    """What an answer returns, by name."""
    if isinstance(asked, Exercise):
        return frozenset(asked.returns)
    return frozenset([asked.returns])


def seen(submission: Submission, name: str, asked: Exercise | Loop) -> Verdict:
    """By the cases that students have; they read all that the check says."""
    try:
        judge(submission, name, asked)
    except CheckFailed as failed:
        return Verdict(right(failed), str(failed)[:LONGEST])
    return Verdict(parts(asked))


def unseen(
    submission: Submission, task: Task, asked: Exercise | Loop, seed: int
) -> Verdict:
    """By the cases that they do not have, of which nothing is told but which
    part is wrong: not what an error says either, for the student's code has
    written it.
    """
    cases = hidden.only(asked, seed, task.cases)
    try:
        if cases.cases:
            judge(submission, task.name, cases)
    except CheckFailed as failed:
        known = isinstance(failed.seen, Diagnosis)
        lead = failed.lines[0] if known else f"{task.name}:"
        return Verdict(right(failed), f"{lead} {ELSEWHERE}")
    return Verdict(parts(asked))


@dataclass(frozen=True)
class Judges:
    """All answers of a submission judged, one by one.

    seed: chooses the cases that students do not have; 0 takes none.
    begun: is told the name of each exercise before it is judged.
    broken: by name, what is said of an answer that has ended a judge before:
    it is not judged again.
    seconds: of the processor for the judge's own part in one answer.
    """

    seed: int = 0
    begun: Callable[[str], object] = str
    broken: Mapping[str, str] = field(default_factory=dict)
    seconds: int = 60

    def seen(self, submission: Submission, task: Task) -> Verdict:
        """By the cases that students have."""
        return self._judged(task, partial(seen, submission, task.name))

    def unseen(self, submission: Submission, task: Task) -> Verdict:
        """By the cases that they do not have."""
        return self._judged(
            task, partial(unseen, submission, task, seed=self.seed)
        )

    def _judged(
        self, task: Task, judge: Callable[[Exercise | Loop], Verdict]
    ) -> Verdict:
        """A verdict; also on an answer that brings the judge to fall."""
        self.begun(task.name)
        if said := self.broken.get(task.name):
            return Verdict(frozenset(), f"{task.name}: {said}")
        try:
            with limits.seconds_left(self.seconds):
                return judge(exercise(task.chapter, task.name))
        except MachineError:
            raise
        except limits.TooLong:
            return Verdict(frozenset(), f"{task.name}: {LONG}")
        except Exception as error:
            kind = type(error).__name__
            return Verdict(frozenset(), f"{task.name}: {STRANGE}{kind}")


def judge(submission: Submission, name: str, asked: Exercise | Loop) -> None:
    """Raises CheckFailed for an answer that is wrong in some case;
    KeyboardInterrupt where it is the grader who shall stop.
    """
    try:
        function = submission.function(name, asked.takes)
    except CheckFailed as failed:
        failed.lines[0] = f"{name}: {failed.lines[0]}"
        raise
    try:
        checker.Check(name, asked).judge(function)
    except Interrupted as error:
        raise KeyboardInterrupt from error


def right(failed: CheckFailed) -> frozenset[str]:
    """The parts that are right in every case."""
    if not isinstance(failed.seen, Diagnosis):
        return frozenset()
    wrong = failed.seen.wrong
    return frozenset(name for name, cases in wrong.items() if not cases)
