"""The source shown is that of the imported object, with a path that is the same
on every machine.
"""

import ast
import inspect

import pytest

from attnbook import scores
from attncourse.figures.source import Source, source


def test_it_is_the_source_of_the_object():
    shown = source(scores.Additive)
    assert shown.code == inspect.getsource(scores.Additive).rstrip()
    assert (shown.path, shown.name) == ("attnbook/scores.py", "Additive")


def test_without_docstrings_only_the_docstrings_are_gone():
    whole, short = (
        source(scores.Additive, docstring=choice) for choice in (True, False)
    )
    assert '"""' not in short.code
    tree = ast.parse(whole.code)
    for node in ast.walk(tree):
        if isinstance(
            node, ast.FunctionDef | ast.ClassDef
        ) and ast.get_docstring(node):
            node.body = node.body[1:]
    assert ast.dump(ast.parse(short.code)) == ast.dump(tree)


def test_a_fence_inside_the_code_does_not_end_the_block():
    data = Source("a.py", "f", 'def f():\n    """```"""')._repr_mimebundle_()
    assert data["text/markdown"].splitlines()[2] == "````python"


@pytest.mark.parametrize("thing", [3, len], ids=repr)
def test_things_without_a_source_are_refused(thing):
    with pytest.raises(
        TypeError, match="source shows functions, classes and methods, not"
    ):
        source(thing)


def test_what_was_not_imported_is_refused():
    def written_here():
        pass

    written_here.__module__ = "__main__"
    with pytest.raises(ValueError, match="written_here is in __main__"):
        source(written_here)
