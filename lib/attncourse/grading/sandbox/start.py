"""A worker started: in bubblewrap, in Docker, or in no sandbox at all."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from attncourse.grading.sandbox import bubblewrap, docker
from attncourse.grading.sandbox import limits as limited
from attncourse.grading.sandbox.limits import USUAL, Limits

BUBBLEWRAP, DOCKER, DIRECT = "bubblewrap", "docker", "none"
WORKER = "-m", "attncourse.grading.sandbox.worker"
JUDGE = "-m", "attncourse.grading.judge"


def check(sandbox: str = BUBBLEWRAP) -> None:
    """Raises OSError where no sandbox can be made, with what to install;
    ValueError for another kind.
    """
    if sandbox == BUBBLEWRAP:
        bubblewrap.check()
    elif sandbox == DOCKER:
        docker.check()
    elif sandbox != DIRECT:
        raise ValueError(f"no such sandbox: {sandbox}")


@contextmanager
def started(
    sandbox: str = BUBBLEWRAP,
    limits: Limits = USUAL,
    what: Sequence[str] = WORKER,
) -> Iterator[subprocess.Popen]:
    """A worker, or a judge, in the sandbox: it reads requests from its input
    and answers on its output. At the end it is dead, with all that it has
    started.
    """
    with ExitStack() as stack:
        kind, files, environment = limited.kind(), [], None
        call = [sys.executable, *what]
        if sandbox == DOCKER:
            name = docker.name()
            stack.callback(docker.remove, name)
            kind = DOCKER
            call = [*docker.command(name, limits), "python", *what]
        elif sandbox == BUBBLEWRAP:
            call = [*bubblewrap.command(), *call]
        else:
            environment = bubblewrap.environment()
        if kind == "v2":
            call = [*limited.scope(limits), *call]
        elif kind == "v1":
            files = stack.enter_context(limited.group(limits))
        process = subprocess.Popen(
            [*limits.shell(files), *call],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=None if sandbox == DIRECT else "/",
            env=environment,
            start_new_session=True,
        )
        stack.callback(end, process)
        if kind == "watched":
            stack.enter_context(limited.watched(process.pid, limits))
        yield process


def end(process: subprocess.Popen) -> None:
    """Kill a sandbox: with its first process all others in it die."""
    for number in reversed(limited.family(process.pid)):
        limited.kill(number)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
