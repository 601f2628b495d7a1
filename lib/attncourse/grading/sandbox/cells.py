"""A cell of a notebook as Python, and what its statements can do to others."""

import ast
from functools import lru_cache

READ = SyntaxError, ValueError, RecursionError, MemoryError
TIMED = "%%time", "%%timeit", "%%capture", "%%prun"


@lru_cache(256)  # a class has more cells than may be kept
def plain(cell: str) -> str:
    """The cell as Python: what only IPython understands has become a call of
    `get_ipython()`, as IPython writes it.
    """
    first, _, rest = cell.lstrip().partition("\n")
    if first.split(" ")[0] in TIMED:
        return plain(rest)
    try:
        ast.parse(cell)
    except READ:
        from IPython.core.inputtransformer2 import TransformerManager

        try:
            return str(TransformerManager().transform_cell(cell))
        except Exception:  # it is no Python for IPython either
            return cell
    return cell


def checks(part: ast.stmt) -> bool:
    """Whether a statement is a call like `chapter5.check.cost(cost)`."""
    if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Call):
        return False
    function = part.value.func
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "check"
    )


def quiet(cell: str) -> bool:
    """Whether a cell changes nothing but the names that it defines: imports,
    functions, constants, checks.
    """
    try:
        body = ast.parse(plain(cell)).body
    except READ:
        return False
    return all(map(_quiet, body))


def _quiet(part: ast.stmt) -> bool:
    """Whether a statement does."""
    match part:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef(decorator_list=[]):
            return True
        case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Constant()):
            return True
    return checks(part)
