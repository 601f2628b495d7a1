"""Whether an answer does nothing but call a function that is ready made."""

import ast
from collections.abc import Iterable, Sequence

from attncourse.grading.thoughts import nodes

READY = ("attnbook", "attncourse", "torch.nn")
NOTE = (
    "Your answer only calls {}: no points are lost for that, but the exercise "
    "asks you to build it."
)


def borrowed(code: Sequence[str], name: str) -> str:
    """What to say of an answer that is a call of the course's library, or of
    torch's layers, and nothing else; "" of any other.
    """
    known: dict[str, str] = {}
    answer: ast.AST | None = None
    for node in (node for cell in code for node in nodes(cell)):
        match node:
            case ast.Import(names=found):
                known |= {a.asname: a.name for a in found if a.asname}
                tops = (a.name.split(".")[0] for a in found if not a.asname)
                known |= {top: top for top in tops}
            case ast.ImportFrom(module=str() as module, names=found):
                for a in found:
                    known[a.asname or a.name] = f"{module}.{a.name}"
            case ast.FunctionDef(name=n) if n == name:
                answer = node
            case ast.Assign(targets=[ast.Name(id=n)]) if n == name:
                answer = node
    called = _called(answer, known)
    if called and all(map(_ready, called)):
        return NOTE.format(", ".join(dict.fromkeys(called)))
    return ""


def _ready(path: str) -> bool:
    """Whether this is the path of something that is ready made."""
    return any(path.startswith(f"{package}.") for package in READY)


def _called(answer: ast.AST | None, known: dict[str, str]) -> list[str]:
    """The paths of all that an answer calls, if it does nothing else."""
    match answer:
        case ast.Assign(value=value):
            return [_path(value, known)]
        case ast.FunctionDef(body=body):
            found = [*_calls(body, known)]
            return found if "" not in found else []
    return []


def _calls(body: Iterable[ast.stmt], known: dict[str, str]) -> Iterable[str]:
    """The path of each call; "" for anything else that is done."""
    for line in body:
        match line:
            case ast.Expr(value=ast.Constant()):
                continue  # a docstring
            case ast.Import() | ast.ImportFrom():
                continue
            case ast.Return(value=ast.Call() as call):
                yield _plain(call, known)
            case ast.Assign(value=ast.Call() as call):
                yield _plain(call, known)
            case ast.Return(value=ast.Name() | ast.Tuple()):
                continue
            case _:
                yield ""


def _plain(call: ast.Call, known: dict[str, str]) -> str:
    """The path of a call whose arguments are names and numbers."""
    given = [*call.args, *(word.value for word in call.keywords)]
    inner = (node for one in given for node in ast.walk(one))
    plain = (
        *(ast.Name, ast.Constant, ast.Attribute, ast.Tuple, ast.UnaryOp),
        *(ast.Starred, ast.USub, ast.Subscript, ast.Slice, ast.expr_context),
    )
    if not all(isinstance(node, plain) for node in inner):
        return ""
    return _path(call.func, known)


def _path(node: ast.AST, known: dict[str, str]) -> str:
    """The path of what a name stands for: `attnbook.heads.split`."""
    match node:
        case ast.Name(id=name):
            return known.get(name, "")
        case ast.Attribute(value=value, attr=name):
            lead = _path(value, known)
            return f"{lead}.{name}" if lead else ""
        case ast.Call(func=func):  # a layer, built and called
            return _path(func, known)
    return ""
