"""Where a slip may happen: a step, with the values of one case."""

from typing import Any, NamedTuple

from torch import Tensor

from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.mutations import operations
from attncourse.checks.mutations.one_value import Make
from attncourse.checks.mutations.operations import Call
from attncourse.checks.values import Values


class Spot(NamedTuple):
    """A step, and the values that stand around it in one case."""

    exercise: Exercise
    values: Values
    name: str

    @property
    def step(self) -> Step:
        """The step itself."""
        return self.exercise.steps[self.name]

    @property
    def value(self) -> Any:
        """What the step makes."""
        return self.values[self.name]

    @property
    def earlier(self) -> list[str]:
        """Arguments and steps that are there before it, the last first."""
        known = [*self.exercise.takes, *self.exercise.steps]
        return known[: known.index(self.name)][::-1]

    @property
    def alike(self) -> list[tuple[int, str]]:
        """The inputs that are of the form of what it makes, by place."""
        needs = enumerate(self.step.needs)
        return [(p, need) for p, need in needs if self.like(need, self.name)]

    def like(self, one: str, other: str) -> bool:
        """True when one value may stand where the other does."""
        a, b = self.values[one], self.values[other]
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return a.shape == b.shape and a.dtype == b.dtype
        numbers = isinstance(a, int | float) and isinstance(b, int | float)
        return numbers or (type(a) is type(b) and a is not None)

    def passed(self, name: str, user: str) -> bool:
        """True for what a step makes for one other step alone."""
        exercise = self.exercise
        known = name in exercise.steps and name not in exercise.returns
        return known and exercise.users(name) == [user]

    @property
    def calls(self) -> list[Call]:
        """What the step calls of torch; nothing where it calls an argument,
        which is nobody's mistake.
        """
        inputs = [self.values[need] for need in self.step.needs]
        if any(map(callable, inputs)):
            return []
        return operations.calls(self.step.make, *inputs)

    def letters(self, call: Call) -> list[str]:
        """The axes of what a call reads, as far as its shape tells them."""
        x = call.args[0] if call.args else None
        if not isinstance(x, Tensor):
            return []
        for name in (*self.step.needs, self.name):
            value = self.values[name]
            if isinstance(value, Tensor) and value.shape == x.shape:
                return self.exercise.axes(name)
        return [f"axis {i}" for i in range(x.ndim)]

    def made(self, make: Make, *more: str) -> Step:
        """The step made otherwise, of what it needs and more."""
        return self.step.made(make, *self.step.needs, *more)
