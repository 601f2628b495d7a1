"""Every small fault that a source text could have: comparisons, operations and
constants changed, negations dropped, statements deleted, branches forced,
arguments swapped, keywords dropped, calls peeled off, axes of einsum swapped.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

SWAPS = """Lt LtE GtE, LtE Lt Gt, Gt GtE LtE, GtE Gt Lt, Eq NotEq, NotEq Eq,
    In NotIn, NotIn In, Is IsNot, IsNot Is, Add Sub, Sub Add, Mult Div,
    Div Mult, FloorDiv Mult, Mod Mult, Pow Mult, BitAnd BitOr, BitOr BitAnd,
    And Or, Or And"""
OTHERS = {
    old: new
    for old, *new in (
        [getattr(ast, name) for name in swap.split()]
        for swap in SWAPS.split(",")
    )
}
"""What stands for a comparison or an operation."""


class Mutant(NamedTuple):
    """One change: its line, its words (no edit elsewhere in the file alters
    them), and the whole changed source.
    """

    line: int
    change: str
    source: str


class Mutator:
    """All changes of one source text."""

    def __init__(self, source: str):
        self.tree = ast.parse(source)
        nodes = list(ast.walk(self.tree))
        self.imported = {"self"} | {
            alias.asname or alias.name
            for n in nodes
            if isinstance(n, ast.Import | ast.ImportFrom)
            for alias in n.names
        }
        stored = (
            n.id
            for n in nodes
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )
        self.bound = Counter(
            [*stored, *(n.arg for n in nodes if isinstance(n, ast.arg))]
        )

    def mutants(self) -> Iterator[Mutant]:
        """One change at a time; the tree is as before when the next one is
        asked for.
        """
        seen: Counter[str] = Counter()
        for name, holder, field, index in list(self.places(self.tree, "")):
            old = (
                getattr(holder, field)
                if index is None
                else getattr(holder, field)[index]
            )
            for new in self.changes(old, holder, field):
                change = f"{name}: {_headline(old)} -> {_headline(new)}"
                seen[change] += 1
                number = f" ({seen[change]})" if seen[change] > 1 else ""
                _put(holder, field, index, ast.copy_location(new, old))
                yield Mutant(
                    old.lineno,
                    change + number,
                    ast.unparse(ast.fix_missing_locations(self.tree)),
                )
                _put(holder, field, index, old)

    def places(
        self, node: ast.AST, name: str
    ) -> Iterator[tuple[str, ast.AST, str, int | None]]:
        """Where expressions and statements stand, with the function that holds
        them; no annotations, no messages.
        """
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "bases"):
                continue
            for index, child in (
                enumerate(value) if isinstance(value, list) else [(None, value)]
            ):
                if (
                    not isinstance(child, ast.AST)
                    or isinstance(child, ast.Raise | ast.JoinedStr)
                    or _is_docstring(child)
                ):
                    continue
                inner = (
                    f"{name}.{child.name}"
                    if isinstance(child, ast.FunctionDef | ast.ClassDef)
                    else name
                )
                if isinstance(child, ast.expr | ast.stmt):
                    yield inner.strip(".") or "module", node, field, index
                yield from self.places(child, inner)

    def changes(
        self, node: ast.AST, holder: ast.AST, field: str
    ) -> Iterator[ast.AST]:
        """What can stand in the place of the node."""
        if field == "ifs":
            yield ast.Constant(True)
        match node:
            case ast.Compare(left, [kind, *ops], comparators):
                yield from (
                    ast.Compare(left, [other(), *ops], comparators)
                    for other in OTHERS.get(type(kind), ())
                )
            case ast.BinOp(left, kind, right):
                yield from (
                    ast.BinOp(left, other(), right)
                    for other in OTHERS.get(type(kind), ())
                )
            case ast.BoolOp(kind, values):
                yield from (
                    ast.BoolOp(other(), values)
                    for other in OTHERS.get(type(kind), ())
                )
                yield from (
                    ast.BoolOp(kind, [*values[:i], *values[i + 1 :]])
                    for i in range(len(values))
                )
            case ast.UnaryOp(_, operand):
                yield operand
            case ast.Constant(value):
                yield from (ast.Constant(new) for new in _constants(value))
            case ast.Call():
                yield from self.calls(node)
            case ast.IfExp(_, body, orelse):
                yield from (body, orelse)
            case ast.If(_, body, orelse):
                yield from (
                    ast.If(ast.Constant(value), body, orelse)
                    for value in (True, False)
                )
            case ast.While(_, body, orelse):
                yield ast.While(ast.Constant(False), body, orelse)
            case ast.FunctionDef(decorator_list=wrappers):
                for i in range(len(wrappers)):
                    bare = copy.copy(node)
                    bare.decorator_list = [*wrappers[:i], *wrappers[i + 1 :]]
                    yield bare
            case ast.AugAssign(target, kind, value):
                yield from (
                    ast.AugAssign(target, other(), value)
                    for other in OTHERS.get(type(kind), ())
                )
                yield ast.Pass()
            case ast.Assign([ast.Name(name)], _) if self.bound[name] == 1:
                # without its only value a name is an error, which everything
                # notices
                return
            case ast.Assign() | ast.Expr() | ast.Break() if not isinstance(
                holder, ast.Module
            ):
                yield ast.Pass()

    def calls(self, node: ast.Call) -> Iterator[ast.AST]:
        """Neighbouring arguments swapped, a keyword dropped, the call peeled
        off what it is applied to.
        """
        ordered = not (
            isinstance(node.func, ast.Name) and node.func.id in ("max", "min")
        )
        for i in range(len(node.args) - 1 if ordered else 0):
            swapped = [
                *node.args[:i],
                node.args[i + 1],
                node.args[i],
                *node.args[i + 2 :],
            ]
            yield ast.Call(node.func, swapped, node.keywords)
        for i in range(len(node.keywords)):
            yield ast.Call(
                node.func,
                node.args,
                [*node.keywords[:i], *node.keywords[i + 1 :]],
            )
        root: ast.AST = node.func
        while isinstance(root, ast.Attribute):
            root = root.value
        free = isinstance(node.func, ast.Name) or (
            isinstance(root, ast.Name) and root.id in self.imported
        )
        if not free and isinstance(node.func, ast.Attribute):
            yield node.func.value
        elif node.args and not isinstance(node.args[0], ast.Starred):
            yield node.args[0]


def _constants(value: object) -> Iterator[str | float]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        if value == 1:
            yield 0
    elif isinstance(value, str) and "," in value and "->" in value:
        # einsum: the last two axes of each part swapped
        for part in value.replace("->", ",").split(","):
            yield value.replace(part, part[:-2] + part[:-3:-1], 1)


def _put(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _headline(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).strip().splitlines()[0]
