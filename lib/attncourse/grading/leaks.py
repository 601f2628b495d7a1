"""The search for solutions where students can read."""

import html
import json
import os
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from attnbook.files import printable
from attncourse.grading.solutions import Solution, solutions, squash

# together, for letters that take two of them
ESCAPES = re.compile(r'(?:\\u[0-9a-fA-F]{4})+|\\["\\/bfnrt]')
TAG = re.compile(r"</?[a-z][^<>]*>")


def leaks(
    sources: Iterable[Path],
    folders: Iterable[Path],
    more: Iterable[Solution] = (),
) -> list[str]:
    """Every place in the folders that holds solution text of the (graded)
    sources, or `more` that students may not read: "file:line: of which cell:
    text".

    Looks into HTML, notebooks, the search index and any other text, also
    through links to folders; archives and compressed files are not opened. An
    empty list means that nothing was found. Raises FileNotFoundError for a
    folder that is not there.
    """
    hidden = [
        solution for source in sources for solution in solutions(Path(source))
    ] + [*more]
    return [
        leak
        for folder in folders
        for name, text in _texts(Path(folder))
        for leak in search(name, text, hidden)
    ]


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and text of every file in the folder; what holds the byte 0, as a
    picture does, is no text.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"no such folder: {folder}")
    seen = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        # a link may lead back to a folder above it
        seen.add(os.path.realpath(place))
        folders[:] = [
            name
            for name in sorted(folders)
            if os.path.realpath(Path(place, name)) not in seen
        ]
        for path in (Path(place, name) for name in sorted(names)):
            if path.is_file() and b"\0" not in (content := path.read_bytes()):
                yield printable(str(path)), content.decode(errors="ignore")


def search(name: str, text: str, hidden: list[Solution]) -> Iterator[str]:
    """The leaks in one file."""
    for number, line in enumerate(text.splitlines(), 1):
        read = "\n".join(map(squash, _forms(line)))
        for where, lines, _ in hidden:
            yield from (
                f"{name}:{number}: {where}: {secret}"
                for secret in lines
                if squash(secret) in read
            )
    if text.startswith("Search.setIndex("):
        index = json.loads(
            text.strip().removeprefix("Search.setIndex(").removesuffix(")")
        )
        yield from (f"{name}:1: {leak}" for leak in _indexed(index, hidden))


def _indexed(index: dict[str, Any], hidden: list[Solution]) -> Iterator[str]:
    """Pages whose words in Sphinx's search index include all names (three or
    more) that only one solution uses.

    The index holds stems in lower case, so names are compared by their first
    six letters.
    """
    pages: dict[int, set[str]] = {}
    for word, where in index["terms"].items():
        for page in where if isinstance(where, list) else [where]:
            pages.setdefault(page, set()).add(word[:6])
    for (page, words), solution in product(pages.items(), hidden):
        if (
            len(solution.names) > 2
            and {name.lower()[:6] for name in solution.names} <= words
        ):
            names = ", ".join(sorted(solution.names))
            yield (
                f"{solution.where}: page {index['docnames'][page]} has the "
                f"words {names}"
            )


def _forms(line: str) -> set[str]:
    """The line as it stands, and all that it may mean to a reader of HTML, of
    JSON, or of one within the other.

    HTML has tags and escapes. JSON's escapes are in notebooks, data files, the
    data of live figures inside a page.
    """
    forms = {line}
    for _ in range(2):
        bare = {html.unescape(TAG.sub("", form)) for form in forms}
        forms |= bare | {
            ESCAPES.sub(lambda found: json.loads(f'"{found[0]}"'), form)
            for form in forms
        }
    return forms
