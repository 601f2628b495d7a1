"""One call of a learner's function: does it take these arguments, does it end,
does it leave them as they are?
"""

import _thread
import inspect
import time
from threading import Timer, current_thread, main_thread
from typing import Any

import torch

from attnbook.check import forms, hints

SECONDS = 10.0  # a right answer takes a few thousandths


class Refused(AssertionError):
    """What an argument of a case says of a call that it cannot answer."""


class Failed(Exception):
    """A call without an answer that could be judged; its arguments are the
    lines to say.
    """


def fits(function: Any, takes: dict[str, str]) -> None:
    """Raises Failed for what is no function of these arguments."""
    if not callable(function):
        raise Failed(
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
        raise Failed(
            f"the function must take ({', '.join(takes)}): yours takes "
            f"{signature}"
        ) from error
    names = list(signature.parameters)
    if names != [*takes] and sorted(names) == sorted(takes):
        raise Failed(
            f"the arguments must stand in the order ({', '.join(takes)}): "
            f"yours takes {signature}"
        )


def answer(
    function: Any,
    given: dict[str, Any],
    fresh: dict[str, Any],
    takes: dict[str, str],
) -> Any:
    """What the function answers to the arguments `given`; `fresh` are the same
    ones, made anew.

    Raises Failed when it fails, does not end, or changes an argument. What an
    argument refuses is passed on, and the NotImplementedError of a function
    that is not written yet.
    """
    timer, began = Timer(SECONDS, _thread.interrupt_main), time.monotonic()
    if current_thread() is main_thread():
        timer.start()
    try:
        found = forms.copied(function(*given.values()))
    except Refused:
        raise
    except KeyboardInterrupt as error:
        if time.monotonic() - began < SECONDS:
            # not the timer, but the learner
            raise
        raise Failed(
            f"no answer after {SECONDS:.0f} seconds. What ends its loop?"
        ) from error
    except (Exception, SystemExit) as error:
        # torch gives words to it where it has no such operation
        if isinstance(error, NotImplementedError) and not error.args:
            raise
        raise Failed(*hints.lines(error, function, given, takes)) from error
    finally:
        timer.cancel()
    _unchanged(given, fresh)
    return found


def _unchanged(given: dict[str, Any], fresh: dict[str, Any]) -> None:
    """Raises Failed that names the arguments that are not as they were."""
    changed = [
        name
        for name, value in fresh.items()
        if isinstance(value, torch.Tensor | list)
        and not forms.same(given[name], value)
    ]
    if changed:
        raise Failed(
            f"your function changes its argument {', '.join(changed)}. Make a "
            f"new object instead: no in-place operation, no assignment to an "
            f"item."
        )
