"""Do the tests notice? The library is changed in one small place at a time, and
the tests that judge it are run.

`python -m tests.mutants [-n JOBS] [MODULE ...]`, modules as in
tests/mutants.toml; without any, all that have a table there. A change that no
test notices survives. It wants a test, or a line in that table that says why
nothing could notice it. The exit status is 1 if a mutant survives unexplained,
or if an explanation is stale.
"""

import argparse
import ast
import contextlib
import importlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NoReturn

from tests.mutator import Mutant, Mutator

ROOT = Path(__file__).parent.parent
OURS = "attnbook", "attncourse", "tests", "conftest"
REASONS = tomllib.loads((ROOT / "tests/mutants.toml").read_text("utf-8"))


def judges(module: str) -> list[str]:
    """The tests that judge a module: those that import it, in the folder that
    mirrors its own and in tests/laws; the file of its name comes first. Where
    no folder mirrors it, those that judge its package.
    """
    *folders, last = full(module).split(".")
    if not ROOT.joinpath("tests", *folders).is_dir():
        return judges(module.rpartition(".")[0])
    paths = sorted(ROOT.joinpath("tests", *folders).glob("test_*.py"))
    paths += sorted(ROOT.glob("tests/laws/test_*.py"))
    paths.sort(key=lambda path: path.stem != f"test_{last}")
    return [str(path) for path in paths if full(module) in _imports(path)]


def full(module: str) -> str:
    """The whole name of a module; those of the library go without its own."""
    own = module.startswith("attncourse.")
    return module if own else f"attnbook.{module}"


def _imports(path: Path) -> set[str]:
    """What a file takes from other modules, by dotted name."""
    return {
        name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        for name in (str(node.module), f"{node.module}.{alias.name}")
    }


def _start(folder: Path, module: str, source: str, seconds: float) -> int:
    """Run the tests of a module in a new process, with `source` in its place;
    the number of the process.
    """
    pid = os.fork()
    if not pid:
        try:
            _judge(folder, module, source, int(seconds))
        finally:
            os._exit(1)
    return pid


def _judge(folder: Path, module: str, source: str, seconds: int) -> NoReturn:
    """End this process with pytest's status; `seconds` are of the processor, or
    ten times as many of the clock.
    """
    import hypothesis
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.alarm(10 * seconds)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    _file(folder, module).write_text(source, encoding="utf-8")
    os.environ["PYTHONPATH"] = str(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        max_examples=10,
        database=None,
    )
    options = [
        "-x",
        "-q",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "--hypothesis-profile=mutants",
        "--shapes",
    ]
    code = int(pytest.main([*options, *judges(module)]))
    if not code and not Path(
        sys.modules[full(module).partition(".")[0]].__file__ or ""
    ).is_relative_to(folder):
        code = 99  # the library of the checkout was tested, not the copy
    folder.with_suffix(".modules").write_text(
        "\n".join(sys.modules), encoding="utf-8"
    )
    os._exit(code)


def _file(folder: Path, module: str) -> Path:
    return folder.joinpath(*full(module).split(".")).with_suffix(".py")


def _import_all(names: list[str]) -> None:
    """Import here, once, what every process to come would import: all but the
    library and its tests.
    """
    for name in names:
        if name.partition(".")[0] not in OURS:
            with contextlib.suppress(Exception):
                importlib.import_module(name)


def survivors(
    module: str, folders: list[Path]
) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of a module, and those that no test notices; one runs in each
    folder at a time.
    """
    original = _file(ROOT / "lib", module).read_text(encoding="utf-8")
    _, status, used = os.wait4(_start(folders[0], module, original, 600), 0)
    if status:
        raise RuntimeError(
            f"the tests of {module} do not pass: python -m pytest "
            f"{' '.join(judges(module))}"
        )
    _import_all(
        folders[0].with_suffix(".modules").read_text(encoding="utf-8").split()
    )
    limit = 5 + 2 * (used.ru_utime + used.ru_stime)
    everyone = list(Mutator(original).mutants())
    alive = []
    free = folders.copy()
    running: dict[int, tuple[Path, Mutant]] = {}
    waiting = iter(everyone)
    while True:
        while free and (mutant := next(waiting, None)):
            folder = free.pop()
            running[_start(folder, module, mutant.source, limit)] = (
                folder,
                mutant,
            )
        if not running:
            break
        pid, status = os.wait()
        folder, mutant = running.pop(pid)
        free.append(folder)
        alive += [] if status else [mutant]
    for folder in folders:
        _file(folder, module).write_text(original, encoding="utf-8")
    return everyone, sorted(alive)


def report(
    module: str,
    everyone: list[Mutant],
    alive: list[Mutant],
    reasons: dict[str, str],
) -> bool:
    """Tell what survived without a reason, and what has a reason without need;
    True if there is either.
    """
    unexplained = [mutant for mutant in alive if mutant.change not in reasons]
    stale = sorted(reasons.keys() - {mutant.change for mutant in alive})
    for mutant in unexplained:
        print(
            f"{_file(Path('lib'), module)}:{mutant.line}: survives: "
            f"{mutant.change}"
        )
    for change in stale:
        print(
            f"tests/mutants.toml: stale, the tests notice it or it is gone: "
            f"[{module}] {change}"
        )
    counts = (
        f"{len(everyone)} mutants, {len(alive)} survived, "
        f"{len(alive) - len(unexplained)} explained"
    )
    print(f"{module}: {counts}", flush=True)
    return bool(unexplained or stale)


def main() -> int:
    """Run the modules asked for, and tell what survived."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description=(__doc__ or "").splitlines()[0],
    )
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help=", ".join(REASONS)
    )
    parser.add_argument(
        "-n", dest="jobs", type=int, default=2, help="mutants at a time"
    )
    wanted = parser.parse_args()
    modules = wanted.modules or list(REASONS)
    if unknown := [module for module in modules if not judges(module)]:
        parser.error(f"no tests judge {', '.join(unknown)}")
    failed = False
    with tempfile.TemporaryDirectory() as place:
        folders = [Path(place, str(job)) for job in range(wanted.jobs)]
        for folder in folders:
            shutil.copytree(
                ROOT / "lib",
                folder,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        for module in modules:
            failed |= report(
                module, *survivors(module, folders), REASONS.get(module, {})
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
