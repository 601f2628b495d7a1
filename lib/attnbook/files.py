"""Files that are whole or absent: every write goes to a temporary name and is renamed at the end."""

import hashlib
import os
import tempfile
from pathlib import Path


def write(path: Path, content: bytes) -> Path:
    """Write `content` to `path` in one step: readers see the old file or the new one, never a part.

    Raises OSError (disk full, read-only folder) with the path; nothing is left behind then.
    """
    path = Path(path)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise OSError(error.errno, f"cannot write {path}: {error.strerror or error}") from error
    return path


def sha256(content: bytes) -> str:
    """The SHA-256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
