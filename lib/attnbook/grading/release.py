"""Student editions of exercise notebooks, and the search for solutions where
students can read.

A solution stands between `### BEGIN SOLUTION` and `### END SOLUTION`; nbgrader
takes it out. Needs the optional dependencies [grading].
"""

import html
import importlib
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from attnbook import files

BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"
BADGE = re.compile(r"\[!\[Open in Colab\].*\n*")
COLAB = "https://colab.research.google.com"
# together, for letters that take two of them
ESCAPES = re.compile(r'(?:\\u[0-9a-fA-F]{4})+|\\["\\/bfnrt]')
TAG = re.compile(r"</?[a-z][^<>]*>")
# characters, spaces not counted: a shorter line (`return x`) may stand anywhere
# by chance
TELLING = 24
NAME = re.compile(r"[A-Za-z_]\w{7,}")  # long enough to be somebody's own


class Solution(NamedTuple):
    """One solved cell: where it stands, the lines that give it away, the names
    that only it uses.
    """

    where: str
    lines: list[str]
    names: set[str]


def student(source: Path, address: str | None = None) -> dict[str, Any]:
    """The notebook as students get it: solutions replaced by a line that
    raises, no outputs, all else as it was.

    The Colab badge of the source opens the solutions. Here it opens the edition
    itself if `address` says where it will stand (the folder, as
    https://github.com/OWNER/REPOSITORY/blob/BRANCH/FOLDER), else it is left
    out. Raises ValueError for another address, for a source without a solution
    or whose markers do not pair; ImportError without nbgrader.
    """
    notebook = _read(source)
    solutions(source)
    badge = _badge(Path(source).name, address) if address else ""
    strip = _optional("nbgrader.preprocessors").ClearSolutions(
        enforce_metadata=False
    )
    notebook, _ = strip.preprocess(notebook, {})
    notebook.metadata.pop("attnbook", None)
    notebook.cells[0].source = BADGE.sub(
        lambda _: badge, notebook.cells[0].source
    )
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def release(
    sources: Iterable[Path], folder: Path, address: str | None = None
) -> list[Path]:
    """Write the student edition of every source into `folder`, under its own
    name; returns the paths.

    `address` is where the folder will stand on GitHub (see `student`). Raises
    ValueError, before anything is written, when two sources have one name, an
    edition would take the place of a source (by a link, too), or an edition
    holds solution text outside the markers.
    """
    sources = [Path(source) for source in sources]
    names = [source.name for source in sources]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two sources have one name: {', '.join(twice)}")
    for target, source in product(
        (Path(folder) / name for name in names), sources
    ):
        if target.exists() and target.samefile(source):
            raise ValueError(
                f"the edition {target} would overwrite the source {source}"
            )
    editions = [
        _optional("nbformat").writes(student(source, address)) + "\n"
        for source in sources
    ]
    hidden = [solution for source in sources for solution in solutions(source)]
    found = [
        leak
        for name, text in zip(names, editions, strict=True)
        for leak in _search(name, text, hidden)
    ]
    if found:
        raise ValueError(
            "\n".join(["solution text is left in a student edition:", *found])
        )
    return [
        files.write(Path(folder) / name, text.encode())
        for name, text in zip(names, editions, strict=True)
    ]


def leaks(sources: Iterable[Path], folders: Iterable[Path]) -> list[str]:
    """Every place in the folders that holds solution text of the (graded)
    sources: "file:line: of which cell: text".

    Looks into HTML, notebooks, the search index, any other text, and inside zip
    files and wheels. An empty list means that nothing was found. Raises
    FileNotFoundError for a folder that is not there.
    """
    hidden = [
        solution for source in sources for solution in solutions(Path(source))
    ]
    return [
        leak
        for folder in folders
        for name, text in _texts(Path(folder))
        for leak in _search(name, text, hidden)
    ]


