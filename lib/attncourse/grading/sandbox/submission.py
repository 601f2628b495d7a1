"""A submission whose functions are called where they can do no harm."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

from torch import Tensor

from attncourse.checks.calling.calls import Stopped
from attncourse.checks.failed import CheckFailed
from attncourse.grading.sandbox import start, wire
from attncourse.grading.sandbox.limits import USUAL, Limits
from attncourse.grading.sandbox.reply import answer, heard, signature

CELLS = 180  # seconds of the processor for all cells: some train a model
CALL = 10  # for one call
PATIENCE = 10  # times as long on a clock: a busy machine is no one's fault
STARTS = 4
READY = 600  # seconds until a worker has begun, on the busiest machine
WHOLE = 1800  # for all of a submission, whatever it waits for
STOPS = 100  # of one call that a student's code may overhear
ENDED = "your code ended the process in which it ran, and gave no answer."
KILLED = "your code took more time, memory or processes than it may."
SILENT = "no answer after {} seconds. What ends your loop?"
BROKEN = "your code wrote something else where its answer belongs."
LARGE = "your answer is larger than any right one."
TOO_LONG = "your notebook took more time than it may, all in all."
UNFIT = (
    "the sandbox starts no Python that has this course: grade with the Python "
    "of the environment in which the course is installed"
)
LOST = (
    "your code has ended its process too often: nothing more of it is called."
)


class Asked:
    """The functions of a case, as the student's code may call them."""

    def __init__(self, functions: Sequence[Callable[..., Any]]) -> None:
        self.functions, self.stopped = functions, list[Stopped]()

    def __call__(self, place: int, args: Sequence[Any]) -> dict[str, Any]:
        """What one of them answers. What a case says of a call that it cannot
        answer (`Stopped`) ends the student's call, too.
        """
        function = self.functions[place]
        try:
            return {"answer": function(*args)}
        except Stopped as error:
            self.stopped.append(error)
            if len(self.stopped) > STOPS:
                raise wire.Broken from error
            return {"stop": True}
        except Exception as error:
            return {"error": str(error), "kind": type(error).__name__}


NOTHING = Asked(())


