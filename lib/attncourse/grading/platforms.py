"""Names of students as Canvas and Moodle write them into their downloads.

Both put a number beside the name, by which they find the student when points
come back: Canvas that of the user, `lovelaceada_LATE_120_3456_week-5.ipynb`,
Moodle that of the participant, `Ada Lovelace_56_assignsubmission_file`. Where
students are anonymous, Canvas gives no number, and one in the name that a
student has chosen counts for nothing.
"""

import re
from collections.abc import Sequence
from pathlib import Path

FILE = re.compile(r"(?:(anon)_\w+|(.+?))(?:_LATE)?_(\d+)_(\d{3,})_.+")
FOLDER = re.compile(r"(.+)_(\d+)_(?:assignsubmission_[a-z]+|file|onlinetext)_?")
LATE = re.compile(r".+?_LATE_\d+_\d+_.+")
STUDENT = re.compile(r"(.+) \((Canvas|Moodle) (\d+)\)")


def students(paths: Sequence[Path]) -> list[str]:
    """Who has handed in each of these files and folders: its name, or what a
    platform has made of it as "lovelaceada (Canvas 120)" or "Ada Lovelace
    (Moodle 56)".
    """
    canvas = is_canvas([p.name for p in paths if not _is_folder(p)])
    return [_folder(p) if _is_folder(p) else _file(p, canvas) for p in paths]


def is_canvas(names: Sequence[str]) -> bool:
    """Whether Canvas has named these files, and not somebody who numbers the
    weeks: each has the form, no two the number of one file, and a user has one
    name.
    """
    found = [FILE.fullmatch(name) for name in names]
    users = {(one[2], one[3]) for one in found if one and not one[1]}
    files = {one[4] for one in found if one and not one[1]}
    named = sum(1 for one in found if one and not one[1])
    return (
        all(found)
        and named == len(files)
        and len(users) == len({user for _, user in users})
    )


def late(path: Path) -> bool:
    """Whether Canvas says that a file came late."""
    return bool(LATE.fullmatch(path.name))


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _folder(path: Path) -> str:
    found = FOLDER.fullmatch(path.name)
    return f"{found[1]} (Moodle {found[2]})" if found else path.name


def _file(path: Path, canvas: bool) -> str:
    found = FILE.fullmatch(path.name) if canvas else None
    named = found and not found[1]
    return f"{found[2]} (Canvas {found[3]})" if found and named else path.stem


def number(student: str, platform: str) -> tuple[str, str]:
    """The name of a student without a number, and the number on "Canvas" or
    "Moodle", which is empty where that platform has not named the file.
    """
    found = STUDENT.fullmatch(student)
    if not found or found[2] != platform:
        return student, ""
    return found[1], found[3]
