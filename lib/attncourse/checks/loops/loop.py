"""Exercises that feed a decoder step by step: log against log.

The right answer is run on the same decoder as the learner's. What was fed,
what came out, and what was returned say where the two part.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from attncourse.checks.calling import calls, forms
from attncourse.checks.cases import OTHER
from attncourse.checks.failed import HINT, CheckFailed
from attncourse.checks.loops.decoder import TOKENS, Decoder, Endless
from attncourse.checks.loops.runs import Fault, Trace, parting, row


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

    def more(self, seed: int) -> "Loop":
        """The same with twice the cases: each from another state, too."""
        others = random.Random(seed)
        cases = {**self.cases}
        for name, given in self.cases.items():
            first = tuple(n + others.randint(1, TOKENS) for n in given["state"])
            cases[f"{OTHER}{name}"] = given | {"state": first}
        return replace(self, cases=cases)

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

        Raises CheckFailed for a call that cannot be judged.
        """
        decoder, inputs = self.arguments(case)
        fresh = self.arguments(case)[1] | {"step": decoder.step}
        more = self.arguments(case)[1]
        actual = stopped = None
        try:
            actual = calls.answer(function, inputs, fresh, more, self.takes)
        except calls.Stopped as error:
            stopped = error
        except CheckFailed as failed:
            failed.lines.append(f"case: {case}")
            raise
        if isinstance(actual, tuple):
            actual = [*actual]
        return Trace(fresh, self.truth, decoder.log, actual, stopped)

    def runs(self, function: Callable[..., Any]) -> dict[str, Trace]:
        """The runs of all cases."""
        return {case: self.run(function, case) for case in self.cases}


def judge(loop: Loop, function: Any, hint: bool) -> None:
    """Raises CheckFailed for an answer that is wrong in some case."""
    runs = loop.runs(function)
    for case, right in loop.runs(loop.reference).items():
        run = runs[case]
        if forms.same(run.actual, right.actual):
            calls.check_rerun(function, loop.arguments(case)[1], run.actual)
            continue
        fault = _misuse(loop, run, right)
        if not fault:
            fault = parting([*runs.values()], run, right)
            fault = Fault(fault.message, _known(loop, runs) or fault.hint)
        inputs = ", ".join(f"{n}={x}" for n, x in loop.cases[case].items())
        lines = [fault.message, *_shown(run, right), f"case: {case} ({inputs})"]
        if fault.hint and hint:
            lines.append(f"hint: {fault.hint}")
        elif fault.hint:
            lines.append(HINT)
        raise CheckFailed(*lines, seen=fault)


def _shown(run: Trace, right: Trace) -> Iterator[str]:
    """What was fed and returned, and what should have been."""
    if run.fed != right.fed:
        yield f"you fed      {row(run.fed)}"
        yield f"expected     {row(right.fed)}"
    if isinstance(run.actual, list):
        yield f"you returned {row(run.actual)}"
        yield f"expected     {row(right.actual)}"


def _misuse(loop: Loop, run: Trace, right: Trace) -> Fault | None:
    """A call that was refused, an answer of another form, or no call."""
    if run.stopped and not isinstance(run.stopped, Endless):
        return Fault(str(run.stopped))
    name = loop.returns
    complaint = forms.complaint(
        run.actual, {name: right.actual}, {name: ""}, {}
    )
    if complaint and not run.stopped:
        return Fault(complaint)
    if not run.log and right.log:
        return Fault(
            "step was never called, but every prediction comes from it."
        )
    return None


def _known(loop: Loop, runs: dict[str, Trace]) -> str:
    """The mistake that gives the same log and answer in every case."""
    for message, wrong in loop.mistakes.items():
        pairs = [(loop.run(wrong, case), run) for case, run in runs.items()]
        if all(a.fed == b.fed and a.actual == b.actual for a, b in pairs):
            return message
    return ""