class Submission:
    """The cells of a notebook in a sandbox; `function` gives what can be judged
    as if it were here.

    answers: the functions that will be judged: only the cells that they need
    are run. No answer stands for all cells. `partial` tells whether a cell was
    left out that could change something: `all_cells` makes the next call see
    all of the notebook.
    """

    def __init__(
        self,
        cells: Sequence[str],
        sandbox: str = "bubblewrap",
        limits: Limits = USUAL,
        answers: Sequence[str] = (),
    ) -> None:
        self.cells, self.sandbox, self.limits = [*cells], sandbox, limits
        self.answers, self.partial = [*answers], False
        self.until = time.monotonic() + WHOLE
        self.errors: dict[str, str] = {}
        self.process: subprocess.Popen | None = None
        self.room: AbstractContextManager | None = None
        self.starts = self.number = 0

    def __enter__(self) -> "Submission":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the process; the next question starts another one."""
        if self.room:
            self.room.__exit__(None, None, None)
        self.process = self.room = None

    def begin(self) -> None:
        """Start the process and run the cells. Raises CheckFailed; OSError
        where there was no process before any cell was run.
        """
        if self.starts == STARTS:
            raise CheckFailed(LOST)
        self.starts += 1
        self.room = start.started(self.sandbox, self.limits)
        self.process = self.room.__enter__()
        assert self.process.stdin and self.process.stdout
        os.set_blocking(self.process.stdin.fileno(), False)
        try:
            wire.receive(self.process.stdout.fileno(), READY)
        except (wire.Broken, wire.Silent, wire.Ended) as error:
            self.end()
            raise OSError(UNFIT) from error
        try:
            said = self.ask(
                "run", self.cells, self.answers, CELLS, seconds=CELLS
            )
        except CheckFailed:
            self.starts = STARTS  # it would not end the next time either
            raise
        self.errors = heard(said["errors"])
        self.partial = bool(self.answers) and not said.get("whole")

    def all_cells(self) -> None:
        """From now on, all cells are run."""
        self.end()
        self.answers, self.partial, self.starts = [], False, 0

    def ask(
        self,
        do: str,
        *args: Any,
        seconds: int,
        asked: Callable[[int, Sequence[Any]], dict[str, Any]] = NOTHING,
    ) -> dict[str, Any]:
        """What the worker answers to a request; meanwhile it may ask, too.
        Raises CheckFailed where no answer can be had.
        """
        if time.monotonic() > self.until:
            raise CheckFailed(TOO_LONG)
        if self.process is None:
            self.begin()
        self.number += 1
        request = {"number": self.number, "do": do, "with": [*args]}
        said: dict[str, Any] = {}
        try:
            self.send(request, seconds)
            while "ask" in (heard := self.receive(seconds)):
                self.send(asked(heard["ask"], heard["args"]), seconds)
            said = heard
            return said
        except (wire.Broken, wire.Silent, wire.Ended, wire.Large) as error:
            raise CheckFailed(self.why(error, seconds)) from None
        except (LookupError, TypeError):
            raise CheckFailed(BROKEN) from None
        finally:
            if not said:
                self.end()

    def why(self, error: Exception, seconds: int) -> str:
        """What to say where no answer came."""
        if isinstance(error, wire.Broken | wire.Large):
            return BROKEN if isinstance(error, wire.Broken) else LARGE
        if isinstance(error, wire.Silent):
            return SILENT.format(seconds * PATIENCE)
        assert self.process
        code = None  # of a process that has only shut the door
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(PATIENCE)
        if code in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
            return SILENT.format(seconds)
        killed = code in (-signal.SIGKILL, 128 + signal.SIGKILL)
        return KILLED if killed else ENDED

    def send(self, message: dict[str, Any], seconds: int) -> None:
        assert self.process and self.process.stdin
        target = self.process.stdin.fileno()
        wire.send(target, wire.pack(message), PATIENCE * seconds)

    def receive(self, seconds: int) -> dict[str, Any]:
        """The answer to this request, and to no other."""
        assert self.process and self.process.stdout
        source = self.process.stdout.fileno()
        said = wire.receive(source, PATIENCE * seconds)
        if not isinstance(said, dict) or said.get("number") != self.number:
            raise wire.Broken
        if said.get("large") or said.get("deep"):
            raise wire.Large
        return said

    def function(self, name: str, takes: dict[str, str]) -> Callable[..., Any]:
        """What calls the student's function of this name, with arguments of
        these names. Raises CheckFailed if there is none.
        """
        said = self.ask("signature", name, seconds=CALL)
        if "kind" in said:
            raise CheckFailed(self.absent(name))

        def call(*args: Any) -> Any:
            return self.call(name, takes, args)

        call.__name__ = name
        call.reached = partial(self.reached, name, takes)  # type: ignore[attr-defined]
        if said["parameters"] is not None:
            call.__signature__ = signature(said["parameters"])  # type: ignore[attr-defined]
        return call

    def absent(self, name: str) -> str:
        """That there is no such function, and why, if its cell says so."""
        made = f"def {name}("
        why = (
            f" Cell {number} ended in an error: {self.errors[str(number)]}"
            for number, cell in enumerate(self.cells, 1)
            if made in cell and str(number) in self.errors
        )
        return f"there is no function {name}.{next(why, '')}"

    def call(
        self, name: str, takes: dict[str, str], args: Sequence[Any]
    ) -> Any:
        """One call; its arguments are changed as the student changed them."""
        return answer(self.called("call", name, takes, args), args)

    def reached(
        self, name: str, takes: dict[str, str], inputs: dict[str, Any]
    ) -> set[str]:
        """The arguments that the gradient of a call's answer reaches, as the
        student's process tells it.
        """
        said = self.called("reached", name, takes, [*inputs.values()])
        return {*map(str, said.get("reached") or [])}

    def called(
        self, do: str, name: str, takes: dict[str, str], args: Sequence[Any]
    ) -> dict[str, Any]:
        """What the worker says of one call; it may ask the functions among the
        arguments.
        """
        functions: list[Callable[..., Any]] = []
        sent = []
        for arg in args:
            if callable(arg) and not isinstance(arg, Tensor):
                sent.append({wire.CALL: len(functions)})
                functions.append(arg)
            else:
                sent.append(arg)
        asked = Asked(functions)
        said = self.ask(do, name, takes, sent, CALL, seconds=CALL, asked=asked)
        if asked.stopped:
            raise asked.stopped[0]
        return said
