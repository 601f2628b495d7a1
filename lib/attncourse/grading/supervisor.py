"""What runs with the instructor's rights while a class is graded: it starts a
judge and, when that asks, a student's process; it passes bytes between them,
holds both to their limits, and reads nothing that a student wrote.
"""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from subprocess import Popen
from typing import Any

from attncourse.grading.sandbox import frames, relay, start
from attncourse.grading.sandbox.limits import Limits
from attncourse.grading.sandbox.relay import DONE, FAILED, GO, NOW, READ
from attncourse.grading.sandbox.workers import (
    READY,
    UNFIT,
    MachineError,
    Most,
    Workers,
)
from attncourse.grading.tasks import Task, nothing

JUDGE = Limits(memory=2**30, processes=64, seconds=10**7)
JUDGES = 40  # that one submission may end, each at another exercise
WAIT = 600  # seconds for a judge's next word: longer than it may compute
UNREAD = "to read the notebook took more time or memory than it may"
BROKE = (
    "to judge the answer took more time or memory than it may, as your code "
    "called what it was given."
)
GONE = frames.Ended, frames.Silent, frames.Broken, frames.Large


class Supervisor:
    """Judges submissions, one after the other.

    sandbox: of the judge and of the students' processes: "bubblewrap",
    "docker" or "none".
    most: what one submission may take.
    """

    def __init__(
        self, sandbox: str = start.BUBBLEWRAP, most: Most | None = None
    ) -> None:
        self.sandbox, self.most = sandbox, most or Most()
        self.process: Popen | None = None
        self.room: AbstractContextManager[Popen] | None = None

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the judge, if there is one."""
        if self.room:
            self.room.__exit__(None, None, None)
        self.process = self.room = None

    def begin(self) -> None:
        """A judge that waits for a submission. Raises MachineError."""
        if self.process:
            return
        try:
            self.room = start.started(self.sandbox, JUDGE, start.JUDGE)
            self.process = self.room.__enter__()
            assert self.process.stdout
            frames.receive(self.process.stdout.fileno(), READY)
        except (OSError, *GONE) as error:
            self.end()
            raise MachineError(UNFIT) from error

    def judged(
        self, notebook: bytes, file: str, tasks: Sequence[Task], seed: int
    ) -> dict[str, Any]:
        """What is said of a notebook: its report, and the problem for which
        there is none. No tasks stand for all that it checks. An answer that
        ends a judge has no points; another judge goes on with the rest.

        Raises MachineError for what no student has caused.
        """
        broken: dict[str, str] = {}
        asked = {
            "tasks": [task._asdict() for task in tasks],
            "seed": seed,
            "file": file,
            "seconds": int(self.most.processor),
            "broken": broken,
        }
        workers = Workers(self.sandbox, most=self.most)
        for _ in range(JUDGES):
            try:
                said, now = self.once(notebook, asked, workers)
            finally:
                workers.end()
            if said is not None:
                return said
            if now is None or now in broken:
                break
            broken[now] = BROKE
        return {"problem": UNREAD} | nothing(tasks).said()

    def once(
        self, notebook: bytes, asked: dict[str, Any], workers: Workers
    ) -> tuple[dict[str, Any] | None, str | None]:
        """What one judge says; else the exercise at which it ended."""
        self.begin()
        now, read = None, False
        try:
            for part in (GO, json.dumps(asked).encode(), notebook):
                self.send(part)
            while True:
                kind, rest = self.hear()
                if kind == DONE:
                    return json.loads(rest), None
                if kind == FAILED:
                    raise MachineError(rest.decode("utf-8", "replace")[:500])
                if kind == READ:
                    read = True
                elif kind == NOW:
                    now = rest.decode("utf-8", "replace")
                else:
                    self.send(relay.served(workers, kind + rest))
        except (*GONE, ValueError, RecursionError) as error:
            self.end()
            if not read:
                raise MachineError(UNFIT) from error
            return None, now

    def send(self, message: bytes) -> None:
        """To the judge."""
        assert self.process and self.process.stdin
        frames.send(self.process.stdin.fileno(), message, WAIT)

    def hear(self) -> tuple[bytes, bytes]:
        """The judge's next message: its kind, and the rest."""
        assert self.process and self.process.stdout
        said = frames.receive(self.process.stdout.fileno(), WAIT)
        return said[:1], said[1:]
