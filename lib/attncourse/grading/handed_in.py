"""What a class has handed in: notebooks, by the names of the students.

Several machines share a class by taking every n-th student each.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from attnbook import files
from attncourse.grading import platforms

MOST = 20_000_000  # bytes of a submission
TWICE = "more than one notebook was handed in"
NOTHING = "no notebook was handed in"
LINK = "a link to another file was handed in, which may be somebody else's"
DEEP = 20  # folders in each other
OTHERS = "__MACOSX"  # what a Mac puts into archives


class Shard(NamedTuple):
    """The students of one machine of several: every `of`-th, in the order of
    names, from the one that is number `part`.
    """

    part: int = 1
    of: int = 1

    @classmethod
    def read(cls, text: str) -> "Shard":
        """From "2/4". Raises ValueError for what is no such part."""
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise ValueError(
                f"--shard is a part of all machines, as 1/4 to 4/4: {text}"
            )
        return cls(int(found[1]), int(found[2]))


ALL = Shard()


@dataclass(frozen=True)
class Found:
    """What a student has handed in: notebooks, by the name of the student."""

    student: str
    notebooks: tuple[Path, ...]

    @property
    def late(self) -> bool:
        """Whether a platform says that it came late."""
        return any(map(platforms.late, self.notebooks))


def students(folder: Path, shard: Shard = ALL) -> dict[str, list[Path]]:
    """Who has handed in, in the order of names: NAME.ipynb, or a folder NAME,
    or as a platform names them; of a shard only its own. Who has no notebook is
    there, too, if there is another file NAME.pdf.

    Raises NotADirectoryError.
    """
    if not folder.is_dir():
        raise NotADirectoryError(f"no folder of submissions: {folder}")
    by_name: dict[str, list[Path]] = {}
    others: dict[str, list[Path]] = {}
    inside = [p for p in sorted(folder.iterdir()) if not hidden(p)]
    for path, name in zip(inside, platforms.students(inside), strict=True):
        counts = path.is_dir() or path.is_symlink() or is_notebook(path)
        among = by_name if counts else others
        among.setdefault(name, []).append(path)
    by_name = others | by_name
    chosen = sorted(by_name)[shard.part - 1 :: shard.of]
    return {name: by_name[name] for name in chosen}


def found(folder: Path, shard: Shard = ALL) -> Iterator[Found]:
    """What each student has handed in. Raises NotADirectoryError."""
    for name, paths in students(folder, shard).items():
        yield Found(name, tuple(p for path in paths for p in notebooks(path)))


def is_notebook(path: Path) -> bool:
    """By its name, in small letters or capitals."""
    return path.suffix.lower() == ".ipynb"


def notebooks(path: Path) -> list[Path]:
    """A file that was handed in; of a folder the notebooks in it, also in
    folders of it that are not hidden.
    """
    if path.is_symlink() or not path.is_dir():
        return [path]
    found, within = list[Path](), [path]
    for _ in range(DEEP):
        inside = [p for folder in within for p in entries(folder)]
        within = [p for p in inside if p.is_dir() and not p.is_symlink()]
        found += [p for p in inside if is_notebook(p) and p not in within]
    return sorted(found)


def entries(folder: Path) -> list[Path]:
    """What lies in a folder and is not hidden; nothing if it cannot be read."""
    try:
        inside = [*folder.iterdir()]
    except OSError:
        return []
    return [p for p in inside if not hidden(p)]


def hidden(path: Path) -> bool:
    """Whether nobody has handed it in: a system has put it there."""
    return path.name.startswith((".", OTHERS))


def content(one: Found, folder: Path) -> tuple[bytes, str]:
    """The notebook that a student has handed in; else what is wrong."""
    if len(one.notebooks) != 1:
        names = ", ".join(path.name for path in one.notebooks)
        return b"", f"{TWICE}: {names}"[:200] if names else NOTHING
    (path,) = one.notebooks
    try:
        if path.resolve() != folder.resolve() / path.relative_to(folder):
            return b"", LINK
        return files.regular(path, MOST).read_bytes(), ""
    except (OSError, ValueError) as error:
        return b"", str(error).replace(str(path), path.name)
