"""What a notebook asks of IPython, where there is none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


class Shell:
    """Does what may define a name, and nothing else."""

    def __init__(self, space: dict[str, Any]) -> None:
        self.space = space

    def run_line_magic(self, name: str, line: str, *_: Any, **__: Any) -> None:
        """`%time x = f()` and its like."""
        if name == "time":
            exec(line, self.space)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """`%%writefile own.py`, to be imported."""
        if name == "writefile":
            Path(line.split()[-1]).write_text(cell)

    def getoutput(self, *_: Any, **__: Any) -> list[str]:
        """`files = !ls`: nothing is to be seen."""
        return []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return nothing


def nothing(*_: Any, **__: Any) -> None:
    """What `display` and all else does."""
