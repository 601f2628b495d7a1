"""Messages between processes: bytes, with their number before them. Whoever
reads believes nothing: not the number, not that anything comes at all.
"""

import math
import os
import select
import struct
import time
from collections.abc import Callable

MOST = 2**26  # bytes of one message
LENGTH = struct.Struct("!Q")
PART = select.PIPE_BUF  # so much can be written where anything can
FOREVER = 10.0**9  # seconds: the other side has its own patience
LOOK = 1.0  # seconds after which somebody who waits looks around


class Broken(Exception):
    """What came is no message."""


class Silent(Exception):
    """Nothing came in time."""


class Ended(Exception):
    """The other side is gone."""


class Large(Exception):
    """A message that is larger than it may be."""


class Spent(Exception):
    """There is no time left for any message."""


def receive(
    source: int,
    seconds: float,
    most: int = MOST,
    look: Callable[[], None] | None = None,
) -> bytes:
    """The next message of a file descriptor. `look` is called once a second
    while nothing comes; what it raises ends the waiting.

    Raises Broken, Silent, Ended, Large.
    """
    until = time.monotonic() + seconds
    (length,) = LENGTH.unpack(_bytes(source, LENGTH.size, until, look))
    if length > MOST:
        raise Broken
    if length > most:
        raise Large
    return bytes(_bytes(source, length, until, look))


def _bytes(
    source: int, count: int, until: float, look: Callable[[], None] | None
) -> bytearray:
    """So many bytes, read in time."""
    found = bytearray()
    while len(found) < count:
        left = max(until - time.monotonic(), 0)
        wait = min(left, LOOK) if look else left
        if not select.select([source], [], [], wait)[0]:
            if wait == left:
                raise Silent
            if look:
                look()
            continue
        part = os.read(source, min(count - len(found), 2**20))
        if not part:
            raise Ended
        found += part
    return found


def send(target: int, message: bytes, seconds: float = math.inf) -> None:
    """Write all of a message. Raises Ended, Silent if nobody reads it in
    time.
    """
    until = time.monotonic() + seconds
    rest = memoryview(LENGTH.pack(len(message)) + message)
    try:
        while rest:
            left = max(until - time.monotonic(), 0)
            wait = None if seconds == math.inf else left
            if not select.select([], [target], [], wait)[1]:
                raise Silent
            rest = rest[os.write(target, rest[:PART]) :]
    except OSError as error:
        raise Ended from error
