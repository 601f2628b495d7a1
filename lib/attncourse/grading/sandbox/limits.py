"""What a student's process may use of the machine: memory of all its children
together, how many they are, seconds of the processor, bytes of a file.

Memory is limited by a control group: where this user may make one (version 1),
or by systemd (version 2). Elsewhere a thread watches, and kills above the
limit; it looks ten times a second, so it is weaker, and says so.
"""

import os
import resource
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import NamedTuple
from uuid import uuid4

GROUPS = Path("/sys/fs/cgroup")
WATCHED = (
    "no control group can be made here: the memory of a submission is watched "
    "ten times a second, which is weaker than a limit"
)
GROUP = "attnbook-"
PATIENCE = 6000  # hundredths of a second until what was killed is gone
PAGE = resource.getpagesize()
TICKS = os.sysconf("SC_CLK_TCK")  # of a second


class Limits(NamedTuple):
    """memory: bytes of all processes of a submission together; processes: how
    many; seconds: of the processor, in all; file: bytes of a file.
    """

    memory: int = 2 * 2**30
    processes: int = 64
    seconds: int = 600
    file: int = 2**26

    def shell(self, groups: Iterable[Path] = ()) -> list[str]:
        """A command that another one can follow: it, and its children, have
        these limits, and are in these control groups. No `preexec_fn`, for
        graders have threads.
        """
        lines = [f"echo 0 > {shlex.quote(str(file))}" for file in groups]
        lines += [
            f"ulimit -t {self.seconds}",
            f"ulimit -f {self.file // 512}",
            *("ulimit -c 0", "ulimit -n 256", 'exec "$@"'),
        ]
        return ["/bin/sh", "-c", " && ".join(lines), "sh"]


USUAL = Limits()


class TooLong(BaseException):
    """This process has had its seconds."""


@contextmanager
def seconds_left(seconds: int) -> Iterator[None]:
    """While it lasts, this process has so many seconds of the processor; then
    TooLong is raised in it. Only a main thread hears of it.
    """
    if current_thread() is not main_thread():
        yield
        return

    def over(*_: object) -> None:
        raise TooLong

    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds + 1
    before = resource.getrlimit(resource.RLIMIT_CPU)
    heard = signal.signal(signal.SIGXCPU, over)
    least = min(x for x in (until, *before) if x != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_CPU, (least, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)
        signal.signal(signal.SIGXCPU, heard)


def no_more(seconds: int, memory: int) -> None:
    """This process gets so many seconds of the processor, and so many bytes
    beyond those that it has: to ask for more raises MemoryError.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with suppress(OSError):  # elsewhere than on Linux
        pages = Path("/proc/self/statm").read_text().split()[5]
        most = int(pages) * PAGE + memory
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


@cache
def kind() -> str:
    """How memory is limited here: "v1", "v2" or "watched"; found once."""
    if all(os.access(GROUPS / name, os.W_OK) for name in ("memory", "pids")):
        return "v1"
    return "v2" if _systemd() else "watched"


def _systemd() -> bool:
    """Whether this user's systemd makes scopes."""
    if not shutil.which("systemd-run"):
        return False
    done = subprocess.run(
        [*scope(USUAL), "true"], capture_output=True, timeout=20
    )
    return done.returncode == 0


def scope(limits: Limits) -> list[str]:
    """The command that puts another one into a scope of systemd."""
    return [
        *("systemd-run", "--user", "--scope", "--quiet", "--collect"),
        *("-p", f"MemoryMax={limits.memory}", "-p", "MemorySwapMax=0"),
        *("-p", f"TasksMax={limits.processes}"),
    ]


@contextmanager
def group(limits: Limits) -> Iterator[list[Path]]:
    """Control groups of version 1 for one submission: the files to which its
    first process writes itself. At the end nothing is left in them.
    """
    name = f"{GROUP}{os.getpid()}-{uuid4().hex[:8]}"
    swept()
    most = {
        "memory": {"memory.limit_in_bytes": limits.memory},
        "pids": {"pids.max": limits.processes},
    }
    with ExitStack() as stack:
        files = []
        for place, values in most.items():
            folder = GROUPS / place / name
            folder.mkdir()
            stack.callback(_empty, folder)
            for file, value in values.items():
                (folder / file).write_text(str(value))
            files.append(folder / "cgroup.procs")
        yield files


@cache
def swept() -> None:
    """Remove, once, the groups of graders that were killed."""
    for folder in GROUPS.glob(f"*/{GROUP}*-*"):
        number = folder.name.removeprefix(GROUP).partition("-")[0]
        if number.isdigit() and not Path("/proc", number).exists():
            with suppress(OSError):
                folder.rmdir()


def _empty(folder: Path) -> None:
    """Kill what is left in a group, and remove it."""
    for _ in range(PATIENCE):
        for number in (folder / "cgroup.procs").read_text().split():
            kill(int(number))
        try:
            return folder.rmdir()
        except OSError:
            time.sleep(0.01)
    raise OSError(f"processes of a submission cannot be killed: {folder}")


def kill(number: int) -> None:
    """Kill a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


@contextmanager
def watched(first: int, limits: Limits) -> Iterator[None]:
    """While it lasts, kill a process and all its children when they take more
    memory, or are more, than they may.
    """
    ended = Event()

    def watch() -> None:
        while not ended.wait(0.1):
            tree = family(first)
            if len(tree) > limits.processes or held(tree) > limits.memory:
                for number in tree:
                    kill(number)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def family(first: int) -> list[int]:
    """A process and all that came from it."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            *_, rest = file.read_text().rpartition(")")
        except OSError:
            continue
        parents[int(file.parent.name)] = int(rest.split()[1])
    found = [first]
    for number in found:
        found += [child for child, one in parents.items() if one == number]
    return found


def held(tree: list[int]) -> int:
    """Bytes of memory that processes hold."""
    pages = 0
    for number in tree:
        try:
            text = Path(f"/proc/{number}/statm").read_text()
        except OSError:
            continue
        pages += int(text.split()[1])
    return pages * PAGE


def computed(tree: list[int]) -> float:
    """Seconds of the processor that processes took, with the children that
    they have seen end.
    """
    ticks = 0
    for number in tree:
        try:
            *_, rest = Path(f"/proc/{number}/stat").read_text().rpartition(")")
        except OSError:
            continue
        ticks += sum(map(int, rest.split()[11:15]))
    return ticks / TICKS
