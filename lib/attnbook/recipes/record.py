"""Result files: how every recipe writes what it measured."""

import json
import os
import platform
from pathlib import Path
from typing import Any

import torch

from attnbook import files, pretrained


def write(path: Path, result: dict[str, Any]) -> dict[str, Any]:
    """Write a result as JSON, one key a line at the top, numbers to six digits; return it."""
    rounded = _rounded(result)
    rows = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in rounded.items()]
    files.write(path, ("{\n" + ",\n".join(rows) + "\n}\n").encode())
    return rounded


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        names = [x for x in Path("/proc/cpuinfo").read_text().splitlines() if x.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return {"cpu": model, "cores": os.cpu_count(), "torch": torch.__version__, "threads": torch.get_num_threads()}


def alignment(translator: pretrained.Translator, source: str, target: str) -> dict[str, Any]:
    """A sentence, its translation and the weights between them, three digits."""
    read, said, weights = translator.align(source, target)
    rows = [[round(x, 3) for x in row] for row in weights.tolist()]
    return {"source": read, "target": said, "weights": rows}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: _rounded(x) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(x) for x in value]
    return value
