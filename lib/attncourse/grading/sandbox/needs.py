"""The cells of a notebook that some of its functions need.

To grade two answers, the plots and the training of a chapter are not run: only
what defines a name that the answers look up, and what may change its value.
"""

import builtins
import symtable
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from attncourse.grading.sandbox.cells import READ, plain


class Names(NamedTuple):
    """The names that a cell defines, those of them that are values (no
    function, class or module), those that it looks up, and whether the cell
    could be read at all.
    """

    made: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    known: bool = True


@cache
def names(code: str) -> Names:
    """Of a cell; none of one that is no Python."""
    try:
        table = symtable.symtable(plain(code), "cell", "exec")
    except READ:
        return Names(known=False)
    assigned = {s for s in table.get_symbols() if s.is_assigned()}
    imported = {s for s in table.get_symbols() if s.is_imported()}
    used = {name for scope in scopes(table) for name in wanted(scope)}
    made = frozenset(s.get_name() for s in assigned | imported)
    values = (s.get_name() for s in assigned - imported if not s.is_namespace())
    found = frozenset(used - {*dir(builtins), "get_ipython", "display"})
    return Names(made, frozenset(values), found)


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


def needed(cells: Sequence[str], answers: Sequence[str]) -> list[int]:
    """The places of the cells that these functions need: each that defines a
    name which is looked up, each that looks at a value which is, since it may
    change it, each that cannot be read, and what is taken from the future.
    """
    said = [names(cell) for cell in cells]
    values = {name for one in said for name in one.values}
    taken = {
        place
        for place, one in enumerate(said)
        if not one.known or "__future__" in cells[place]
    }
    sought, size = {*answers}, -1
    while len(taken) > size:
        size = len(taken)
        for place, one in enumerate(said):
            if one.made & sought or one.used & sought & values:
                taken.add(place)
                sought |= one.used
    return sorted(taken)
