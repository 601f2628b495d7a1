"""The solutions in an exercise notebook, and what gives them away.

A solution stands between `### BEGIN SOLUTION` and `### END SOLUTION`; tests
that students do not see between `### BEGIN HIDDEN TESTS` and `### END HIDDEN
TESTS`. nbgrader takes both out.
"""

import re
from pathlib import Path
from typing import NamedTuple

from attncourse.grading.notebooks import read

BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"
PAIRS = {BEGIN: END, "BEGIN HIDDEN TESTS": "END HIDDEN TESTS"}
NEARLY = re.compile(
    r"#\s*(begin|end)[\s_-]*(solutions?|hidden[\s_-]*tests?)\b", re.IGNORECASE
)
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


def solutions(source: Path) -> list[Solution]:
    """The solutions in a source notebook. Raises ValueError if there is none,
    or a marker without its other half.
    """
    inside, outside = [], []
    for number, cell in enumerate(read(source).cells):
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
            telling(solved),
            set(NAME.findall("\n".join(solved))) - known,
        )
        for where, solved in inside
    ]


def _split(text: str, where: str) -> tuple[list[str], list[str]]:
    """The lines between markers, and all others without the markers."""
    inside: list[str] = []
    rest: list[str] = []
    until = ""
    for line in text.splitlines():
        begin = next((mark for mark in PAIRS if mark in line), "")
        end = next((mark for mark in PAIRS.values() if mark in line), "")
        if begin or end:
            if begin and until or end != until and not begin:
                raise ValueError(
                    f"solution markers do not pair at {line.strip()!r} in "
                    f"{where}"
                )
            until = PAIRS.get(begin, "")
        elif NEARLY.search(line):
            raise ValueError(
                f"{line.strip()!r} in {where} is no marker: write it as ### "
                f"{BEGIN} or ### {END}, or as nbgrader writes hidden tests"
            )
        else:
            (inside if until else rest).append(line)
    if until:
        raise ValueError(f"### {until} is missing in {where}")
    return inside, rest


def telling(solved: list[str]) -> list[str]:
    """The lines by which a solution is recognised: the long ones, or at least
    the longest.
    """
    lines = [line.strip() for line in solved if line.strip()]
    return [line for line in lines if len(squash(line)) >= TELLING] or sorted(
        lines, key=len
    )[-1:]


def squash(line: str) -> str:
    return "".join(line.split())