def solutions(source: Path) -> list[Solution]:
    """The solutions in a source notebook. Raises ValueError if there is none,
    or a marker without its other half.
    """
    inside, outside = [], []
    for number, cell in enumerate(_read(source).cells):
        name = cell.get("id", number)  # older notebooks have no ids
        solved, rest = _split(cell.source, f"{source}, cell {name}")
        outside += rest
        if solved:
            inside.append((f"{Path(source).name}, cell {name}", solved))
    if not inside:
        raise ValueError(
            f"no solution is marked in {source}: mark it by ### {BEGIN} and "
            f"### {END}"
        )
    known = set(NAME.findall("\n".join(outside)))
    return [
        Solution(
            where,
            _telling(solved),
            set(NAME.findall("\n".join(solved))) - known,
        )
        for where, solved in inside
    ]


def _split(text: str, where: str) -> tuple[list[str], list[str]]:
    """The lines between the markers, and all others without the markers."""
    solved: list[str] = []
    rest: list[str] = []
    within = False
    for line in text.splitlines():
        if BEGIN in line or END in line:
            if within == (BEGIN in line):
                raise ValueError(
                    f"solution markers do not pair at {line.strip()!r} in "
                    f"{where}"
                )
            within = not within
        else:
            (solved if within else rest).append(line)
    if within:
        raise ValueError(f"### {END} is missing in {where}")
    return solved, rest


def _telling(solved: list[str]) -> list[str]:
    """The lines by which a solution is recognised: the long ones, or at least
    the longest.
    """
    lines = [line.strip() for line in solved if line.strip()]
    return [line for line in lines if len(_squash(line)) >= TELLING] or sorted(
        lines, key=len
    )[-1:]


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and text of every file in the folder, and of every file inside its
    archives; pictures are left out.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"no such folder: {folder}")
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        parts = [(str(path), path.read_bytes())]
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                parts = [
                    (f"{path}!{name}", archive.read(name))
                    for name in archive.namelist()
                ]
        yield from (
            (name, content.decode(errors="ignore"))
            for name, content in parts
            if b"\0" not in content
        )


def _search(name: str, text: str, hidden: list[Solution]) -> Iterator[str]:
    """The leaks in one file."""
    for number, line in enumerate(text.splitlines(), 1):
        read = "\n".join(map(_squash, _forms(line)))
        for where, lines, _ in hidden:
            yield from (
                f"{name}:{number}: {where}: {secret}"
                for secret in lines
                if _squash(secret) in read
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


def _badge(name: str, address: str) -> str:
    """The line that opens a notebook of this folder on GitHub in Colab."""
    folder = re.fullmatch(
        r"https://github\.com(/[^/]+/[^/]+/blob/.+?)/*", address
    )
    if not folder:
        raise ValueError(
            f"the address must be like "
            f"https://github.com/OWNER/REPOSITORY/blob/BRANCH/FOLDER: {address}"
        )
    return (
        f"[![Open in "
        f"Colab]({COLAB}/assets/colab-badge.svg)]({COLAB}/github{folder[1]}/{name})\n\n"
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


def _squash(line: str) -> str:
    return "".join(line.split())


def _read(source: Path) -> Any:
    """The notebook in a file. Raises ValueError, with the file's name, for
    anything else that a file may hold.
    """
    nbformat = _optional("nbformat")
    content = Path(source).read_bytes()
    try:
        notebook = nbformat.reads(content.decode(), as_version=4)
        nbformat.validate(notebook)
    # nbformat raises AttributeError, TypeError, KeyError and errors of its own
    except Exception as error:
        reason, *_ = str(error).split("\n")
        raise ValueError(f"not a notebook: {source}: {reason}") from error
    return notebook


def _optional(module: str) -> Any:
    """A module that only instructors have. Raises ImportError that says how to
    get it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{module} is missing: install attnbook with its optional "
            f"dependencies [grading]"
        ) from error
