"""Files from the network, checked: the only module that opens a connection.

`ATTNBOOK_DATA` names a read-only mirror that is searched first; downloads go to `files.cache()`.
"""

import os
import tempfile
from pathlib import Path

import pooch

from attnbook import files


def fetch(name: str, address: str, digest: str) -> Path:
    """The path of the file `name` whose SHA-256 is `digest`: from the mirror, the cache, or `address`.

    A download is written under a temporary name, checked, and renamed; nothing half-written stays.
    Raises ValueError for a wrong checksum, OSError when the file cannot be had or cannot be written;
    both name the file, the address and, where there is one, both checksums.
    """
    mirror = os.environ.get("ATTNBOOK_DATA")
    if mirror and (Path(mirror) / name).is_file():
        return checked(Path(mirror) / name, name, address, digest)
    target = files.cache() / name
    if target.is_file():
        return checked(target, name, address, digest)
    return files.write(target, _download(name, address, digest))


def checked(path: Path, name: str, address: str, digest: str) -> Path:
    """The path itself, once its content has the SHA-256 `digest`; else ValueError."""
    found = files.sha256(path.read_bytes())
    if found != digest:
        raise ValueError(
            f"wrong checksum: {name}\n  file:     {path}\n  address:  {address}\n"
            f"  expected: {digest}\n  found:    {found}\nDelete the file, if it is still there, and fetch it again."
        )
    return path


def _download(name: str, address: str, digest: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        try:
            path = pooch.retrieve(address, known_hash=None, fname="download", path=folder, progressbar=False)
        except Exception as error:
            raise OSError(f"cannot fetch {name} from {address}: {error}") from error
        return checked(Path(path), name, address, digest).read_bytes()
