"""The exercises of a notebook, and the cells that they need.

A cell of another exercise that the chosen ones need (a function, a few
numbers) comes with them; of another answer that they need comes what calls the
reference of the course.
"""

import ast
import builtins
import re
import symtable
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attncourse.grading.solutions import BEGIN

HEADING = re.compile(r"## Exercise (\d+\.\d+): ")
FIRST = 3  # title, set-up and imports


def exercises(cells: Sequence[Any]) -> dict[str, list[int]]:
    """The places of the cells of each exercise of a notebook, by its number."""
    found: dict[str, list[int]] = {}
    current = None
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            heading = HEADING.match(cell.source)
            current = found.setdefault(heading[1], []) if heading else None
        if current is not None:
            current.append(place)
    return found


def found(folder: Path, numbers: Sequence[str]) -> dict[Path, list[str]]:
    """The notebooks that hold exercises of these numbers, in their order.

    Raises ValueError for a number that none has, or that stands twice.
    """
    made: dict[Path, list[str]] = {}
    for number in numbers:
        chapter = number.partition(".")[0]
        paths = (
            folder.glob(f"{int(chapter):02}_*.ipynb")
            if chapter.isdigit()
            else ()
        )
        path = next(iter(paths), None)
        if path is None:
            raise ValueError(f"no exercise {number} in {folder}")
        if number in made.setdefault(path, []):
            raise ValueError(f"exercise {number} stands twice")
        made[path].append(number)
    return made


def names(code: str) -> tuple[set[str], set[str]]:
    """The names that a cell defines, and those that it needs."""
    lines = code.splitlines()
    text = "\n".join("" if s.lstrip().startswith("%") else s for s in lines)
    try:
        table = symtable.symtable(text, "cell", "exec")
    except SyntaxError:
        return set(), set()
    made = {s.get_name() for s in table.get_symbols() if s.is_assigned()}
    made |= {s.get_name() for s in table.get_symbols() if s.is_imported()}
    used = {name for scope in scopes(table) for name in wanted(scope)}
    return made, used - made - {*dir(builtins)}


def scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """A scope and all within it."""
    yield table
    for inner in table.get_children():
        yield from scopes(inner)


def wanted(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of a scope that are looked up in the notebook."""
    top = table.get_type() == "module"
    for one in table.get_symbols():
        if one.is_referenced() and (top or one.is_global()):
            yield one.get_name()


def chosen(cells: Sequence[Any], numbers: Sequence[str]) -> list[int]:
    """The places of the cells that an assignment of these exercises has.

    Raises ValueError for an exercise that there is not, or that has no answer
    to write.
    """
    known = exercises(cells)
    taken: set[int] = set()
    for number in numbers:
        if number not in known:
            raise ValueError(f"there is no exercise {number}")
        if not any(BEGIN in cells[k].source for k in known[number]):
            raise ValueError(f"exercise {number} has no answer to be graded")
        taken |= {*known[number]}
    asked, queue = frozenset(taken), sorted(taken)
    while queue:
        place = queue.pop()
        if cells[place].cell_type != "code":
            continue
        code = cells[place].source
        if BEGIN in code and place not in asked:
            code = given(code, "chapter")
        for name in names(code)[1]:
            source = maker(cells, name, place)
            if source is not None and source >= FIRST and source not in taken:
                taken.add(source)
                queue.append(source)
    return sorted(taken)


def given(code: str, chapter: str) -> str:
    """An answer that is not asked for: its signature and docstring, and the
    reference of the course.
    """
    lines = code.splitlines()
    begin = next(k for k, text in enumerate(lines) if BEGIN in text)
    plain = "\n".join(text for text in lines if text.strip()[:3] != "###")
    (function,) = (
        node
        for node in ast.parse(plain).body
        if isinstance(node, ast.FunctionDef)
        and node.lineno <= begin < (node.end_lineno or 0) + 1
    )
    args = ", ".join(arg.arg for arg in function.args.args)
    reference = f"{chapter}.check.{function.name}.exercise.reference"
    return "\n".join([*lines[:begin], f"    return {reference}({args})"])


def maker(cells: Sequence[Any], name: str, before: int) -> int | None:
    """The last cell before a place that defines a name."""
    for place in reversed(range(before)):
        cell = cells[place]
        if cell.cell_type == "code" and name in names(cell.source)[0]:
            return place
    return None
