"""A student's process as whoever started it holds it: one at a time, within
the limits of a submission as a whole.
"""

import os
import signal
import subprocess
import time
from contextlib import AbstractContextManager, suppress
from typing import NamedTuple

from attncourse.grading.sandbox import frames, start
from attncourse.grading.sandbox import limits as limited
from attncourse.grading.sandbox.limits import USUAL, Limits

PATIENCE = 10  # times as long on a clock: a busy machine is no one's fault
IDLE = 30  # seconds in which next to nothing is computed, and nothing comes
READY = 600  # seconds until a worker has begun, on the busiest machine
REPLY = 2**22  # bytes of an answer: no right one has a tenth of it
KILLS = signal.SIGXCPU, signal.SIGKILL
UNFIT = (
    "the sandbox starts no Python that has this course: grade with the Python "
    "of the environment in which the course is installed"
)


class MachineError(OSError):
    """What no student has caused: there is no sandbox, no memory."""


class Idle(frames.Silent):
    """Nothing came, and nothing was computed either."""


class Most(NamedTuple):
    """What a submission may take as a whole: seconds of the processor, and on
    a clock, whatever it waits for.
    """

    processor: float = 600
    clock: float = 1800


class Workers:
    """The worker of a submission; after it has ended, the next one.

    sandbox: "bubblewrap", "docker" or "none".
    """

    def __init__(
        self,
        sandbox: str = start.BUBBLEWRAP,
        limits: Limits = USUAL,
        most: Most | None = None,
    ) -> None:
        self.sandbox, self.limits = sandbox, limits
        self.most = most or Most()
        self.until = time.monotonic() + self.most.clock
        self.used = 0.0  # seconds of the processor, of those that have ended
        self.checked = 0.0  # when it was last looked up what is computed
        self.before = 0.0  # of the worker until it had begun
        self.starts = 0
        self.process: subprocess.Popen | None = None
        self.room: AbstractContextManager[subprocess.Popen] | None = None

    def start(self) -> None:
        """A new worker, that has begun. Raises MachineError, Spent."""
        self.end()
        self.check()
        self.starts += 1
        try:
            self.room = start.started(self.sandbox, self.limits)
            self.process = self.room.__enter__()
            assert self.process.stdin and self.process.stdout
            os.set_blocking(self.process.stdin.fileno(), False)
            frames.receive(self.process.stdout.fileno(), READY)
            self.before = self.computed()
        except (OSError, frames.Broken, frames.Silent, frames.Ended) as error:
            self.end()
            raise MachineError(UNFIT) from error

    def end(self) -> None:
        """Kill the worker, if there is one."""
        if self.process:
            self.used += self.computed() - self.before
        self.before = 0.0
        if self.room:
            self.room.__exit__(None, None, None)
        self.process = self.room = None

    def check(self) -> None:
        """Raises Spent where the submission has had its time; what is
        computed is looked up once a second.
        """
        now = time.monotonic()
        if now > self.until:
            raise frames.Spent
        if now - self.checked > frames.LOOK:
            self.checked = now
            used = self.used + self.computed() - self.before
            if used > self.most.processor:
                raise frames.Spent

    def computed(self) -> float:
        """Seconds of the processor that the worker and its children took; of
        a container, which is no child of ours, nothing is known.
        """
        if not self.process or self.sandbox == start.DOCKER:
            return 0.0
        return limited.computed(limited.family(self.process.pid))

    def send(self, message: bytes, seconds: float) -> None:
        """Hand it a message. Raises Ended, Silent, Spent."""
        self.check()
        assert self.process and self.process.stdin
        frames.send(self.process.stdin.fileno(), message, PATIENCE * seconds)

    def receive(self, seconds: float) -> bytes:
        """Its next message: after so many seconds of its own it is killed, and
        after ten times as many on the clock nothing is waited for.

        Raises Broken, Silent, Idle, Ended, Large, Spent.
        """
        assert self.process and self.process.stdout
        before, since = -1.0, time.monotonic()  # before it has ever looked

        def look() -> None:
            nonlocal before, since
            self.check()
            waited = time.monotonic() - since
            if self.watched and (before < 0 or waited > IDLE):
                now = self.computed()
                if before >= 0 and now - before < IDLE / 100:
                    raise Idle
                before, since = now, time.monotonic()

        source = self.process.stdout.fileno()
        return frames.receive(source, PATIENCE * seconds, REPLY, look)

    @property
    def watched(self) -> bool:
        """Whether one can see what is computed."""
        return self.sandbox != start.DOCKER

    def code(self) -> int:
        """How the worker ended: the number of the signal that its limits send;
        0 for any other end, and for one that has only shut the door.
        """
        assert self.process
        with suppress(subprocess.TimeoutExpired):
            found = self.process.wait(PATIENCE)
            for kill in KILLS:
                if found in (-kill, 128 + kill):
                    return int(kill)
        return 0
