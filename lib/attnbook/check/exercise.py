"""An exercise is data: a reference that is a chain of named steps, and cases.

Nothing here knows how an answer is judged: that is the same for all of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any, NamedTuple

from torch import Tensor

from attnbook.check.formulas import How
from attnbook.check.values import close

Values = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One named value of the reference.

    axes: the names of its axes, "B T S"; "" for what is no tensor.
    make: the function that makes it.
    gloss: what it is, in a few words.
    how: writes down how one entry comes about.
    exact: where the right value is 0, nothing but 0 will do.
    needs: the arguments of `make`: names of the exercise's arguments, of
        earlier steps, or of sizes ("size K"). By default the names of its
        parameters.
    """

    axes: str
    make: Callable[..., Any]
    gloss: str = ""
    how: How | None = None
    exact: bool = False
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.needs:
            names = tuple(signature(self.make).parameters)
            object.__setattr__(self, "needs", names)

    def made(self, make: Callable[..., Any], *needs: str) -> "Step":
        """This step, made otherwise."""
        names = needs or tuple(signature(make).parameters)
        return replace(self, make=make, needs=names)


Change = Mapping[str, Step]


class Slip(NamedTuple):
    """Some steps made otherwise: where, in which words, and the steps."""

    step: str
    message: str
    change: Change


@dataclass(frozen=True)
class Exercise:
    """A function for the learner to write.

    takes: the arguments and their axes: {"e": "B S", "mask": "B S"}.
    steps: the reference, each step made from arguments and earlier steps.
    returns: the steps that the function returns.
    cases: what each case is about, and the function that makes its arguments.
    mistakes: what to say of a typical wrong way, and the steps so made; only
        those that no slip gives. Parameters name what is needed, or take the
        step's own needs in their order.
    """

    name: str
    takes: dict[str, str]
    steps: dict[str, Step]
    returns: tuple[str, ...]
    cases: dict[str, Callable[[], Values]]
    mistakes: dict[str, dict[str, Callable[..., Any]]] = field(
        default_factory=dict
    )

    def trace(
        self,
        inputs: Values,
        change: Change | None = None,
        known: Values | None = None,
    ) -> Values:
        """All arguments, sizes and steps by name, some steps made otherwise.

        known: the trace without the change, of which the rest is taken.
        """
        values = (
            {**inputs, **self.sizes(inputs)} if known is None else {**known}
        )
        change, moved = change or {}, set[str]()
        for name, step in self.steps.items():
            now = change.get(name, step)
            if known is None or name in change or moved & {*now.needs}:
                values[name] = now.make(*(values[n] for n in now.needs))
                moved.add(name)
        return values

    def sizes(self, inputs: Values) -> dict[str, int]:
        """The sizes of named axes, and the plain whole numbers: "size K"."""
        found = {
            f"size {name}": value
            for name, value in inputs.items()
            if type(value) is int
        }
        for name, axes in self.takes.items():
            if isinstance(inputs[name], Tensor):
                pairs = zip(axes.split(), inputs[name].shape, strict=True)
                found |= {f"size {a}": size for a, size in pairs if a.isalpha()}
        return found

    def parts(self, values: Values) -> Values:
        """What the function returns, of a trace."""
        return {name: values[name] for name in self.returns}

    def reference(self, *inputs: Any) -> Any:
        """The right answer."""
        values = self.trace(dict(zip(self.takes, inputs, strict=True)))
        parts = tuple(self.parts(values).values())
        return parts if len(parts) > 1 else parts[0]

    def same(self, name: str, found: Any, expected: Any) -> bool:
        """True when two values of a step are equal but for rounding."""
        return close(found, expected, exact=self.steps[name].exact)

    def axes(self, name: str) -> list[str]:
        """The axes of an argument or a step."""
        step = self.steps.get(name)
        return (step.axes if step else self.takes.get(name, "")).split()

    def label(self, name: str) -> str:
        """A step's name with its gloss."""
        gloss = self.steps[name].gloss
        return f"{name} ({gloss})" if gloss else name

    def causes(self, part: str) -> list[str]:
        """The steps that a part is made of, itself the last."""
        found = {part}
        for name in reversed(self.steps):
            if name in found:
                found |= {*self.steps[name].needs}
        return [name for name in self.steps if name in found]

    def typical(self) -> Iterator[Slip]:
        """The mistakes, as slips."""
        for message, made in self.mistakes.items():
            change = {n: self._made(n, make) for n, make in made.items()}
            yield Slip([*made][-1], message, change)

    def _made(self, name: str, make: Callable[..., Any]) -> Step:
        """A step made otherwise, of what its parameters name; of the step's
        own needs where they name nothing.
        """
        step, names = self.steps[name], signature(make).parameters
        known = all(n in self.takes or n in self.steps for n in names)
        return step.made(make, *(names if known else step.needs))
