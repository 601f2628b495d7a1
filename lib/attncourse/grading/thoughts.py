"""What is answered without code: a choice, and a text.

Both are read as data. A choice is what a cell gives to a name, `answer_5_1_2 =
"b"`; a text stands in a Markdown cell between comments that carry its name.
"""

import ast
import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading.sandbox.cells import READ, plain

STUB = "YOUR ANSWER HERE"
TEXT = re.compile(
    r"<!-- (text_\d+_\d+) begins -->(.*?)(?:<!-- \1 ends|\Z)", re.DOTALL
)
LONGEST = 9_000  # characters of a text
MOST = 20_000  # of a cell whose syntax is read: it may take a square of memory
PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
  body {{ max-width: 50em; margin: 2em auto; font: 1em/1.5 sans-serif }}
  pre {{ white-space: pre-wrap; font: inherit }}
</style>
<h1>{title}</h1>
<p>Points for these texts go into <code>texts.csv</code>; the model answer is
in <code>key.md</code>.</p>
"""


def nodes(cell: str) -> Iterator[ast.AST]:
    """All of a cell's syntax; nothing of what is not Python, or too long for
    an answer.
    """
    if len(cell) > MOST:
        return
    try:
        yield from ast.walk(ast.parse(plain(cell)))
    except READ:
        return


def texts(cells: Iterable[Any]) -> Iterator[str]:
    """Each text of a notebook, as code that gives it to its name. The comments
    may be gone: then nbgrader's name of the cell says whose it is.
    """
    found: dict[str, list[str]] = {}
    for cell in cells:
        if cell.cell_type != "markdown":
            continue
        said = TEXT.findall(cell.source)
        marked = cell.metadata.get("nbgrader", {})
        name = marked.get("grade_id") if isinstance(marked, dict) else None
        if not said and re.fullmatch(r"text_\d+_\d+", str(name)):
            said = [(name, cell.source)]
        for name, text in said:
            found.setdefault(name, []).append(text.strip())
    for name, several in found.items():
        text = "\n\n".join(several)
        yield f"{name} = {text[:LONGEST]!r}"


def values(code: Iterable[str]) -> dict[str, str]:
    """The words that the cells give to names, with quotes or without, the last
    of each name; nothing is run.
    """
    found: dict[str, str] = {}
    for cell in code:
        for node in nodes(cell):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=value)
                ):
                    match value:
                        case ast.Constant(value=str(words)):
                            found[name] = words
                        case ast.Name(id=words):
                            found[name] = found.get(words, words)
    return found


def letter(words: str) -> str:
    """The letter of a choice, as students write it: b, (b), B."""
    return words.strip(" ().\n\t").lower()


def written(words: str) -> str:
    """A text; nothing of one that nobody has begun."""
    return "" if words.strip() == STUB else words


def pages(rows: Iterable[dict[str, Any]], folder: Path) -> list[Path]:
    """Write a page for each question that is answered in a text: all students'
    texts, one below the other in their order. Returns the pages.

    rows: what is said of each student; it is gone through once for each page.
    """
    made = []
    for name in sorted(_asked(rows)):
        path = folder / f"{name}.html"
        with files.atomic(path) as file:
            file.write(PAGE.format(title=html.escape(name)).encode())
            for row in rows:
                part = _part(row["student"], _text(row, name))
                file.write(part.encode("utf-8", "replace"))
        made.append(path)
    return made


def _asked(rows: Iterable[dict[str, Any]]) -> set[str]:
    """The questions that somebody has answered in a text."""
    grades = (one for row in rows for one in row["grades"])
    return {one["name"] for one in grades if one.get("text")}


def _text(row: dict[str, Any], name: str) -> str:
    """What a student has written to a question."""
    grades = (one for one in row["grades"] if one["name"] == name)
    return next((one.get("text", "") for one in grades), "")


def _part(student: str, text: str) -> str:
    """One student's text in a page."""
    said = f"<pre>{html.escape(text)}</pre>" if text else "<p>No text.</p>"
    return f"<h2>{html.escape(student)}</h2>\n{said}\n"
