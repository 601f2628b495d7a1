"""A submission whose functions are called where they can do no harm."""

import signal
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from torch import Tensor

from attncourse.checks.calling.calls import Stopped
from attncourse.checks.failed import CheckFailed
from attncourse.grading.sandbox import frames, wire
from attncourse.grading.sandbox.relay import Relay
from attncourse.grading.sandbox.reply import answer, heard, signature, through
from attncourse.grading.sandbox.workers import IDLE, PATIENCE, Idle, Workers

CELLS = 180  # seconds of the processor for all cells: some train a model
CALL = 10  # for one call
STARTS = 3  # of a process that one exercise ends
STOPS = 100  # of one call that a student's code may overhear
NUMBERS = 10_000  # that a student's code may give to a function of a case
HEAD = 2**18  # bytes of an answer that are no numbers of tensors
ENDED = "your code ended the process in which it ran, and gave no answer."
KILLED = "your code took more time, memory or processes than it may."
SILENT = "no answer after {} seconds. What ends your loop?"
WAITED = (
    "no answer, and nothing was computed for {} seconds. What does your code "
    "wait for?"
)
BROKEN = "your code wrote something else where its answer belongs."
LARGE = "your answer is larger than any right one."
TOO_LONG = "your notebook took more time than it may, all in all."
LOST = (
    "your code has ended its process too often: nothing more of it is called."
)
SEVERAL = "{} was called with {:,} numbers, more than any right answer gives it"
FAILED = (
    *(frames.Broken, frames.Silent, frames.Ended, frames.Large, frames.Spent),
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
            if (count := numbers(args)) > NUMBERS:
                name = getattr(function, "__name__", str(function))
                raise ValueError(SEVERAL.format(name, count))
            return {"answer": function(*args)}
        except Stopped as error:
            self.stopped.append(error)
            if len(self.stopped) > STOPS:
                raise frames.Broken from error
            return {"stop": True}
        except Exception as error:
            return {"error": str(error), "kind": type(error).__name__}


def numbers(value: Any) -> int:
    """How many numbers, or other things, an argument is made of."""
    if isinstance(value, Tensor):
        return value.numel()
    if isinstance(value, list | tuple | set | dict):
        return 1 + sum(map(numbers, value))
    return 1


NOTHING = Asked(())


class Submission:
    """The cells of a notebook in a sandbox; `function` gives what can be judged
    as if it were here.

    workers: in which they run; by default in bubblewrap.
    answers: the functions that will be judged: only the cells that they need
    are run. No answer stands for all cells. `partial` tells whether a cell was
    left out that could change something: `all_cells` makes the next call see
    all of the notebook.
    """

    def __init__(
        self,
        cells: Sequence[str],
        workers: Workers | Relay | None = None,
        answers: Sequence[str] = (),
    ) -> None:
        self.cells, self.workers = [*cells], workers or Workers()
        self.answers, self.partial = [*answers], False
        self.errors: dict[str, str] = {}
        self.runs = self.lost = False
        self.ended, self.asking = Counter[str](), ""
        self.number = 0
        self.through: dict[str, list[str]] = {}

    def __enter__(self) -> "Submission":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the process; the next question starts another one."""
        self.workers.end()
        self.runs = False

    def begin(self) -> None:
        """Start a process and run the cells. Raises CheckFailed; MachineError
        where there is no process before any cell is run.
        """
        if self.lost or self.ended[self.asking] == STARTS:
            raise CheckFailed(LOST)
        try:
            self.workers.start()
        except frames.Spent:
            raise CheckFailed(TOO_LONG) from None
        self.runs = True
        try:
            said = self.ask(
                "run", self.cells, self.answers, CELLS, seconds=CELLS
            )
        except CheckFailed:
            self.lost = True  # it would not end the next time either
            raise
        self.errors = heard(said["errors"])
        self.partial = bool(self.answers) and not said.get("whole")

    def all_cells(self) -> None:
        """From now on, all cells are run."""
        self.end()
        self.answers, self.partial, self.lost = [], False, False
        self.ended.clear()

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
        if not self.runs:
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
        except FAILED as error:
            raise CheckFailed(self.why(error, seconds)) from None
        except (LookupError, TypeError):
            raise CheckFailed(BROKEN) from None
        finally:
            if not said:
                self.ended[self.asking] += 1
                self.end()

    def why(self, error: Exception, seconds: int) -> str:
        """What to say where no answer came."""
        match error:
            case frames.Broken():
                return BROKEN
            case frames.Large():
                return LARGE
            case frames.Spent():
                return TOO_LONG
            case Idle():
                return WAITED.format(IDLE)
            case frames.Silent():
                return SILENT.format(seconds * PATIENCE)
        code = self.workers.code()
        if code == signal.SIGXCPU:
            return SILENT.format(seconds)
        return KILLED if code == signal.SIGKILL else ENDED

    def send(self, message: dict[str, Any], seconds: int) -> None:
        self.workers.send(wire.pack(message), seconds)

    def receive(self, seconds: int) -> dict[str, Any]:
        """The answer to this request, and to no other."""
        said = wire.unpack(self.workers.receive(seconds), head=HEAD)
        if not isinstance(said, dict) or said.get("number") != self.number:
            raise frames.Broken
        if said.get("large") or said.get("deep"):
            raise frames.Large
        return said

    def function(self, name: str, takes: dict[str, str]) -> Callable[..., Any]:
        """What calls the student's function of this name, with arguments of
        these names. Raises CheckFailed if there is none.
        """
        self.asking = name
        said = self.ask("signature", name, seconds=CALL)
        if "kind" in said:
            raise CheckFailed(self.absent(name))

        def call(*args: Any) -> Any:
            return self.call(name, takes, args)

        call.__name__ = name
        call.reached = partial(self.reached, name, takes)  # type: ignore[attr-defined]
        if said.get("parameters") is not None:
            try:
                found = signature(said["parameters"])
            except Exception:
                raise CheckFailed(BROKEN) from None
            call.__signature__ = found  # type: ignore[attr-defined]
        return call

    def absent(self, name: str) -> str:
        """That there is no such function, and why, if the cells say so."""
        made = f"def {name}("
        why = ""
        for number, cell in enumerate(self.cells, 1):
            if cell == f"# {made}":
                why = " The cell that defines it is text: make it code."
            elif made in cell and (error := self.errors.get(str(number))):
                why = f" Cell {number} ended in an error: {error}"
            if why:
                break
        return f"there is no function {name}.{why}"

    def call(
        self, name: str, takes: dict[str, str], args: Sequence[Any]
    ) -> Any:
        """One call; its arguments are changed as the student changed them."""
        said = self.called("call", name, takes, args)
        self.through.setdefault(name, through(said.get("through")))
        try:
            return answer(said, args)
        except (CheckFailed, NotImplementedError):
            raise
        except Exception:  # it may have said anything
            raise CheckFailed(BROKEN) from None

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
