"""Sentences from standard input, of any length."""

from collections.abc import Iterator
from typing import Any

from attncourse.cli.common import note

LINE = 100_000  # bytes that a line may have


def readable(number: int, sentence: str | None) -> str | None:
    """The sentence; None, and a line on standard error, for one that is too
    long.
    """
    from attnbook.pretrained.text import READ, too_long

    many = f"has more than {LINE:,} bytes: at most {READ:,} characters are read"
    reason = many if sentence is None else too_long(sentence)
    if not reason:
        return sentence
    note(f"sentence {number} {reason}")
    return None


def lines(stream: Any) -> Iterator[str | None]:
    """The lines of a stream; None for one of more than LINE bytes, which is
    never held whole.
    """

    def part() -> tuple[bytes, bool]:
        line = stream.readline(LINE + 1)
        return line, len(line) > LINE and not line.endswith(b"\n")

    mark = b"\xef\xbb\xbf"  # a byte order mark is no word
    line, goes_on = part()
    while line:
        if line != mark:
            text = line.removeprefix(mark).decode(errors="replace")
            yield None if goes_on else text.rstrip("\r\n")
        while goes_on:
            _, goes_on = part()
        (line, goes_on), mark = part(), b""
