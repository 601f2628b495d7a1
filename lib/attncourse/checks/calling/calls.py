"""One call of a learner's function: does it take these arguments, does it end,
does it leave them as they are, does it say the same again?
"""

import _thread
import gc
import inspect
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from typing import Any

import numpy as np
import torch

from attncourse.checks.calling import forms, hints
from attncourse.checks.failed import CheckFailed
from attncourse.checks.values import close

SECONDS = 10.0  # a right answer takes a few thousandths
AGAIN = 0.2  # for a call that only helps to explain
IDLE = 10  # times as long for one that waits instead of computing
OBJECTS = torch.Tensor | list | set  # what can be changed
CHANCE = (
    "your function makes a random choice. The answer must depend on the "
    "arguments alone."
)
KEPT = (
    "a second call with the same arguments gave another answer: your function "
    "keeps something between calls. Create lists and tensors inside it, not "
    "outside, and not as a default argument."
)


class Interrupted(CheckFailed):
    """Somebody wants no answer any more."""


class Stopped(Exception):
    """What an argument of a case says of a call that it cannot answer."""


def check_signature(function: Any, takes: dict[str, str]) -> None:
    """Raises CheckFailed for what is no function of these arguments."""
    if not callable(function):
        raise CheckFailed(
            f"pass the function itself, without calling it: got "
            f"{type(function).__name__}"
        )
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*takes)
    except TypeError as error:
        raise CheckFailed(
            f"the function must take ({', '.join(takes)}): yours takes "
            f"{signature}"
        ) from error


def answer(
    function: Any,
    inputs: dict[str, Any],
    fresh: dict[str, Any],
    more: dict[str, Any],
    takes: dict[str, str],
) -> Any:
    """What the function answers to its arguments; `fresh` and `more` are the
    same ones, made anew.

    Raises CheckFailed when it fails, does not end, changes or returns an
    argument, answers otherwise after other random numbers, or returns nothing.
    What an argument says (`Stopped`) is passed on.
    """
    before = _rng_state()
    actual = _called(function, inputs, takes)
    parts = actual if isinstance(actual, tuple | list) else ()
    objects = [n for n, x in fresh.items() if isinstance(x, OBJECTS)]
    changed = [n for n in objects if not close(inputs[n], fresh[n])]
    if changed:
        raise CheckFailed(
            f"your function changes its argument {', '.join(changed)}. Make a "
            f"new object instead: no in-place operations, no assignment to "
            f"items."
        )
    for name in objects:
        if any(inputs[name] is part for part in (actual, *parts)):
            raise CheckFailed(
                f"your function returns its argument {name} itself: whoever "
                f"changes the answer changes {name}. Return a new object, at "
                f"least a copy."
            )
    actual = forms.copied(actual)
    if before != _rng_state():
        check_rerun(function, more, actual)
    if actual is None:
        raise CheckFailed(hints.returned_none(function, fresh))
    return actual


def rerun(function: Any, inputs: dict[str, Any]) -> Any:
    """What the function answers to other arguments; None where it fails, or
    takes long: that says nothing more of the first answer.
    """
    try:
        with _without_collection(), _limit(AGAIN):
            return forms.copied(function(*inputs.values()))
    except (Exception, KeyboardInterrupt, SystemExit):
        return None


def check_rerun(function: Any, fresh: dict[str, Any], actual: Any) -> None:
    """Raises CheckFailed when a second call answers otherwise: by chance, if it
    draws, else by what it keeps.
    """
    before = _rng_state()
    other = rerun(function, fresh)
    if other is not None and not forms.same(other, actual):
        raise CheckFailed(KEPT if before == _rng_state() else CHANCE)


@contextmanager
def _without_collection() -> Iterator[None]:
    """A search for garbage in all that the process holds takes longer than a
    short call may, and an interrupt that comes within it is lost.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def _limit(seconds: float) -> Iterator[Event]:
    """Interrupt what computes longer, in the main thread: seconds of the
    processor, so that a busy machine interrupts nothing else; and once more
    after the same time, if something has caught the interrupt. The event says
    that it was too long.
    """
    over, ended = Event(), Event()
    if current_thread() is not main_thread():
        yield over
        return

    def watch() -> None:
        computed, began = time.process_time(), time.monotonic()
        while not ended.wait(seconds / 20):
            if (
                time.process_time() - computed > seconds
                or time.monotonic() - began > IDLE * seconds
            ):
                over.set()
                _thread.interrupt_main()
                computed, began = time.process_time(), time.monotonic()

    # a shell may have told its children to ignore interrupts
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield over
    finally:
        ended.set()
        watcher.join()
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _called(
    function: Any, inputs: dict[str, Any], takes: dict[str, str]
) -> Any:
    began, over = time.monotonic(), Event()
    try:
        with _limit(SECONDS) as over:
            return function(*inputs.values())
    except (Stopped, CheckFailed):
        raise
    except KeyboardInterrupt as error:
        if over.is_set():
            raise CheckFailed(
                f"no answer after {SECONDS:.0f} seconds. What ends your loop?"
            ) from error
        seconds = time.monotonic() - began
        raise Interrupted(
            f"interrupted after {seconds:.1f} seconds, without an answer."
        ) from error
    except (Exception, SystemExit) as error:
        # torch gives words to it where it has no such operation
        if isinstance(error, NotImplementedError) and not error.args:
            raise CheckFailed(
                "not written yet. Replace the line that raises with your code."
            ) from None
        raise CheckFailed(
            *hints.lines(error, function, inputs, takes)
        ) from error


def _rng_state() -> tuple:
    """Another one afterwards shows that a random number was drawn."""
    of_torch = torch.get_rng_state().numpy().tobytes()
    of_numpy = np.random.get_state(legacy=False)["state"]
    of_python = random.getstate()
    return of_torch, of_python, of_numpy["key"].tobytes(), of_numpy["pos"]
