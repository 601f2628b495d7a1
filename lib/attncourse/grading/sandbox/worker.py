"""The student's side: runs the cells of a submission, then answers calls.

All of it is in the hands of the student's code, which runs in this process. So
nothing here knows a right answer, and nothing that it says is believed.
"""

import ast
import builtins
import inspect
import os
import random
import resource
from collections.abc import Callable
from types import CodeType
from typing import Any

import numpy as np
import torch

from attncourse.checks.running import hints
from attncourse.grading.sandbox import wire
from attncourse.grading.sandbox.needs import needed

LONG = 10**9  # seconds: the grader ends what takes too long


class Stopped(BaseException):
    """The grader has seen enough of a call."""


class Worker:
    """Reads requests, one after the other, and answers each."""

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target = source, target
        self.space: dict[str, Any] = {"__name__": "__main__"}
        self.number = 0

    def work(self) -> None:
        """Until the grader is gone."""
        while True:
            try:
                asked = wire.receive(self.source, LONG, self.function)
            except wire.Ended:
                return
            self.number = asked["number"]
            self.say(getattr(self, asked["do"])(*asked["with"]))

    def say(self, said: dict[str, Any]) -> None:
        """An answer to the request that is worked on."""
        try:
            message = wire.pack({"number": self.number, **said})
        except wire.Large:
            message = wire.pack({"number": self.number, "large": True})
        except RecursionError:
            message = wire.pack({"number": self.number, "deep": True})
        wire.send(self.target, message)

    def function(self, place: int) -> Callable[..., Any]:
        """A function of the grader's: calling it asks the grader."""

        def ask(*args: Any) -> Any:
            self.say({"ask": place, "args": args})
            found = wire.receive(self.source, LONG)
            if "stop" in found:
                raise Stopped
            if "error" in found:
                kind = getattr(builtins, found["kind"], RuntimeError)
                raise kind(found["error"])
            return found["answer"]

        return ask

    def run(
        self, cells: list[str], answers: list[str], seconds: int
    ) -> dict[str, Any]:
        """Run the cells that these answers need, or all cells for no answer;
        what each that ends in an error says, by its number from 1.
        """
        errors: dict[str, str] = {}
        limit(seconds)
        places = needed(cells, answers) if answers else [*range(len(cells))]
        for place in places:
            try:
                for code in compiled(cells[place], f"<cell {place + 1}>"):
                    exec(code, self.space)
            except BaseException as error:
                errors[str(place + 1)] = f"{type(error).__name__}: {error}"[
                    :500
                ]
        return {"errors": errors, "whole": len(places) == len(cells)}

    def signature(self, name: str) -> dict[str, Any]:
        """The parameters of a function, if there is one."""
        function = self.space.get(name)
        if function is None or not callable(function):
            return {"kind": type(function).__name__}
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            return {"parameters": None}
        return {
            "parameters": [
                [p.name, int(p.kind), p.default is not p.empty]
                for p in parameters
            ]
        }

    def call(
        self, name: str, takes: dict[str, str], args: list[Any], seconds: int
    ) -> dict[str, Any]:
        """One call: what it returns, or why it does not; which arguments it
        changed, and whether it drew random numbers.
        """
        function = self.space[name]
        before = wire.pack([a for a in args if not callable(a)])
        chance = drawn()
        limit(seconds)
        try:
            found = function(*args)
        except Stopped:
            return {"stopped": True}
        except BaseException as error:
            return refused(
                error, function, dict(zip(takes, args, strict=True)), takes
            )
        said = {"returned": named(found, args), "drew": chance != drawn()}
        after = [a for a in args if not callable(a)]
        return said | ({} if wire.pack(after) == before else {"args": args})


def named(found: Any, args: list[Any]) -> Any:
    """What was returned; an argument by its place."""
    objects = (torch.Tensor, list, set)
    for place, arg in enumerate(args):
        if found is arg and isinstance(arg, objects):
            return {"$argument": place}
    if type(found) is tuple:
        return tuple(named(part, args) for part in found)
    return found


def refused(
    error: BaseException, function: Any, inputs: dict, takes: dict[str, str]
) -> dict[str, Any]:
    """What to say of an error, as a check in the notebook says it."""
    if isinstance(error, NotImplementedError) and not error.args:
        return {"refused": None}
    try:
        lines = [*hints.lines(error, function, inputs, takes)]
    except Exception:
        lines = [f"your function raised {type(error).__name__}"]
    return {"refused": [line[:2000] for line in lines][:20]}


def compiled(cell: str, name: str) -> list[CodeType]:
    """The statements of a cell; without those that only call a check, which
    the grader does itself, and with nothing in the place of magics.
    """
    lines = [
        line[: len(line) - len(line.lstrip())] + "pass"
        if line.lstrip().startswith(("%", "!"))
        else line
        for line in cell.splitlines()
    ]
    body = ast.parse("\n".join(lines), name).body
    keep = [part for part in body if not checks(part)]
    return [
        compile(ast.Module([part], type_ignores=[]), name, "exec")
        for part in keep
    ]


def checks(part: ast.stmt) -> bool:
    """Whether a statement is a call like `chapter5.check.cost(cost)`."""
    if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Call):
        return False
    function = part.value.func
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "check"
    )


def drawn() -> tuple[Any, ...]:
    """What is another one after a random number."""
    numpy = np.random.get_state(legacy=False)["state"]
    numpys = numpy["key"].tobytes(), numpy["pos"]
    return torch.get_rng_state().numpy().tobytes(), random.getstate(), *numpys


def limit(seconds: int) -> None:
    """From now on, so many seconds of the processor; a student's code may
    take it back, and meets the limits of the sandbox. A second before those
    it ends as what takes too long: they kill without a word.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds + 1
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if most != resource.RLIM_INFINITY:
        until = min(until, most - 1)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def main() -> None:
    """Take the two ends that the grader has given, and leave nothing in their
    places.
    """
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    torch.set_num_threads(1)
    Worker(source, target).work()


if __name__ == "__main__":
    main()
