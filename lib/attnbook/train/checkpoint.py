"""Checkpoints: one file each, checked by its SHA-256, the newest two kept, one
run at a time in a folder.
"""

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import filelock
import torch

from attnbook import files

MAGIC = b"attnbook checkpoint 1 "


def runs() -> Path:
    """Where runs are kept: `ATTNBOOK_RUNS`, by default in the user's cache."""
    return Path(os.environ.get("ATTNBOOK_RUNS") or files.cache() / "runs")


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for one run; the lock ends with the process, however it
    ends.

    Raises ValueError, naming the other process, if a run is at work there.
    """
    owner = Path(folder) / "owner"
    Path(folder).mkdir(parents=True, exist_ok=True)
    try:
        with filelock.FileLock(Path(folder) / "lock", timeout=0):
            files.write(owner, f"process {os.getpid()}".encode())
            for half_written in Path(folder).glob(".step-*.ckpt.*"):
                half_written.unlink()
            yield
    except filelock.Timeout:
        name = owner.read_text() if owner.is_file() else "another process"
        raise ValueError(
            f"another run is at work in {folder}: {name}"
        ) from None


def save(folder: Path, step: int, state: dict[str, Any]) -> Path:
    """Write `state` as the checkpoint of `step`, then drop all but the newest
    two.
    """
    buffer = io.BytesIO()
    torch.save(state, buffer)
    content = buffer.getvalue()
    header = MAGIC + files.sha256(content).encode() + b"\n"
    path = files.write(Path(folder) / f"step-{step:08d}.ckpt", header + content)
    for old in _all(folder)[:-2]:
        old.unlink(missing_ok=True)
    return path


def load(path: Path) -> dict[str, Any]:
    """The state in a checkpoint, on the CPU. Raises ValueError, naming the last
    good one, if the file is damaged.
    """
    path = Path(path)
    content = _content(path)
    if content is None:
        good = [
            p.name
            for p in _all(path.parent)
            if p != path and _content(p) is not None
        ]
        advice = (
            f"delete it to go on from {good[-1]}"
            if good
            else "there is no other: delete it to start afresh"
        )
        raise ValueError(
            f"damaged checkpoint: {path} ({path.stat().st_size} bytes); "
            f"{advice}"
        )
    return torch.load(
        io.BytesIO(content), map_location="cpu", weights_only=True
    )


def newest(folder: Path) -> Path | None:
    """The newest checkpoint in a run's folder, or None."""
    return max(_all(folder), default=None)


def _all(folder: Path) -> list[Path]:
    return sorted(Path(folder).glob("step-*.ckpt"))


def _content(path: Path) -> bytes | None:
    """What `save` put behind the header, or None if the file is not as it was
    written.
    """
    header, _, content = path.read_bytes().partition(b"\n")
    return content if header == MAGIC + files.sha256(content).encode() else None
