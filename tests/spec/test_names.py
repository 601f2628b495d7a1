"""Every definition has one name, and is reached by it from the top."""

import importlib
import inspect
import pkgutil

from attnbook import spec

FILES = [
    importlib.import_module(f"attnbook.spec.{file.name}")
    for file in pkgutil.iter_modules(spec.__path__)
]


def test_every_definition_is_reached_from_the_top_under_its_own_name():
    """Twice the same name in two files would hide one of them."""
    defined = [
        (name, thing)
        for file in FILES
        for name, thing in vars(file).items()
        if (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == file.__name__
    ]
    assert sorted(name for name, _ in defined) == sorted(spec.__all__)
    assert all(getattr(spec, name) is thing for name, thing in defined)
