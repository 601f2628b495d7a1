"""A wrong part of an answer, and the function to ask again."""

from typing import Any, NamedTuple

from torch import Tensor

from attncourse.checks.calling import calls
from attncourse.checks.exercise import Exercise
from attncourse.checks.values import Values


class Probe(NamedTuple):
    """A part of the answers to all cases, wrong in one, and the function to
    ask again.
    """

    exercise: Exercise
    function: Any
    answers: dict[str, Values]
    expected: dict[str, Values]
    case: str
    part: str

    def on(self, case: str) -> "Probe":
        """Another case."""
        return self._replace(case=case)

    @property
    def actual(self) -> Any:
        """The learner's part."""
        return self.answers[self.case][self.part]

    @property
    def values(self) -> Values:
        """All values of the case."""
        return self.expected[self.case]

    @property
    def right(self) -> Any:
        """The right part."""
        return self.values[self.part]

    def rerun(self, change: Values) -> Any:
        """The learner's part with other arguments; None where it fails."""
        actual = calls.rerun(self.function, self.inputs | change)
        if actual is None or len(self.exercise.returns) == 1:
            return actual
        return actual[self.exercise.returns.index(self.part)]

    @property
    def axes(self) -> list[str]:
        """Its axes."""
        return self.exercise.axes(self.part)

    @property
    def inputs(self) -> Values:
        """The arguments, made anew."""
        return self.exercise.inputs(self.case)

    def due(self, change: Values) -> Any:
        """The right part with other arguments."""
        return self.exercise.trace(self.inputs | change)[self.part]

    def first(self, where: Tensor) -> str:
        """The first entry of the answer at which this holds."""
        place = where.nonzero()[0].tolist()
        return f"{self.part}{place} is {self.actual[tuple(place)].item():.3g}"
