"""Exercises that feed a decoder step by step: log against log.

The right answer is run on the same decoder as the learner's. What was fed,
what came out, and what was returned say where the two part.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from attnbook.check import calls, forms
from attnbook.check.decoder import PATIENCE, TOKENS, Decoder, Endless, Step
from attnbook.check.refusal import Refusal

ROW = 12  # so many tokens of a row are written down


class Trace(NamedTuple):
    """One run: its arguments, what each step was fed, what was returned, or
    what an argument said that refused a call.
    """

    inputs: dict[str, Any]
    truth: str
    log: list[Step]
    actual: Any
    stopped: calls.Stopped | None = None

    @property
    def fed(self) -> list[int]:
        """The tokens that were fed."""
        return [step.token for step in self.log]

    @property
    def own(self) -> list[int]:
        """The likeliest token of each step."""
        return [int(step.row.argmax()) for step in self.log]


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

    def run(self, function: Callable[..., Any], case: str) -> Trace:
        """The log and the answer of one case.

        Raises Refusal for a call that cannot be judged.
        """
        decoder, inputs = self.arguments(case)
        fresh = self.arguments(case)[1] | {"step": decoder.step}
        actual = stopped = None
        try:
            actual = calls.answer(function, inputs, fresh, self.takes)
        except calls.Stopped as error:
            stopped = error
        except Refusal as refusal:
            refusal.lines.append(f"case: {case}")
            raise
        return Trace(fresh, self.truth, decoder.log, actual, stopped)

    def runs(self, function: Callable[..., Any]) -> dict[str, Trace]:
        """The runs of all cases."""
        return {case: self.run(function, case) for case in self.cases}


class Fault(NamedTuple):
    """Where a run parts from the right one: the symptom, and what causes it."""

    message: str
    hint: str = ""


def judge(loop: Loop, function: Any, hint: bool) -> None:
    """Raises Refusal for an answer that is wrong in some case."""
    runs = loop.runs(function)
    for case, right in loop.runs(loop.reference).items():
        run = runs[case]
        if forms.same(run.actual, right.actual):
            calls.check_rerun(function, loop.arguments(case)[1], run.actual)
            continue
        fault = _misuse(loop, run, right) or _fault(loop, runs, run, right)
        inputs = ", ".join(f"{n}={x}" for n, x in loop.cases[case].items())
        lines = [fault.message, *_shown(run, right), f"case: {case} ({inputs})"]
        if fault.hint and hint:
            lines.append(f"hint: {fault.hint}")
        elif fault.hint:
            lines.append("To hear what causes it, pass hint=True to the check.")
        raise Refusal(*lines, seen=fault)


def _shown(run: Trace, right: Trace) -> Iterator[str]:
    """What was fed and returned, and what should have been."""
    if run.fed != right.fed:
        yield f"you fed      {_row(run.fed)}"
        yield f"expected     {_row(right.fed)}"
    if isinstance(run.actual, list):
        yield f"you returned {_row(run.actual)}"
        yield f"expected     {_row(right.actual)}"


def _row(tokens: list[int]) -> str:
    more = ", ..." if len(tokens) > ROW else ""
    return ", ".join(map(str, tokens[:ROW])) + more or "nothing"


def _misuse(loop: Loop, run: Trace, right: Trace) -> Fault | None:
    """A call that was refused, an answer of another form, or no call."""
    if run.stopped and not isinstance(run.stopped, Endless):
        return Fault(str(run.stopped))
    expected = {loop.returns: right.actual}
    complaint = (
        None
        if run.stopped
        else forms.complaint(run.actual, expected, {loop.returns: ""}, {})
    )
    if complaint:
        return Fault(complaint)
    if not run.log and right.log:
        return Fault("step was never called: every prediction comes from it.")
    return None


def _fault(
    loop: Loop, runs: dict[str, Trace], run: Trace, right: Trace
) -> Fault:
    """The first thing that is wrong."""
    seen = _state(run) or _token(runs, run, right) or _length(run, right)
    seen = seen or Fault(
        "you fed the right tokens, but your list is not right: "
        + _compared(run.actual, right.actual)
    )
    for message, wrong in loop.mistakes.items():
        pairs = [(loop.run(wrong, case), run) for case, run in runs.items()]
        if all(a.fed == b.fed and a.actual == b.actual for a, b in pairs):
            return Fault(seen.message, message)
    return seen


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
            f"in step {i + 1} the state is {got}, not the one that step {i} "
            f"returned, {state}.",
            "pass on the state that step returned.",
        )
    return None


def _token(runs: dict[str, Trace], run: Trace, right: Trace) -> Fault | None:
    """The first token that should not have been fed, and what it is; the rule
    by which tokens are fed in every case.
    """
    pairs = enumerate(zip(run.fed, right.fed, strict=False))
    for i, (fed, expected) in pairs:
        if fed != expected:
            own, due = _names(run, i), _names(right, i)
            kept = [
                {
                    rule
                    for rule, tokens in _rules(r)
                    if r.fed == tokens[: len(r.fed)]
                }
                for r in runs.values()
            ]
            rules = (
                rule for rule, _ in _rules(run) if all(rule in k for k in kept)
            )
            return Fault(
                f"in step {i + 1} you fed {fed}{own.get(fed, '')}, not "
                f"{expected}{due.get(expected, '')}.",
                next(rules, ""),
            )
    return None


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
        yield "the decoder sees the answer: target[t] predicts itself.", true
    yield "the start token is fed at every step.", [start] * steps
    yield f"one token comes too early in {name}.", [start, *true[1:]]
    yield f"one token comes too late in {name}.", [start, start, *true]
    for back in (true[::-1], true[-2::-1]):
        yield f"you feed {name} backwards.", [start, *back]
    for places in ([], [start], [-1]):
        fed = [*places, *range(steps)]
        yield "you feed positions, not the tokens there.", fed
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
    number = f"over {PATIENCE}" if run.stopped else steps
    return Fault(
        f"your loop takes {number} steps, and {expected} are due{ends}{last}.",
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
