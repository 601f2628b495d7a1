"""The tests mirror the library, file by file: lib/attnbook/train/loop.py has
tests/train/test_loop.py.
"""

import ast
from pathlib import Path

from tests.environment import modules, tracked

ELSEWHERE = {"laws", "project", "site", "extension", "soak", "bank"}
"""Folders of tests about more than one module, or about no module of the
library.
"""

WITHOUT = {
    "attnbook.__main__": "calls the command line; tests/cli runs it",
    "attnbook.check.chapter1.mixture": "what test_gates asks of a GRU's step",
    "attnbook.check.chapter1.openness": "what test_gates asks of a bias",
    "attnbook.check.chapter1.picks": "what test_padding asks of a state",
    "attnbook.check.chapter3.misread": "what test_bank takes the mistakes of "
    "`pointing` from",
    "attnbook.check.context": "one of three sets of properties that "
    "test_properties asks together",
    "attnbook.check.masking": "what test_properties asks of weights",
    "attnbook.check.reading": "what test_properties asks with",
    "attnbook.check.weights": "one of three sets of properties that "
    "test_properties asks together",
    "attnbook.data.lexicon": "words without code; test_phrases looks them up",
    "attnbook.show.heatmaps": "what test_plots draws with `plots.heatmap`",
    "attnbook.show.validate": "what test_plots is refused with",
}
"""Modules without a test file of their own, and why."""

MORE = {
    "tests/check/test_bank.py": "what is true of every check, with its bank of "
    "wrong answers",
    "tests/check/test_exercises.py": "the checks in the notebooks that call "
    "them",
    "tests/spec/test_names.py": "the names of all files of spec together",
    "tests/test_mutator.py": "tests/mutator.py, which is no part of the "
    "library",
    "tests/train/test_resume.py": "kills whole runs: loop and checkpoints "
    "together",
}
"""Test files beside those of the modules, and why."""


def places(name: str, package: bool) -> set[str]:
    """Where the tests of a module may stand; those of a package's own code in
    its folder or beside it.
    """
    *folders, last = name.split(".")[1:]
    beside = "/".join(["tests", *folders, f"test_{last}.py"])
    return (
        {beside, "/".join(["tests", *folders, last, "test_init.py"])}
        if package
        else {beside}
    )


def defines(path: Path) -> bool:
    """True if a file defines a function or a class: else it only names what
    others define.
    """
    return any(
        isinstance(node, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )


def expected() -> dict[str, set[str]]:
    """For each module with code, where its tests may stand."""
    found = {}
    for name, path in modules().items():
        package = path.name == "__init__.py"
        if name not in WITHOUT and not (package and not defines(path)):
            found[name] = places(name, package)
    return found


def present() -> set[str]:
    """The test files that belong to single modules."""
    return {
        path.as_posix()
        for path in tracked("tests")
        if path.name.startswith("test_") and not ELSEWHERE & {*path.parts}
    }


def test_every_module_has_its_test_file() -> None:
    """One, and in one place only."""
    there = present()
    wrong = {
        name: sorted(places & there)
        for name, places in expected().items()
        if len(places & there) != 1
    }
    assert not wrong, f"modules whose test files are not one: {wrong}"


def test_every_test_file_has_its_module() -> None:
    known = set().union(*expected().values())
    assert present() - known - MORE.keys() == set()


def test_exceptions_are_needed() -> None:
    """Each is a file that is there, and none that follows the rule."""
    assert WITHOUT.keys() <= modules().keys()
    assert MORE.keys() <= present() - set().union(*expected().values())
    there = present()
    assert not [
        name
        for name in WITHOUT
        if places(name, modules()[name].name == "__init__.py") & there
    ]
