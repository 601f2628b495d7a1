"""Files that are whole or absent: every write goes to a temporary name and is
renamed at the end.

And the folder where they are kept.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import unicodedata
from collections.abc import Iterator
from io import BufferedRandom
from pathlib import Path

import platformdirs


def cache() -> Path:
    """The user's folder for what can be had again: `ATTNBOOK_CACHE`, by default
    the system's cache folder.
    """
    return Path(
        os.environ.get("ATTNBOOK_CACHE")
        or platformdirs.user_cache_dir("attnbook", appauthor=False)
    )


def regular(path: Path | str, most: int) -> Path:
    """The path of a file that can be read to its end: a regular one of at most
    so many bytes.

    Raises OSError for one that is absent or a folder, ValueError for any other,
    such as a pipe that nobody writes to.
    """
    state = Path(path).stat()
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(
            errno.EISDIR, os.strerror(errno.EISDIR), str(path)
        )
    if not stat.S_ISREG(state.st_mode):
        raise ValueError(f"{Path(path).name} is no regular file")
    if state.st_size > most:
        raise ValueError(
            f"{Path(path).name} has {state.st_size:,} bytes: at most {most:,} "
            f"are read"
        )
    return Path(path)


@contextlib.contextmanager
def atomic(path: Path) -> Iterator[BufferedRandom]:
    """A file to write and read that takes the place of `path` at the end:
    readers see the old file or the new one.

    Raises OSError (disk full, read-only folder) with the path. After that or
    any other error nothing is left behind.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("x+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if error.errno is None:
            # not the system's: what the writer itself raised
            raise
        raise OSError(
            error.errno, f"cannot write {path}: {error.strerror}"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write(path: Path, content: bytes) -> Path:
    """Write `content` to `path` in one step, and return the path; raises what
    `atomic` raises.
    """
    with atomic(path) as file:
        file.write(content)
    return Path(path)


def printable(text: str, keep: str = "") -> str:
    """The text with what a terminal would act upon or hide escaped: control
    characters, marks of direction, line ends; all but those to `keep`.
    """
    acts = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return "".join(
        ascii(sign)[1:-1]
        if unicodedata.category(sign) in acts and sign not in keep
        else sign
        for sign in text
    )


def sha256(content: bytes) -> str:
    """The SHA-256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
