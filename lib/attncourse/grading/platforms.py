"""Names of students as Canvas and Moodle write them into their downloads.

Both put a number beside the name, by which they find the student when points
come back: Canvas that of the user, `lovelaceada_LATE_12_34_week-5.ipynb`,
Moodle that of the participant, `Ada Lovelace_56_assignsubmission_file`. Where
students are anonymous, Canvas gives no number, and one in the name that a
student has chosen counts for nothing.
"""

import re
from pathlib import Path

FILE = re.compile(r"(?!anon_)(.+?)(?:_LATE)?_(\d+)_\d+_.+")
FOLDER = re.compile(r"(.+)_(\d+)_(?:assignsubmission_[a-z]+|file|onlinetext)_?")
STUDENT = re.compile(r"(.+) \((Canvas|Moodle) (\d+)\)")


def student(path: Path) -> str:
    """Who has handed in a file or folder: its name, or what a platform has
    made of it as "lovelaceada (Canvas 12)" or "Ada Lovelace (Moodle 56)".
    """
    if path.is_dir() and not path.is_symlink():
        plain, platform, form = path.name, "Moodle", FOLDER
    else:
        plain, platform, form = path.stem, "Canvas", FILE
    found = form.fullmatch(path.name)
    return f"{found[1]} ({platform} {found[2]})" if found else plain


def number(student: str, platform: str) -> tuple[str, str]:
    """The name of a student without a number, and the number on "Canvas" or
    "Moodle", which is empty where that platform has not named the file.
    """
    found = STUDENT.fullmatch(student)
    if not found or found[2] != platform:
        return student, ""
    return found[1], found[3]
