"""Exercises that feed a decoder step by step: log against log.

The right answer is run on the same decoder as the learner's. What was fed,
what came out, and what was returned say where the two part.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from attnbook.check import calls, forms, hints
from attnbook.check.decoder import TOKENS, Decoder, Step
from attnbook.check.refusal import Refusal

ROW = 12  # so many tokens of a row are written down


@dataclass(frozen=True)
class Loop:
    """A function that decodes by calling its argument `step`.

    takes: its arguments; returns: the name of the list that it returns.
    truth: the argument that holds the true tokens; "" where none does.
    reference: the right answer, in the form that is asked for.
    cases: what each is about, and its arguments without `step`; N is the
        number of tokens of the decoder.
    mistakes: what to say of a wrong way, and the function that goes it.
    """

    name: str
    takes: dict[str, str]
    returns: str
    reference: Callable[..., Any]
    cases: dict[str, dict[str, Any]]
    truth: str = ""
    mistakes: dict[str, Callable[..., Any]] = field(default_factory=dict)

    def arguments(self, case: str) -> tuple[Decoder, dict[str, Any]]:
        """A new decoder, and the arguments of a case, made anew."""
        inputs = {**self.cases[case]}
        decoder = Decoder(inputs.pop("N", TOKENS))
        state = torch.tensor(inputs.pop("state"), dtype=torch.float64)
        rest = {
            n: [*x] if isinstance(x, tuple) else x for n, x in inputs.items()
        }
        return decoder, {"step": decoder.step, "state": state} | rest

    def run(self, function: Callable[..., Any], case: str) -> "Trace":
        """The log and the answer of one case; no answer where an argument
        refused a call.

        Raises Refusal for a call that cannot be judged.
        """
        decoder, inputs = self.arguments(case)
        fresh = self.arguments(case)[1] | {"step": decoder.step}
        try:
            actual = calls.answer(function, inputs, fresh, self.takes)
            return Trace(self, fresh, decoder.log, actual)
        except calls.Stopped as stopped:
            return Trace(self, fresh, decoder.log, None, str(stopped))
        except Refusal as refusal:
            raise Refusal(
                *refusal.lines, f"case: {case}"
            ) from refusal.__cause__


class Trace(NamedTuple):
    """One run: what was given, what each step was fed, what was returned."""

    loop: Loop
    inputs: dict[str, Any]
    log: list[Step]
    actual: Any
    stopped: str = ""

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


def judge(loop: Loop, function: Any, hint: bool) -> None:
    """Raises Refusal for an answer that is wrong in some case."""
    for case in loop.cases:
        run, right = loop.run(function, case), loop.run(loop.reference, case)
        if not run.stopped and forms.same(run.actual, right.actual):
            calls.check_rerun(function, loop.arguments(case)[1], run.actual)
            continue
        fault = _fault(loop, function, run, right)
        lines = [
            fault.message,
            *_shown(run, right),
            f"case: {_case(loop, case)}",
        ]
        if fault.hint:
            lines.append(
                f"hint: {fault.hint}"
                if hint
                else "To hear what causes it, pass hint=True to the check."
            )
        raise Refusal(*lines, seen=fault)


def _case(loop: Loop, case: str) -> str:
    inputs = ", ".join(f"{n}={x}" for n, x in loop.cases[case].items())
    return f"{case} ({inputs})"


def _shown(run: Trace, right: Trace) -> Iterator[str]:
    """What was fed and returned, and what should have been."""
    if run.fed != right.fed:
        yield f"you fed      {_row(run.fed)}"
        yield f"expected     {_row(right.fed)}"
    if not run.stopped and isinstance(run.actual, list):
        yield f"you returned {_row(run.actual)}"
        yield f"expected     {_row(right.actual)}"


def _row(tokens: list[int]) -> str:
    if not tokens:
        return "nothing"
    more = ", ..." if len(tokens) > ROW else ""
    return ", ".join(map(str, tokens[:ROW])) + more


def _fault(
    loop: Loop, function: Callable[..., Any], run: Trace, right: Trace
) -> Fault:
    """The first thing that is wrong."""
    if run.stopped and "called more than" not in run.stopped:
        return Fault(run.stopped)
    if not run.stopped:
        if run.actual is None:
            return Fault(hints.returned_none(function, run.inputs))
        expected = {loop.returns: right.actual}
        if complaint := forms.complaint(
            run.actual, expected, {loop.returns: ""}, {}
        ):
            return Fault(complaint)
    if not run.log and right.log:
        return Fault("step was never called: every prediction comes from it.")
    known = _known(loop, function)
    rule = _rule(loop, function)
    seen = _state(run) or _token(run, right, rule) or _length(run, right)
    seen = seen or Fault(
        "you fed the right tokens, but your list is not right: "
        + _compared(run.actual, right.actual)
    )
    return Fault(seen.message, known) if known else seen


def _known(loop: Loop, function: Callable[..., Any]) -> str:
    """The mistake that gives the same log and answer in every case."""
    for message, wrong in loop.mistakes.items():
        pairs = (
            (loop.run(f, c) for f in (wrong, function)) for c in loop.cases
        )
        if all(a.fed == b.fed and a.actual == b.actual for a, b in pairs):
            return message
    return ""


def _state(run: Trace) -> Fault | None:
    """The state must be the one that the step before returned."""
    expected = [run.inputs["state"], *(step.new for step in run.log[:-1])]
    lost = next(
        (
            i
            for i, s in enumerate(run.log)
            if not torch.equal(s.state, expected[i])
        ),
        None,
    )
    if lost is None:
        return None
    got = run.log[lost].state.tolist()
    if lost == 0:
        return Fault(
            f"the first step got the state {got}, not {expected[0].tolist()}.",
            "the first step must get the state that was passed in.",
        )
    return Fault(
        f"in step {lost + 1} the state is {got}, not the one that step {lost} "
        f"returned, {expected[lost].tolist()}.",
        "pass on the state that step returned.",
    )


def _rule(loop: Loop, function: Callable[..., Any]) -> str:
    """The rule by which tokens are fed in every case."""
    runs = [loop.run(function, case) for case in loop.cases]
    held = [
        [
            message
            for message, fed in _rules(run)
            if fed[: len(run.fed)] == run.fed
        ]
        for run in runs
    ]
    return next((r for r in held[0] if all(r in each for each in held)), "")


def _token(run: Trace, right: Trace, rule: str) -> Fault | None:
    """The first token that should not have been fed, and what it is."""
    i = next(
        (
            i
            for i, (a, b) in enumerate(zip(run.fed, right.fed, strict=False))
            if a != b
        ),
        None,
    )
    if i is None:
        return None
    names = [_names(trace, i) for trace in (run, right)]
    fed, expected = run.fed[i], right.fed[i]
    message = (
        f"in step {i + 1} you fed {fed}{names[0].get(fed, '')}, not {expected}"
    )
    return Fault(f"{message}{names[1].get(expected, '')}.", rule)


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
        names[int(row.topk(2).indices[1])] = " (the second likeliest token)"
        names[run.fed[i - 1]] = " (the token of the step before)"
        names[run.own[i - 1]] = " (predicted by the step before)"
    truth = run.inputs.get(run.loop.truth, [])
    near = [j for j in (i + 1, i, i - 2, i - 1) if 0 <= j < len(truth)]
    return names | {truth[j]: f" ({run.loop.truth}[{j}])" for j in near}


def _rules(run: Trace) -> Iterator[tuple[str, list[int]]]:
    """What can be fed by rule, from the first token on."""
    start, steps = run.inputs.get("start", -1), len(run.fed)
    name = run.loop.truth or "what you predicted"
    true = run.inputs.get(run.loop.truth, run.own)
    if run.loop.truth:
        yield "the decoder reads its own predictions.", [start, *run.own]
        yield "the decoder sees the answer: target[t] predicts itself.", true
    yield "the start token is fed at every step.", [start] * steps
    yield f"one token comes too early in {name}.", [start, *true[1:]]
    yield f"one token comes too late in {name}.", [start, start, *true]
    yield f"you feed {name} backwards.", [start, *true[::-1]]
    yield f"you feed {name} backwards.", [start, *true[-2::-1]]
    yield "you feed positions, not the tokens there.", [*range(steps)]
    yield "you feed positions, not the tokens there.", [start, *range(steps)]
    yield "you feed positions, not the tokens there.", [*range(-1, steps)]
    for message, pick in _PICKS.items():
        yield f"you feed {message}.", [start, *(pick(s.row) for s in run.log)]


_PICKS: dict[str, Callable[[torch.Tensor], int]] = {
    "the least likely token: take argmax": lambda row: int(row.argmin()),
    "the largest log-probability itself, not its place": lambda row: int(
        row.max()
    ),
    "the second likeliest token": lambda row: int(row.topk(2).indices[1]),
}


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
    return Fault(
        f"your loop takes {steps if not run.stopped else 'over 100'} steps, "
        f"and {expected} are due{ends}{last}.",
        "what ends the loop?"
        if steps > expected
        else "does a return or a break come too soon?",
    )


def _compared(actual: list[int], right: list[int]) -> str:
    """What tells a wrong list from the right one."""
    if not actual:
        return "it is empty."
    if actual[::-1] == right:
        return "it stands backwards."
    for long, short, message in (
        (actual, right, "there is more"),
        (right, actual, "tokens are missing"),
    ):
        more = len(long) - len(short)
        if more > 0 and long[more:] == short:
            return f"{message} at its beginning: {_row(long[:more])}."
        if more > 0 and long[: len(short)] == short:
            return f"{message} at its end: {_row(long[len(short) :])}."
    if len(actual) != len(right):
        return f"it holds {len(actual)} tokens, and {len(right)} are due."
    i = next(i for i in range(len(right)) if actual[i] != right[i])
    return f"item {i} is {actual[i]}, and step {i + 1} predicts {right[i]}."
