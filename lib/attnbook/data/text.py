"""A text of one's own: a file, read into pieces that a language model learns
from, or into pairs for a translator. Built in chapter 10.

What cannot be used is told, by its kind; the rest goes on.
"""

import codecs
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from attnbook import files
from attnbook.data.tokenizer import INVISIBLE, tidy

LARGEST = 2**28  # bytes of a file
READ = 8 * 10**6  # characters: of a longer text the first are used
LEAST = 2000  # characters, with which a model can be trained at all
LEAST_PAIRS = 100
HELD = 10  # every so many pieces one is held out
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Text(NamedTuple):
    """Pieces to learn from, pieces that are held out, and in words what was
    done to the file.
    """

    train: list[str]
    held: list[str]
    remarks: list[str]


def read(path: Path | str) -> Text:
    """The paragraphs of a text file; where no line is empty, its lines.

    UTF-8, UTF-16 with its mark, else Latin-1. Control characters and what has
    no look of its own are taken out, space of any kind becomes one. Raises
    OSError for a file that is not there, ValueError, in one line, for what is
    no text and for one that is too short.
    """
    name = files.printable(Path(path).name)
    content = files.regular(path, LARGEST).read_bytes()
    text, remarks = _decoded(name, content)
    if len(text) > READ:
        remarks.append(f"{len(text):,} characters: the first {READ:,} are used")
        text = text[:READ]
    if hidden := sum(map(len, INVISIBLE.findall(text))):
        remarks.append(f"{hidden:,} control characters are left out")
    lines = re.sub(r"\r\n?|[\u2028\u2029\x85]", "\n", text)
    apart = re.split(r"\n[^\S\n]*\n", lines)
    cut = apart if len(apart) > 1 else lines.split("\n")
    pieces = [piece for piece in map(tidy, cut) if piece]
    size = sum(map(len, pieces))
    if size < LEAST or len(pieces) < HELD:
        raise ValueError(
            f"{name} has {size:,} characters in {len(pieces)} pieces: at least "
            f"{LEAST:,} in {HELD} are needed, 200,000 make a model"
        )
    held = pieces[HELD - 1 :: HELD]
    train = [p for k, p in enumerate(pieces, 1) if k % HELD]
    return Text(train, held, remarks)


def pairs(path: Path | str) -> tuple[list[tuple[str, str]], list[str]]:
    """The sentence pairs of a file with a tab between source and target, each
    once, and in words what could not be used.

    Read as `read` does. Columns after the second are left out. Raises as `read`
    does, and ValueError for fewer than LEAST_PAIRS.
    """
    name = files.printable(Path(path).name)
    text, remarks = _decoded(name, files.regular(path, LARGEST).read_bytes())
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [[tidy(part) for part in line.split("\t")[:2]] for line in lines]
    whole = [(row[0], row[1]) for row in rows if len(row) == 2 and all(row)]
    found = list(dict.fromkeys(whole))
    for count, what in (
        (len(rows) - len(whole), "lines without two sides are left out"),
        (len(whole) - len(found), "pairs that stand there twice are left out"),
    ):
        if count:
            remarks.append(f"{count:,} {what}")
    if len(found) < LEAST_PAIRS:
        raise ValueError(
            f"{name} has {len(found):,} pairs with a tab between their sides: "
            f"at least {LEAST_PAIRS} are needed, some thousands make a "
            "translator"
        )
    return found, remarks


def _decoded(name: str, content: bytes) -> tuple[str, list[str]]:
    """The content as text, and how it was read."""
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace"), []
    if b"\0" in content:
        raise ValueError(
            f"{name} holds bytes of 0, so it is no text in UTF-8 or Latin-1; "
            "UTF-16 is read if it begins with its mark"
        )
    try:
        return content.decode("utf-8"), []
    except UnicodeDecodeError:
        remark = "it is not UTF-8, so it is read as Latin-1"
        return content.decode("latin-1"), [remark]


def windows(rows: Sequence[list[int]], length: int) -> list[list[int]]:
    """Rows of tokens cut into parts of at most `length`: only the last part of
    a row has its end.
    """
    return [
        row[begin : begin + length]
        for row in rows
        for begin in range(0, len(row), length)
    ]
