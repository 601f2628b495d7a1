"""An answer in the sandbox, asked for all cases of an exercise: what of it is
right, and what may be said.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from attncourse.checks import checker
from attncourse.checks.calling.calls import Interrupted
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.loop import Loop
from attncourse.grading import hidden
from attncourse.grading.sandbox.submission import Submission

ELSEWHERE = "It is wrong in a case that is not in the notebook."
STRANGE = "the answer could not be judged: "
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
    except Exception as error:  # a judge that an answer has brought to fall
        return Verdict(frozenset(), f"{STRANGE}{type(error).__name__}")
    return Verdict(parts(asked))


def unseen(
    submission: Submission,
    name: str,
    asked: Exercise | Loop,
    seed: int,
    own: Sequence[dict[str, Any]],
) -> Verdict:
    """By the cases that they do not have, of which nothing is told but which
    part is wrong: not what an error says either, for the student's code has
    written it.
    """
    cases = hidden.only(asked, seed, own)
    try:
        if cases.cases:
            judge(submission, name, cases)
    except CheckFailed as failed:
        known = isinstance(failed.seen, Diagnosis)
        lead = failed.lines[0] if known else f"{name}:"
        return Verdict(right(failed), f"{lead} {ELSEWHERE}")
    except Exception as error:
        return Verdict(frozenset(), f"{STRANGE}{type(error).__name__}")
    return Verdict(parts(asked))


def judge(submission: Submission, name: str, asked: Exercise | Loop) -> None:
    """Raises CheckFailed for an answer that is wrong in some case;
    KeyboardInterrupt where it is the grader who shall stop.
    """
    function = submission.function(name, asked.takes)
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
