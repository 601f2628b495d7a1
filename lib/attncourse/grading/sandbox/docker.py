"""Docker as the sandbox: for machines that have it and no bubblewrap. The image
is one in which this course is installed (`attnbook` unless ATTNBOOK_IMAGE names
another).
"""

import os
import shutil
import subprocess
from contextlib import suppress
from uuid import uuid4

from attncourse.grading.sandbox.bubblewrap import BARE, NOBODY, TEMPORARY
from attncourse.grading.sandbox.limits import USUAL, Limits

MISSING = (
    "docker is missing, and no submission is run without a sandbox: install "
    "docker or bubblewrap"
)
REFUSED = (
    "docker cannot start the image {}: {}. Build it from a Dockerfile that "
    "installs this course, or name yours in ATTNBOOK_IMAGE"
)


def image() -> str:
    """The image that submissions run in."""
    return os.environ.get("ATTNBOOK_IMAGE", "attnbook")


def name() -> str:
    """A name for a container that no other has."""
    return f"attnbook-{os.getpid()}-{uuid4().hex[:8]}"


def command(container: str, limits: Limits) -> list[str]:
    """The sandbox as a command that another one can follow."""
    call = [
        *("docker", "run", "--rm", "--interactive", "--name", container),
        *("--pull", "never", "--network", "none", "--read-only"),
        *("--user", f"{NOBODY}:{NOBODY}", "--cap-drop", "ALL"),
        *("--security-opt", "no-new-privileges", "--log-driver", "none"),
        *("--memory", str(limits.memory), "--memory-swap", str(limits.memory)),
        *("--pids-limit", str(limits.processes)),
        *("--ulimit", f"cpu={limits.seconds}", "--ulimit", "core=0"),
        *("--ulimit", f"fsize={limits.file}", "--ulimit", "nofile=256"),
        *("--tmpfs", f"/tmp:size={TEMPORARY}", "--shm-size", str(TEMPORARY)),
        *("--workdir", "/tmp"),
    ]
    for key, value in BARE.items():
        call += ["--env", f"{key}={value}"]
    return [*call, image()]


def remove(container: str) -> None:
    """Kill a container and all in it: to end `docker run` leaves it alive."""
    with suppress(OSError):
        subprocess.run(
            ["docker", "rm", "--force", container], capture_output=True
        )


def check() -> None:
    """Raises OSError where docker does not start the image."""
    if not shutil.which("docker"):
        raise OSError(MISSING)
    done = subprocess.run(
        [*command(name(), USUAL), "true"],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        said = done.stderr.strip() or f"status {done.returncode}"
        raise OSError(REFUSED.format(image(), said))
