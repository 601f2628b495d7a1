"""What the recipes measured, one JSON file each: written by recipes only, read by chapters and pages."""

import json
from importlib import resources
from typing import Any


def names() -> list[str]:
    """The names of the results there are."""
    files = resources.files(__name__).iterdir()
    return sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json"))


def load(name: str) -> dict[str, Any]:
    """One result. Raises ValueError, listing those there are, for a name that there is not."""
    if name not in names():
        raise ValueError(f"unknown result: {name!r}; there are {', '.join(names())}")
    return json.loads(resources.files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
