"""Two runs of a function that feeds a decoder: where they part."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from attncourse.checks.calling.calls import Stopped
from attncourse.checks.loops.decoder import PATIENCE, Step

ROW = 12  # so many tokens of a row are written down


class Trace(NamedTuple):
    """One run: its arguments, what each step was fed, what was returned, or
    what an argument said that refused a call.
    """

    inputs: dict[str, Any]
    truth: str
    log: list[Step]
    actual: Any
    stopped: Stopped | None = None

    @property
    def fed(self) -> list[int]:
        """The tokens that were fed."""
        return [step.token for step in self.log]

    @property
    def own(self) -> list[int]:
        """The likeliest token of each step."""
        return [int(step.row.argmax()) for step in self.log]


class Fault(NamedTuple):
    """Where a run parts from the right one: the symptom, and what causes it."""

    message: str
    hint: str = ""


def parting(runs: list[Trace], run: Trace, right: Trace) -> Fault:
    """The first thing that is wrong with a run, one of all `runs`."""
    return (
        _state(run)
        or _token(runs, run, right)
        or _length(run, right)
        or Fault(
            "you fed the right tokens, but returned a wrong list: "
            + _compared(run.actual, right.actual)
        )
    )


def _state(run: Trace) -> Fault | None:
    """The state must be the one that the step before returned."""
    expected = [run.inputs["state"], *(step.new for step in run.log)]
    for i, (step, due) in enumerate(zip(run.log, expected, strict=False)):
        got, state = step.state.tolist(), due.tolist()
        if got == state:
            continue
        if i == 0:
            return Fault(
                f"the first step got the state {got}, not {state}.",
                "the first step must get the state that was passed in.",
            )
        return Fault(
            f"in step {i + 1} the state is {got}, but step {i} returned "
            f"{state}.",
            "pass the state that step returned to the next step.",
        )
    return None


def _token(runs: list[Trace], run: Trace, right: Trace) -> Fault | None:
    """The first token that should not have been fed, and what it is; the rule
    by which tokens are fed in every case.
    """
    both = [*zip(run.fed, right.fed, strict=False)]
    i = next((i for i, (fed, due) in enumerate(both) if fed != due), None)
    if i is None:
        return None
    fed, due = both[i]
    rules = [rule for rule, _ in _rules(run)]
    for each in runs:
        held = {
            r for r, fed in _rules(each) if fed[: len(each.fed)] == each.fed
        }
        rules = [rule for rule in rules if rule in held]
    return Fault(
        f"in step {i + 1} you fed {fed}{_names(run, i).get(fed, '')}, not "
        f"{due}{_names(right, i).get(due, '')}.",
        *rules[:1],
    )


def _names(run: Trace, i: int) -> dict[int, str]:
    """What the tokens are that step i may be fed."""
    names = {
        value: f" (`{name}`)"
        for name, value in run.inputs.items()
        if isinstance(value, int)
    }
    if i:
        row = run.log[i - 1].row
        names[int(row.argmin())] = " (the least likely token)"
        names[run.fed[i - 1]] = " (fed in the step before, too)"
        names[run.own[i - 1]] = " (predicted by the step before)"
    truth = run.inputs.get(run.truth, [])
    near = [j for j in (i + 1, i, i - 2, i - 1) if 0 <= j < len(truth)]
    return names | {truth[j]: f" ({run.truth}[{j}])" for j in near}


def _rules(run: Trace) -> Iterator[tuple[str, list[int]]]:
    """What can be fed by rule, from the first token on."""
    start, steps = run.inputs.get("start", -1), len(run.fed)
    name = run.truth or "what you predicted"
    true = run.inputs.get(run.truth, run.own)
    if run.truth:
        yield "the decoder reads its own predictions.", [start, *run.own]
        yield "the decoder is fed the very token that it should predict.", true
    yield "the start token is fed at every step.", [start] * steps
    yield f"{name} is fed one step too early.", [start, *true[1:]]
    least = [int(step.row.argmin()) for step in run.log]
    yield "you feed the least likely token: take argmax.", [start, *least]


def _length(run: Trace, right: Trace) -> Fault | None:
    """Too few steps or too many."""
    steps, expected = len(run.log), len(right.log)
    if steps == expected:
        return None
    inputs = [
        f"{n}={run.inputs[n]}" for n in ("stop", "limit") if n in run.inputs
    ]
    ends = f" ({', '.join(inputs)})" if inputs else ""
    last = f"; the last one predicts {right.own[-1]}" if right.own else ""
    number = f"over {PATIENCE}" if run.stopped else steps
    more = "" if steps == 1 else "s"
    return Fault(
        f"your loop takes {number} step{more} instead of {expected}{ends}"
        f"{last}.",
        "what ends your loop?"
        if steps > expected
        else "does a return or a break come too soon?",
    )


def _compared(actual: list[int], right: list[int]) -> str:
    """What tells a wrong list from the right one."""
    if not actual:
        return "it is empty."
    if actual[::-1] == right:
        return "it is reversed."
    for long, short, message in (
        (actual, right, "it has extra tokens"),
        (right, actual, "it lacks tokens"),
    ):
        more = len(long) - len(short)
        if more > 0 and long[more:] == short:
            return f"{message} at its start: {row(long[:more])}."
        if more > 0 and long[: len(short)] == short:
            return f"{message} at its end: {row(long[len(short) :])}."
    if len(actual) != len(right):
        return f"its length is {len(actual)}, not {len(right)}."
    i = next(i for i in range(len(right)) if actual[i] != right[i])
    return f"item {i} is {actual[i]}, but step {i + 1} predicts {right[i]}."


def row(tokens: list[int]) -> str:
    """Some tokens, written down."""
    more = ", ..." if len(tokens) > ROW else ""
    return ", ".join(map(str, tokens[:ROW])) + more or "nothing"
