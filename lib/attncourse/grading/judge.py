"""A process that reads what students wrote and judges their answers: in a
sandbox of its own, without any right of the instructor's. It knows the cases of
this assignment, and asks for a student's process through a `Relay`.

It forks for every submission, so that none meets what another one has left.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from attncourse.grading import grade, judging
from attncourse.grading.notebooks import optional, parsed
from attncourse.grading.sandbox import cells, frames, keys, limits
from attncourse.grading.sandbox.relay import DONE, FAILED, GO, NOW, READ, Relay
from attncourse.grading.sandbox.workers import MachineError
from attncourse.grading.tasks import Task, nothing, written

LEAST = 20  # seconds for what a judge itself does for a submission
SHARE = 10  # part of a judge's seconds that one answer may take
MEMORY = 2**29  # bytes beyond those that it begins with


def main() -> None:
    """Fork for each submission, until the other side is gone or a child has
    not ended well.
    """
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    keys.forbid()
    ready()
    frames.send(target, GO)
    while True:
        try:
            frames.receive(source, frames.FOREVER)
        except frames.Ended:
            return
        child = os.fork()
        if not child:
            one(source, target)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit(1)


def ready() -> None:
    """Import what reads notebooks and cells, once for all."""
    optional("nbformat")
    cells.plain("!ls")


def one(source: int, target: int) -> None:
    """Judge a submission: what is asked comes first, then the notebook."""

    def say(kind: bytes, text: str = "") -> None:
        frames.send(target, kind + text.encode("utf-8", "replace"))

    asked = json.loads(frames.receive(source, frames.FOREVER))
    notebook = frames.receive(source, frames.FOREVER)
    limits.no_more(LEAST + asked["seconds"], MEMORY)
    say(READ)
    try:
        said = judged(
            notebook, asked, Relay(source, target), lambda n: say(NOW, n)
        )
    except MachineError as error:
        return say(FAILED, str(error))
    say(DONE, written(said))


def judged(
    notebook: bytes,
    asked: dict[str, Any],
    workers: Relay,
    begun: Callable[[str], object],
) -> dict[str, Any]:
    """What is said of a notebook: its report, and the problem for which there
    is none.
    """
    tasks = [Task(**task) for task in asked["tasks"]]
    try:
        code = grade.code_of(parsed(notebook, asked["file"], False).cells)
    except (ValueError, MemoryError, RecursionError) as error:
        return {"problem": str(error)[:500]} | nothing(tasks).said()
    judges = judging.Judges(
        *(asked["seed"], begun, asked["broken"]),
        seconds=(LEAST + asked["seconds"]) // SHARE,
    )
    found = grade.grade(
        code, tasks or grade.tasks(code), workers=workers, judges=judges
    )
    return {"problem": ""} | found.said()


if __name__ == "__main__":
    main()
