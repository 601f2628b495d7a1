"""The solutions in an exercise notebook, and what gives them away.

A solution stands between `### BEGIN SOLUTION` and `### END SOLUTION`; nbgrader
takes it out.
"""

import re
from pathlib import Path
from typing import NamedTuple

from attncourse.grading.notebooks import read

BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"
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
    return [line for line in lines if len(squash(line)) >= TELLING] or sorted(
        lines, key=len
    )[-1:]


def squash(line: str) -> str:
    return "".join(line.split())
