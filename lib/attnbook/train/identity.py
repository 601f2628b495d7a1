"""What is trained, as plain data: by this a run knows its own checkpoints."""

from dataclasses import fields, is_dataclass
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from torch import Tensor, nn

PLAIN = int | float | str | bool | None
DEEP = 6  # things in each other: what lies deeper makes no other run
MANY = 20  # of a tuple: a longer one is data


def of(thing: Any, depth: int = DEEP) -> Any:
    """A model as its parts with their settings, a function as its name and the
    settings that it has kept; of anything else, as of lists, which may change
    while a run lasts, its type.
    """
    if isinstance(thing, PLAIN):
        return thing
    if not depth:
        return type(thing).__name__
    match thing:
        case nn.Module():
            return {
                name or "model": _settings(part, depth - 1)
                | {n: [*x.shape] for n, x in part.named_parameters("", False)}
                for name, part in thing.named_modules()
            }
        case partial():
            kept = {"of": thing.func, "args": thing.args} | thing.keywords
            return {name: of(value, depth - 1) for name, value in kept.items()}
        case MethodType():
            both = {"of": thing.__func__, "self": thing.__self__}
            return {name: of(value, depth - 1) for name, value in both.items()}
        case FunctionType():
            return {"function": thing.__qualname__} | _kept(thing, depth - 1)
        case tuple() if len(thing) <= MANY:
            return [of(one, depth - 1) for one in thing]
        case Tensor():
            return [*thing.shape]
    return _settings(thing, depth - 1)


def _kept(function: FunctionType, depth: int) -> dict[str, Any]:
    """The values around a function, and its defaults, by their names."""
    cells = function.__closure__ or ()
    kept = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            kept[name] = of(cell.cell_contents, depth)
        except ValueError:  # nothing is in it yet
            continue
    defaults = function.__defaults__ or ()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return kept | {
        name: of(value, depth)
        for name, value in zip(
            reversed(names), reversed(defaults), strict=False
        )
    }


def _settings(thing: Any, depth: int) -> dict[str, Any]:
    """The type of an object, and the numbers and words that it keeps."""
    said = {"type": type(thing).__qualname__}
    if is_dataclass(thing) and not isinstance(thing, type):
        values = {f.name: getattr(thing, f.name) for f in fields(thing)}
        return said | {name: of(value, depth) for name, value in values.items()}
    kept = getattr(thing, "__dict__", {}).items()
    return said | {
        name: of(value, depth)
        for name, value in kept
        if isinstance(value, PLAIN) or is_dataclass(value)
        if name[0] != "_" and name != "training"
    }
