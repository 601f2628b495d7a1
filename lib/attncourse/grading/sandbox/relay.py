"""A judge has no right to start anything, so it asks for its workers: what
`Workers` does, through a pipe. Messages are passed on as bytes, unread.
"""

import struct
from collections.abc import Callable
from typing import Any

from attncourse.grading.sandbox import frames
from attncourse.grading.sandbox.workers import Idle, MachineError, Workers

GO, READ, NOW, DONE, FAILED = b"g", b"r", b"n", b"d", b"f"
"""What a judge says, or is told, beside its requests: to begin, that it has
read the exercises, which it judges now, what is said of all, what failed.
"""
HEAD = struct.Struct("!Bd")
START, SEND, RECEIVE, CODE, END = range(5)
ERRORS: tuple[type[Exception], ...] = (
    *(MachineError, frames.Spent, Idle, frames.Silent),
    *(frames.Ended, frames.Large, frames.Broken),
)


class Relay:
    """The workers of somebody else, asked through two file descriptors."""

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target = source, target

    def ask(self, do: int, seconds: float = 0.0, body: bytes = b"") -> bytes:
        """What comes of it; raises what it raises there."""
        frames.send(self.target, HEAD.pack(do, seconds) + body)
        said = frames.receive(self.source, frames.FOREVER)
        if failed := said[0]:
            raise ERRORS[failed - 1](said[1:].decode())
        return said[1:]

    def start(self) -> None:
        """A new worker, that has begun."""
        self.ask(START)

    def end(self) -> None:
        """Kill the worker, if there is one."""
        self.ask(END)

    def send(self, message: bytes, seconds: float) -> None:
        """Hand it a message."""
        self.ask(SEND, seconds, message)

    def receive(self, seconds: float) -> bytes:
        """Its next message."""
        return self.ask(RECEIVE, seconds)

    def code(self) -> int:
        """How the worker ended (see `Workers.code`)."""
        return int(self.ask(CODE))


def served(workers: Workers, request: bytes) -> bytes:
    """What the other side hears of a request. Raises Broken for none."""
    if len(request) < HEAD.size:
        raise frames.Broken
    do, seconds = HEAD.unpack_from(request)
    doing: dict[int, Callable[[], Any]] = {
        START: workers.start,
        SEND: lambda: workers.send(request[HEAD.size :], seconds),
        RECEIVE: lambda: workers.receive(seconds),
        CODE: lambda: b"%d" % workers.code(),
        END: workers.end,
    }
    if do not in doing:
        raise frames.Broken
    try:
        return b"\0" + (doing[do]() or b"")
    except ERRORS as error:
        kind = ERRORS.index(type(error)) + 1
        return bytes([kind]) + str(error).encode()
