"""A text of one's own: a file, read into pieces that a language model learns
from, or into pairs for a translator. Built in chapter 10.

What cannot be used is told, by its kind; the rest goes on.
"""

import codecs
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from attnbook import files
from attnbook.data.tokenizer import INVISIBLE, tidy

LARGEST = 2**28  # bytes of a file
READ = 4 * 10**6  # characters: of a longer text the first are used
LEAST = 2000  # characters, with which a model can be trained at all
LEAST_PAIRS = 100
SIDE = 500  # characters: longer sentences no translator ends
HELD = 10  # every so many pieces one is held out
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
LINE = r"\r\n?|[\u2028\u2029\x85]"
CUTS = (r"\n[^\S\n]*\n", r"\n", r"(?<=[.!?])\s|(?<=[。！？])")
"""Where a text is cut: after paragraphs, or lines, or sentences."""


class Text(NamedTuple):
    """Pieces to learn from, pieces that are held out, and in words what was
    done to the file.
    """

    train: list[str]
    held: list[str]
    remarks: list[str]


def read(path: Path | str) -> Text:
    """The paragraphs of a text file; where there are fewer than HELD, its
    lines; where these are too few, its sentences. None is held out that is
    learned from, too.

    UTF-8, UTF-16 and UTF-32 with their marks, else Latin-1. Control characters
    and what has no look of its own are taken out, space of any kind becomes
    one. Raises OSError for a file that is not there, ValueError, in one line,
    for what is no text and for one that is too short.
    """
    name, text, remarks = _opened(path)
    pieces: list[str] = []
    for cut in CUTS:
        if len(pieces) < HELD:
            pieces = [x for x in map(tidy, re.split(cut, text)) if x]
    size = sum(map(len, pieces))
    if size < LEAST or len(pieces) < HELD:
        raise ValueError(
            f"{name} has {size:,} characters and {len(pieces)} paragraphs, "
            f"lines or sentences: at least {LEAST:,} and {HELD} are needed, "
            f"200,000 characters make a model"
        )
    train = [x for k, x in enumerate(pieces, 1) if k % HELD]
    known = set(train)
    held = [x for x in pieces[HELD - 1 :: HELD] if x not in known]
    if not held:
        raise ValueError(
            f"nothing is left to measure with: all that is held out of {name} "
            f"stands in the rest, too"
        )
    repeated = len(pieces) - len(train) - len(held)
    remarks += _counted(
        {"held out, but not measured, since it is learned from": repeated}
    )
    return Text(train, held, remarks)


def pairs(path: Path | str) -> tuple[list[tuple[str, str]], list[str]]:
    """The sentence pairs of a file with a tab between source and target, each
    once, and in words what could not be used.

    Read as `read` does. Raises as `read` does, and ValueError for fewer than
    LEAST_PAIRS sources.
    """
    name, text, remarks = _opened(path)
    lines = [line for line in text.split("\n") if line.strip()]
    rows = [[tidy(part) for part in line.split("\t")] for line in lines]
    sided = [row for row in rows if len(row) > 1 and row[0] and row[1]]
    whole = [(row[0], row[1]) for row in sided]
    short = [pair for pair in whole if max(map(len, pair)) <= SIDE]
    found = list(dict.fromkeys(short))
    remarks += _counted(
        {
            "line without two sides": len(rows) - len(whole),
            f"side of more than {SIDE} characters": len(whole) - len(short),
            "pair that was there before": len(short) - len(found),
            "line of which only two columns are used": sum(
                any(row[2:]) for row in sided
            ),
        }
    )
    count = len({source.lower() for source, _ in found})
    if count < LEAST_PAIRS:
        why = f" ({'; '.join(remarks)})" if remarks else ""
        raise ValueError(
            f"{name} has {count} different sentences with a tab and a "
            f"translation behind them{why}: at least {LEAST_PAIRS} are needed, "
            f"some thousands make a translator"
        )
    return found, remarks


def vocabulary(texts: Iterable[str], most: int) -> int:
    """How many tokens to learn: `most`, but at least two for each letter."""
    return max(most, 2 * len(set().union(*texts)))


def _counted(kinds: Mapping[str, int]) -> list[str]:
    """A line for each kind of thing of which there are some."""
    return [f"{kind}: {count:,}" for kind, count in kinds.items() if count]


def _opened(path: Path | str) -> tuple[str, str, list[str]]:
    """The name of a file, its text with plain ends of lines, and in words what
    was done to it.
    """
    name = files.printable(Path(path).name)
    text, remarks = _decoded(name, files.regular(path, LARGEST).read_bytes())
    text = re.sub(LINE, "\n", text)
    if len(text) > READ:
        remarks.append(f"{len(text):,} characters: the first {READ:,} are used")
        end = text.rfind("\n", READ // 2, READ)  # no half a line
        text = text[: end if end > 0 else READ]
    hidden = sum(map(len, INVISIBLE.findall(text)))
    if 10 * hidden > len(text):
        raise ValueError(
            f"{name} is no text: {hidden:,} of {len(text):,} characters are "
            f"control characters"
        )
    return name, text, remarks + _counted({"control character": hidden})


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
    text = content.decode("utf-8", errors="ignore")
    bad = len(content) - len(text.encode())
    if 10 * bad > len(content) - len(content.decode("ascii", errors="ignore")):
        remark = "it is not UTF-8, so it is read as Latin-1"
        return content.decode("latin-1"), [remark]
    return text, _counted({"byte that is not UTF-8": bad})


def windows(rows: Sequence[list[int]], length: int) -> list[list[int]]:
    """Rows of tokens cut into parts of at most `length`: only the last part of
    a row has its end.
    """
    return [
        row[begin : begin + length]
        for row in rows
        for begin in range(0, len(row), length)
    ]
