"""What is trained, as plain data: by this a run knows its own checkpoints."""

from dataclasses import is_dataclass
from functools import partial
from inspect import unwrap
from types import FunctionType, MethodType
from typing import Any

from torch import Tensor, nn

PLAIN = int | float | str | bool | None
DEEP = 6  # things in each other: what lies deeper makes no other run
MANY = 20  # of a tuple: a longer one is data


def of(thing: Any, depth: int = DEEP) -> Any:
    """A model as its parts with their settings, a function as its name and the
    settings that it has kept, one that wraps another as that other. Of anything
    else, which may change while a run lasts, its type.
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
            own = of(thing.__self__, depth - 1)
            return {"method": of(thing.__func__, depth), "of": own}
        case FunctionType():
            thing = unwrap(thing)
            return {"function": thing.__qualname__} | _kept(thing, depth - 1)
        case tuple() if len(thing) <= MANY:
            return [of(one, depth - 1) for one in thing]
        case Tensor():
            return [*thing.shape]
    return type(thing).__qualname__


def _kept(function: FunctionType, depth: int) -> dict[str, Any]:
    """The values around a function, and its defaults, by their names."""
    cells = function.__closure__ or ()
    kept = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            kept[name] = of(cell.cell_contents, depth)
        except ValueError:  # nothing is in it yet
            continue
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    last = reversed(function.__defaults__ or ())
    defaults = dict(zip(reversed(names), last, strict=False))
    defaults |= function.__kwdefaults__ or {}
    return kept | {name: of(value, depth) for name, value in defaults.items()}


def _settings(thing: Any, depth: int) -> dict[str, Any]:
    """The type of a module, and the numbers and words that it keeps, also in
    its configuration.
    """
    said: dict[str, Any] = {"type": type(thing).__qualname__}
    for name, value in vars(thing).items():
        if name[0] == "_" or name == "training":
            continue
        if is_dataclass(value) and not isinstance(value, type):
            said[name] = _settings(value, depth)
        elif isinstance(value, PLAIN | tuple):
            said[name] = of(value, depth)
    return said
