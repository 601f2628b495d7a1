"""Every definition has one name, and is reached by it from the top."""

import importlib
import inspect
import pkgutil

from attncourse import spec

FILES = [
    importlib.import_module(f"attncourse.spec.{file.name}")
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
    names = [name for name, _ in defined]
    assert len(names) == len(set(names))
    assert all(getattr(spec, name, None) is thing for name, thing in defined)
