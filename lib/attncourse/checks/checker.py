"""What a notebook calls: `chapter1.check.greedy(greedy)`."""

import pkgutil
from importlib import import_module
from typing import Any

from attncourse.checks.calling import calls
from attncourse.checks.diagnosis.judge import judge
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.checks.hunt import Hunt
from attncourse.checks.loops import loop
from attncourse.checks.loops.loop import Loop


class Check:
    """Judges a learner's function by the data of one exercise."""

    def __init__(self, name: str, exercise: Exercise | Loop) -> None:
        self.name, self.exercise = name, exercise

    def __call__(self, function: Any, *, hint: bool = False) -> None:
        """Print one line if the function is right in every case.

        Raises AssertionError that says what is right, what is wrong and in
        which step; with `hint` also what is done otherwise there.
        """
        self.judge(function, hint)
        print(f"{self.name}: right in all {len(self.exercise.cases)} cases.")

    def judge(self, function: Any, hint: bool = False) -> None:
        """The same, without a word where it is right."""
        exercise = self.exercise
        try:
            calls.check_signature(function, exercise.takes)
            if isinstance(exercise, Loop):
                loop.judge(exercise, function, hint)
            else:
                judge(exercise, function, hint)
        except CheckFailed as failed:
            failed.lines[0] = f"{self.name}: {failed.lines[0]}"
            raise failed.with_traceback(None) from failed.__cause__

    def hunt(self, seed: int) -> Hunt:
        """The right answer with one step done otherwise: call it on what you
        like, and say which step it is.
        """
        if isinstance(self.exercise, Loop):
            raise TypeError(f"{self.name} has no steps to hunt in")
        return Hunt(self.name, self.exercise, seed)


def checks(chapter: str) -> dict[str, Check]:
    """The checks of a chapter by name, one for each file in its folder."""
    files = pkgutil.iter_modules(import_module(chapter).__path__)
    names = (file.name for file in files)
    return {
        n: Check(n, import_module(f"{chapter}.{n}").exercise) for n in names
    }
