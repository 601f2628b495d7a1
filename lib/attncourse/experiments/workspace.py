"""Where a recipe reads and writes: the only part that knows folders, and the
one form of a result file.
"""

import json
import os
import platform
import re
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import torch

from attnbook import files, pretrained
from attnbook.train import checkpoint, engine
from attncourse.experiments import recipes, results
from attncourse.experiments.results import Result


@dataclass(frozen=True)
class Workspace:
    """Weights and results go to `out`, by default to the run's own folder, or
    into the packages; checkpoints always to the run's folder.
    """

    out: Path | None = None
    ships: bool = False

    @classmethod
    def package(cls) -> "Workspace":
        """The packages themselves: what is written there is shipped."""
        return cls(ships=True)

    def weights(self, name: str) -> Path:
        """The file of a recipe's weights."""
        if self.ships:
            return Path(str(pretrained.FOLDER), f"{name}.safetensors")
        return self._file(f"{name}.safetensors")

    def result(self, name: str) -> Path:
        """The file of a recipe's result."""
        if self.ships:
            chapter = resources.files(recipes.chapter(name))
            return Path(str(chapter), "results", f"{name}.json")
        return self._file(f"{name}.json")

    def checkpoints(self, *parts: str) -> Path:
        """The folder of one training run's checkpoints; its parts are the
        recipe's name and what tells runs apart.
        """
        return checkpoint.runs().joinpath(*parts)

    def stored(self, name: str) -> Result:
        """The result of another recipe: from this workspace if it was
        written there, else the one that is shipped.
        """
        path = self.result(name)
        return (
            results.parse(path.read_text(encoding="utf-8"))
            if path.is_file()
            else results.load(name)
        )

    def check_writable(self, name: str) -> None:
        """Write to this workspace and delete again, before hours are spent.
        Raises OSError that names the file.
        """
        path = self.result(name)
        files.write(path.with_name(f".{path.name}.probe"), b"").unlink()

    def has(self, recipe: Any) -> bool:
        """Is there a result of this recipe, with the same content?"""
        known = recipe.name in results.names()
        if not (known or self.result(recipe.name).is_file()):
            return False
        here = json.loads(_json(asdict(recipe)))
        return bool(self.stored(recipe.name).recipe == here)

    def write(self, recipe: Any, *, seconds: float, **parts: Any) -> Result:
        """Write the result of `recipe`, numbers to six digits, and return it as
        it reads.

        `seconds` of training; the parts are values, {name: (value, unit)},
        tables, {name: rows}, and samples, {name: anything}. Raises ValueError
        for a result without the one form, before anything is written.
        """
        values = {
            key: {"value": value, "unit": unit}
            for key, (value, unit) in parts.pop("values", {}).items()
        }
        content = {
            "recipe": asdict(recipe),
            "made": {"machine": machine(), "seconds": round(seconds, 1)},
        }
        content |= {"values": values, "tables": {}, "samples": {}} | parts
        text = _text(content)
        result = results.parse(text)
        files.write(self.result(recipe.name), text.encode())
        return result

    def _file(self, name: str) -> Path:
        own = checkpoint.runs() / name.rpartition(".")[0]
        return (self.out or own) / name


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    known = Path("/proc/cpuinfo")
    named = re.search(
        "^model name[^:]*:(.*)",
        known.read_text() if known.exists() else "",
        re.MULTILINE,
    )
    model = (
        named[1].strip()
        if named
        else platform.processor() or platform.machine()
    )
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
    } | engine.told()


def _text(content: dict[str, Any]) -> str:
    """JSON with one row, or one sample, a line, so that a change shows where it
    is.
    """
    lines = [
        f'"{key}": {_json(content[key])}'
        for key in ("recipe", "made", "values")
    ]
    for key in ("tables", "samples"):
        parts = [
            f" {_json(name)}: {_listed(value)}"
            for name, value in content[key].items()
        ]
        lines.append(
            f'"{key}": {{'
            + ("\n" + ",\n".join(parts) + "\n" if parts else "")
            + "}"
        )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _listed(value: Any) -> str:
    return (
        "[\n" + ",\n".join(f"  {_json(row)}" for row in value) + "\n ]"
        if isinstance(value, list)
        else _json(value)
    )


def _json(value: Any) -> str:
    """One line of JSON, numbers to six digits."""
    rounded = json.loads(
        json.dumps(value),
        parse_float=lambda number: float(f"{float(number):.6g}"),
    )
    return json.dumps(rounded, ensure_ascii=False, allow_nan=False)
