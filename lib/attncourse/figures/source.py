"""The library's own source, shown in a chapter from the imported object, so
that page and code cannot differ.
"""

import ast
import inspect
import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Source:
    """The text of one object and the file that holds it, as
    `package/module.py`.

    It shows as a Markdown code block, which every front end colours in its own
    theme. No line numbers and no absolute path: an edit elsewhere in the file,
    or another machine, must not change the output of a chapter.
    """

    path: str
    name: str
    code: str

    def __repr__(self) -> str:
        return f"{self.path}: {self.name}\n\n{self.code}"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        fence = max(["``", *re.findall("`+", self.code)], key=len) + "`"
        markdown = (
            f"`{self.name}` in "
            f"`{self.path}`:\n\n{fence}python\n{self.code}\n{fence}"
        )
        return {"text/markdown": markdown, "text/plain": repr(self)}


def source(thing: Any, *, docstring: bool = True) -> Source:
    """The source of an imported function, class or method; `docstring=False`
    leaves its docstrings out.

    Raises TypeError for a thing that has no source of its own (a number, a
    built-in function), and ValueError for one that was not imported from a
    package.
    """
    thing = inspect.unwrap(thing) if callable(thing) else thing
    try:
        code = textwrap.dedent(inspect.getsource(thing)).rstrip()
        file = Path(inspect.getsourcefile(thing) or "")
    except (TypeError, OSError) as error:
        raise TypeError(
            f"source shows functions, classes and methods, not {thing!r}"
        ) from error
    package = sys.modules[thing.__module__.partition(".")[0]]
    if package.__name__ == "__main__" or not package.__file__:
        raise ValueError(
            f"source shows what was imported from a package: "
            f"{thing.__qualname__} is in {thing.__module__}"
        )
    path = file.relative_to(Path(package.__file__).parent.parent).as_posix()
    return Source(
        path,
        thing.__qualname__,
        code if docstring else _without_docstrings(code),
    )


def _without_docstrings(code: str) -> str:
    """`code` without the docstrings of its functions and classes; a body that
    is only a docstring keeps it.
    """
    removed: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if (
            isinstance(node, DEFINITIONS)
            and len(node.body) > 1
            and ast.get_docstring(node) is not None
        ):
            removed.update(range(node.body[0].lineno, node.body[1].lineno))
    return "\n".join(
        line
        for number, line in enumerate(code.splitlines(), 1)
        if number not in removed
    )
