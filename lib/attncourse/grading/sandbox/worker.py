"""The student's side: runs the cells of a submission, then answers calls.

All of it is in the hands of the student's code, which runs in this process. So
nothing here knows a right answer, and nothing that it says is believed.
"""

import __future__

import ast
import asyncio
import builtins
import inspect
import linecache
import os
import random
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import numpy as np
import torch

from attncourse.checks.calling import gradient, hints
from attncourse.grading.sandbox import frames, keys, wire
from attncourse.grading.sandbox.cells import checks, plain, quiet
from attncourse.grading.sandbox.needs import needed
from attncourse.grading.sandbox.shell import Shell, nothing

READY = "attnbook.", "attncourse.", "torch.nn.modules."
THIS = "attncourse.grading."
FUTURE = [getattr(__future__, name) for name in __future__.all_feature_names]


class Stopped(BaseException):
    """The grader has seen enough of a call."""


class Worker:
    """Reads requests, one after the other, and answers each."""

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target = source, target
        self.space: dict[str, Any] = {"__name__": "__main__"}
        shell = Shell(self.space)
        self.space |= {"get_ipython": lambda: shell, "display": nothing}
        self.number = self.flags = 0

    def work(self) -> None:
        """Until the grader is gone; first it is told that all is ready."""
        self.say({"ready": True})
        while True:
            try:
                asked = self.hear()
            except frames.Ended:
                return
            self.number = asked["number"]
            self.say(getattr(self, asked["do"])(*asked["with"]))

    def say(self, said: dict[str, Any]) -> None:
        """An answer to the request that is worked on."""
        try:
            message = wire.pack({"number": self.number, **said})
        except frames.Large:
            message = wire.pack({"number": self.number, "large": True})
        except RecursionError:
            message = wire.pack({"number": self.number, "deep": True})
        frames.send(self.target, message)

    def hear(self) -> Any:
        """What the grader says next."""
        return wire.unpack(
            frames.receive(self.source, frames.FOREVER), self.function
        )

    def function(self, place: int) -> Callable[..., Any]:
        """A function of the grader's: calling it asks the grader."""

        def ask(*args: Any) -> Any:
            self.say({"ask": place, "args": args})
            found = self.hear()
            if "stop" in found:
                raise Stopped
            if "error" in found:
                kind = getattr(builtins, found["kind"], RuntimeError)
                raise kind(found["error"])
            return linked(found["answer"], args)

        return ask

    def run(
        self, cells: list[str], answers: list[str], seconds: int
    ) -> dict[str, Any]:
        """Run the cells that these answers need, or all cells for no answer;
        what each that ends in an error says, by its number from 1, and whether
        none is left that could change something.
        """
        errors: dict[str, str] = {}
        limit(seconds)
        places = needed(cells, answers) if answers else [*range(len(cells))]
        for place in places:
            try:
                self.cell(cells[place], f"<cell {place + 1}>")
            except BaseException as error:
                text = f"{type(error).__name__}: {hints.spoken(error)}"
                errors[str(place + 1)] = text[:500]
        rest = {*range(len(cells))} - {*places}
        return {
            "errors": errors,
            "whole": all(quiet(cells[place]) for place in rest),
        }

    def cell(self, text: str, name: str) -> None:
        """Run one cell, with what an earlier one took from the future."""
        code = compiled(text, name, self.flags)
        for feature in FUTURE:
            self.flags |= code.co_flags & feature.compiler_flag
        found = eval(code, self.space)
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(found)

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
        chance, through = drawn(), Through()
        limit(seconds)
        try:
            with through.watched():
                found = function(*args)
        except Stopped:
            return {"stopped": True}
        except BaseException as error:
            return refused(
                error, function, dict(zip(takes, args, strict=True)), takes
            )
        said = {"returned": named(found, args), "drew": chance != drawn()}
        said["through"] = [*through.names]
        after = [a for a in args if not callable(a)]
        return said | ({} if wire.pack(after) == before else {"args": args})

    def reached(
        self, name: str, takes: dict[str, str], args: list[Any], seconds: int
    ) -> dict[str, Any]:
        """The arguments that the gradient of a call's answer reaches."""
        limit(seconds)
        inputs = dict(zip(takes, args, strict=True))
        try:
            found = gradient.reached(self.space[name], inputs)
        except BaseException:
            return {"reached": []}
        return {"reached": [*found]}


class Through:
    """The functions of the course, and the layers of torch, that the code of
    cells calls itself: whatever is ready made.
    """

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        caller, code = frame.f_back, frame.f_code
        if event != "call" or not caller or code.co_name == "<module>":
            return
        module = str(frame.f_globals.get("__name__"))
        ready = module.startswith(READY) and not module.startswith(THIS)
        if ready and caller.f_code.co_filename.startswith("<cell"):
            own = frame.f_locals.get("self")
            layer = isinstance(own, torch.nn.Module)
            name = type(own).__name__ if layer else code.co_qualname
            self.names[f"{module}.{name}"] = None

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While it lasts."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def linked(answer: Any, args: tuple[Any, ...]) -> Any:
    """What a function of the grader's answers, of which numbers alone have
    come, as something that its arguments reach.
    """
    learned = [x for x in args if isinstance(x, torch.Tensor)]
    learned = [x for x in learned if x.requires_grad]
    if not (learned and isinstance(answer, torch.Tensor)):
        return answer
    return answer + 0 * sum(x.nan_to_num(0, 0, 0).sum() for x in learned)


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


def compiled(cell: str, name: str, flags: int) -> CodeType:
    """A cell; without statements that only call a check, which the grader does
    itself.
    """
    text = plain(cell)
    tree = ast.parse(text, name)
    tree.body = [part for part in tree.body if not checks(part)]
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return compile(tree, name, "exec", flags, dont_inherit=True)


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
    keys.forbid()
    Worker(source, target).work()


if __name__ == "__main__":
    main()
