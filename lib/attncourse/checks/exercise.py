"""An exercise is data: a reference that is a chain of named steps, and cases.

Nothing here knows how an answer is judged: that is the same for all of them.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from inspect import signature
from random import Random
from typing import Any, NamedTuple

from torch import Tensor

from attncourse.checks.cases import OTHER, Case, Make
from attncourse.checks.formulas import Entry, How
from attncourse.checks.values import Values, close, identical, written


@dataclass(frozen=True)
class Step:
    """One named value of the reference.

    axes: the names of its axes, "B T S"; "" for what is no tensor.
    make: the function that makes it.
    gloss: what it is, in a few words.
    how: how one entry comes about: a formula with names in braces, or what
        writes one.
    exact: where the right value is 0, nothing but 0 will do.
    zeros: what is to be said of entries that are 0, and of all others.
    needs: the arguments of `make`: names of the exercise's arguments, of
        earlier steps, or of sizes ("size K"). By default the names of its
        parameters.
    """

    axes: str
    make: Callable[..., Any]
    gloss: str = ""
    how: How | str = ""
    exact: bool = False
    zeros: tuple[str, str] = ("hidden", "visible")
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.needs:
            names = tuple(signature(self.make).parameters)
            object.__setattr__(self, "needs", names)

    def shown(self, entry: Entry) -> str:
        """How an entry comes about, with its numbers; "" for no formula."""
        if callable(self.how):
            return self.how(entry)
        return entry.text(self.how) if self.how else ""

    def made(self, make: Callable[..., Any], *needs: str) -> "Step":
        """This step, made otherwise."""
        names = needs or tuple(signature(make).parameters)
        other = copy(self)  # much faster than dataclasses.replace
        vars(other).update(make=make, needs=names)
        return other


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
    cases: what each case is about, and what makes its arguments.
    mistakes: what to say of a typical wrong way, and the steps so made; only
        those that no slip gives. Parameters name what is needed, or take the
        step's own needs in their order.
    draw: makes one more case at random, where the arguments of some are given.
    learned: whether it stands in a model while that learns, so that the
        gradient must reach each argument that it reaches in the reference;
        False for what is computed once, such as a measure.
    """

    takes: dict[str, str]
    steps: dict[str, Step]
    returns: tuple[str, ...]
    cases: dict[str, Make]
    mistakes: dict[str, dict[str, Callable[..., Any]]] = field(
        default_factory=dict
    )
    draw: Callable[[Random], Make] | None = None
    learned: bool = True

    def more(self, seed: int) -> "Exercise":
        """The same with about twice the cases: each kind with other numbers,
        too, and of another size where its sizes are free. Where that changes
        nothing, one is drawn instead, if it can be.
        """
        cases, chance = {**self.cases}, Random(seed)
        for name, make in self.cases.items():
            other = self._other(make, seed) if isinstance(make, Case) else make
            if self._known(other) and self.draw:
                other = self.draw(chance)
            if not self._known(other):
                cases[f"{OTHER}{name}"] = other
        return replace(self, cases=cases)

    def _other(self, make: Case, seed: int) -> Case:
        """A case with other numbers and, if it can be, of another size."""
        grown = make.other(seed, free=True)
        return grown if self._bears(grown) else make.other(seed, free=False)

    def _known(self, make: Make) -> bool:
        """Whether the arguments are those of a case of the exercise."""
        given, *known = (
            [*map(written, each(self.takes).values())]
            for each in (make, *self.cases.values())
        )
        return given in known

    def _bears(self, make: Make) -> bool:
        """Whether the reference has an answer: sizes may hang together."""
        try:
            return bool(self.trace(make(self.takes)))
        except (RuntimeError, ValueError, IndexError):
            return False

    def inputs(self, case: str) -> Values:
        """The arguments of a case, made anew."""
        return self.cases[case](self.takes)

    def trace(
        self,
        inputs: Values,
        change: Change | None = None,
        known: Values | None = None,
    ) -> Values:
        """All arguments, sizes and steps by name, some steps made otherwise.

        known: the trace without the change, of which the rest is taken.
        """
        sizes = {} if known else self.sizes(inputs)
        values = {**(known or inputs)}
        values |= {f"size {a}": size for a, size in sizes.items()}
        change, moved = change or {}, set[str]()
        for name, step in self.steps.items():
            now = change.get(name, step)
            if known and name not in change and not moved & {*now.needs}:
                continue
            made = now.make(*(values[n] for n in now.needs))
            if not known or not identical(made, known[name]):
                values[name] = made
                moved.add(name)
        return values

    def traces(self) -> dict[str, Values]:
        """The trace of each case."""
        return {case: self.trace(self.inputs(case)) for case in self.cases}

    def sizes(self, values: Values) -> dict[str, int]:
        """The sizes of named axes, and the plain whole numbers."""
        found = {n: values[n] for n in self.takes if type(values.get(n)) is int}
        for name, axes in self.takes.items():
            if isinstance(x := values.get(name), Tensor):
                pairs = zip(axes.split(), x.shape, strict=True)
                found |= {a: size for a, size in pairs if a.isalpha()}
        return found

    def parts(self, values: Values) -> Values:
        """What the function returns, of a trace."""
        return {name: values[name] for name in self.returns}

    def answer(self, inputs: Values, change: Change | None = None) -> Any:
        """What the function returns, some steps made otherwise."""
        parts = tuple(self.parts(self.trace(inputs, change)).values())
        return parts if len(parts) > 1 else parts[0]

    def reference(self, *inputs: Any) -> Any:
        """The right answer."""
        return self.answer(dict(zip(self.takes, inputs, strict=True)))

    def same(self, actual: Values, expected: Values, *names: str) -> bool:
        """True when these steps, or all that are returned, are equal but for
        rounding.
        """
        return all(
            close(actual[n], expected[n], exact=self.steps[n].exact)
            for n in names or self.returns
        )

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

    def users(self, *names: str) -> list[str]:
        """The steps that need one of these."""
        return [n for n, s in self.steps.items() if {*names} & {*s.needs}]

    def typical(self) -> Iterator[Slip]:
        """The mistakes, as slips."""
        known = self.takes.keys() | self.steps
        for message, made in self.mistakes.items():
            change = {}
            for name, make in made.items():
                names = {*signature(make).parameters}
                needs = () if names <= known else self.steps[name].needs
                change[name] = self.steps[name].made(make, *needs)
            yield Slip([*made][-1], message, change)
