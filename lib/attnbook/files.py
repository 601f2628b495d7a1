"""Files that are whole or absent: every write goes to a temporary name and is renamed at the end.

And the folder where they are kept.
"""

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

import platformdirs


def cache() -> Path:
    """The user's folder for what can be had again: `ATTNBOOK_CACHE`, by default the system's cache folder."""
    return Path(os.environ.get("ATTNBOOK_CACHE") or platformdirs.user_cache_dir("attnbook", appauthor=False))


def write(path: Path, content: bytes) -> Path:
    """Write `content` to `path` in one step: readers see the old file or the new one, never a part.

    Raises OSError (disk full, read-only folder) with the path; nothing is left behind then.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise OSError(error.errno, f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    return path


def sha256(content: bytes) -> str:
    """The SHA-256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
