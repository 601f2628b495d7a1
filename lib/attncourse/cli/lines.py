"""Sentences from standard input."""

from collections.abc import Iterator
from typing import Any

from attncourse.cli.common import note


def readable(number: int, sentence: str) -> str | None:
    """The sentence; None, and a line on standard error, for one that is too
    long.
    """
    from attnbook.pretrained.text import too_long

    if not (reason := too_long(sentence)):
        return sentence
    note(f"sentence {number} {reason}")
    return None


def lines(stream: Any) -> Iterator[str]:
    """The lines of a stream."""
    mark = b"\xef\xbb\xbf"  # a byte order mark is no word
    for line in iter(stream.readline, b""):
        if line != mark:
            text = line.removeprefix(mark).decode(errors="replace")
            yield text.rstrip("\r\n")
        mark = b""
