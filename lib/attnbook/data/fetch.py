"""Files from the network, checked: the only module that opens a connection.

`ATTNBOOK_DATA` names a read-only mirror that is searched first; downloads go to
`files.cache()`.
"""

import hashlib
import os
import sys
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Any

from tqdm import tqdm

from attnbook import files

CHUNK = 2**16  # bytes


def fetch(name: str, address: str, digest: str | None) -> Path:
    """The path of the file `name` whose SHA-256 is `digest`, None if nobody
    knows it: from the mirror, the cache, or `address`.

    A download is written under a temporary name, checked, and renamed; nothing
    half-written stays. Raises ValueError for a wrong checksum, OSError when the
    file cannot be had or cannot be written; both name the file, the address
    and, where there is one, both checksums.
    """
    mirror, target = os.environ.get("ATTNBOOK_DATA"), files.cache() / name
    for path in [*([Path(mirror) / name] if mirror else []), target]:
        if path.is_file():
            with path.open("rb") as kept:
                _check(kept, path, name, address, digest)
            return path
    with files.atomic(target) as file:
        try:
            _download(file, name, address)
        except Exception as error:
            if getattr(error, "errno", None):  # of the disk, not of the network
                raise
            lack = (
                f"ATTNBOOK_DATA={mirror} has no {name}; then: "
                if mirror
                else ""
            )
            raise OSError(
                f"{lack}cannot fetch {name} from {address}: {_root(error)}; it "
                f"may be put by hand at {target}"
            ) from error
        file.seek(0)
        _check(file, target, name, address, digest)
    return target


def _root(error: BaseException) -> str:
    """What lies below an error, in a line: those around it repeat it."""
    while error.__context__:
        error = error.__context__
    return " ".join(str(error).split())[:160] or type(error).__name__


def _check(
    file: BufferedRandom | BufferedReader,
    path: Path,
    name: str,
    address: str,
    digest: str | None,
) -> None:
    if digest is None:
        return
    found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != digest:
        raise ValueError(
            f"wrong checksum: {name}\n  file:     {path}\n  address:  "
            f"{address}\n"
            f"  expected: {digest}\n  found:    {found}\nDelete the file, if "
            f"it is still there, and fetch it again."
        )


def _download(file: BufferedRandom, name: str, address: str) -> None:
    """Write what is at the address into the file; where a connection breaks,
    the next one goes on.
    """

    import pooch  # where it is used: the rest needs PyTorch alone

    def begin(answer: Any, **_: Any) -> None:
        if (
            answer.status_code == 200
            # the whole file: the first time, or from a server that knows no
            # ranges
        ):
            file.seek(0)
            file.truncate()
            size = answer.headers.get("Content-Length")
            amount = f" ({tqdm.format_sizeof(int(size), 'B')})" if size else ""
            print(f"fetching {name}{amount}", file=sys.stderr)

    while True:
        start = file.tell()
        headers = {"Accept-Encoding": "identity"} | (
            {"Range": f"bytes={start}-"} if start else {}
        )
        get = pooch.HTTPDownloader(
            chunk_size=CHUNK, headers=headers, hooks={"response": begin}
        )
        try:
            return get(address, file, None)
        except Exception:
            if file.tell() <= start:  # nothing new came
                raise
