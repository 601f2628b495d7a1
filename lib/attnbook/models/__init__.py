"""Models: a frozen Config, a `build` function, a Module. One file for each
family.
"""

from importlib import import_module
from typing import Any

import torch

from attnbook.models.fresh import Model


def build(
    model: type[Model], generator: torch.Generator | None = None, **sizes: Any
) -> Model:
    """A model of this class with fresh weights from the generator, by default
    the global one: `build(Transformer, vocabulary=100, width=32)`.

    `sizes` are fields of the `Config` that stands beside the class. Raises
    TypeError for a class that has none and for a field that it has not,
    ValueError as the `Config` does.
    """
    home = import_module(model.__module__)
    made = getattr(home, "build", None)
    if made is None or made.__annotations__["return"] is not model:
        raise TypeError(f"no model that is built from sizes: {model.__name__}")
    return made(home.Config(**sizes), generator)
