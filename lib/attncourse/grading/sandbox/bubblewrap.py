"""The sandbox: a process that sees the system's libraries, this Python and
these packages, all read-only, an empty home, and nothing else: no network, no
files of the instructor, no other submission, no environment.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SYSTEM = "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"
FILES = ("/etc/ld.so.cache",)
TEMPORARY = 2**28  # bytes that may be written
NOBODY = 65534
BARE = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
MISSING = (
    "bubblewrap is missing, and no submission is run without a sandbox: "
    "install it (Debian and Ubuntu: apt install bubblewrap), or write "
    "--sandbox none and trust every submission with all that you may do"
)
REFUSED = (
    "bubblewrap cannot make a sandbox here: {}. On Ubuntu 24.04 and later it "
    "needs an AppArmor profile (apt install apparmor-profiles); in a "
    "container, the right to make user namespaces."
)


def packages() -> list[Path]:
    """The folders in which the packages lie: those of the course, and those
    beside which theirs lie.
    """
    specs = (find_spec(name) for name in ("attnbook", "attncourse", "torch"))
    origins = (Path(spec.origin) for spec in specs if spec and spec.origin)
    ours, own, torch = (path.parent for path in origins)
    return [ours, own, torch.parent]


def bound() -> list[Path]:
    """What a submission may read: the interpreter, the environment, the
    packages; under the names by which they are called, links or not.
    """
    found = [Path(sys.base_prefix), Path(sys.prefix), *packages()]
    return [*dict.fromkeys(p for path in found for p in (path.resolve(), path))]


def command() -> list[str]:
    """The sandbox as a command that another one can follow. Its own process
    can be seen from inside, so it has no environment either.
    """
    call = [
        *("/usr/bin/env", "-i", shutil.which("bwrap") or "bwrap"),
        *(
            "--hostname",
            "sandbox",
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
        ),
        *("--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL"),
        "--clearenv",
    ]
    for name, value in environment().items():
        call += ["--setenv", name, value]
    for place in SYSTEM:
        path = Path(place)
        if path.is_symlink():
            call += ["--symlink", os.readlink(path), place]
        elif path.exists():
            call += ["--ro-bind", place, place]
    call += ["--proc", "/proc", "--dev", "/dev"]
    for place in ("/dev/shm", "/tmp"):
        call += ["--size", str(TEMPORARY), "--tmpfs", place]
    for path in (*map(Path, FILES), *bound()):
        if path.exists():
            call += ["--ro-bind", str(path.resolve()), str(path)]
    return [
        *call,
        "--remount-ro",
        "/dev",
        "--remount-ro",
        "/",
        "--chdir",
        "/tmp",
    ]


def environment() -> dict[str, str]:
    """All that a submission finds in its environment."""
    ours, own, others = packages()
    folders = {str(path) for path in (ours.parent, own.parent, others)}
    return BARE | {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(sorted(folders)),
    }


def check() -> None:
    """Raises OSError where no sandbox can be made, with what to install."""
    if not shutil.which("bwrap"):
        raise OSError(MISSING)
    done = subprocess.run(
        [*command(), "/usr/bin/true"], capture_output=True, text=True
    )
    if done.returncode:
        raise OSError(REFUSED.format(done.stderr.strip() or done.returncode))
