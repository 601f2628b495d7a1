"""How far a forget gate must be open: the answer is put to use.

A bias makes a gate, the gate a share that is left after all steps; which of
the three is not what it should be tells the place of the mistake.
"""

import math

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import close

INVERSE = "The bias is the number whose sigmoid is the gate: log(g / (1 - g))."
NAMED = {
    1 / math.log(10): "log10 for log",
    1 / math.log(2): "log2 for log",
    -1.0: "the sign is turned: log(g / (1 - g)), not log((1 - g) / g)",
}


def look(attempt: Attempt) -> Sighting:
    """The first of bias, gate and share that is not right."""
    bias, share = attempt.found["bias"].detach(), attempt.given["share"]
    steps = attempt.given["steps"]
    gate = share ** (1 / steps)
    if not bias.isfinite().all():
        return Sighting(_not_finite(bias), part="bias")
    says = (
        _of_other_units(attempt, bias)
        or _another_quantity(bias, gate)
        or _another_order(bias, share, steps)
        or _another_power(bias, share, steps)
        or _another_share(bias, share, steps)
        or _dead(attempt, bias)
        or _factor(bias, attempt.expected["bias"], steps)
        or _cut(bias, attempt.expected["bias"])
        or _nearly(bias, share, steps)
        or f"this bias leaves another share.{_one_step(attempt)}"
    )
    return Sighting(says, (_chain(bias, share, steps, attempt),), "bias")


def _chain(bias: Tensor, share: Tensor, steps: int, attempt: Attempt) -> str:
    """What the learner's bias does, for its first wrong number."""
    off = (bias - attempt.expected["bias"]).abs() > 1e-9
    i = int(off.int().argmax())
    gate, due = float(bias[i].sigmoid()), float(share[i])
    return (
        f"bias {float(bias[i]):.6g} -> gate {gate:.6g} -> after {steps} "
        f"step{'s' * (steps > 1)} {gate**steps:.3g} is left. To keep "
        f"{due:.3g} the gate must be {due ** (1 / steps):.6g}"
    )


def _not_finite(bias: Tensor) -> str:
    """Where the logarithm met 0, or a number below."""
    i = int((~bias.isfinite()).int().argmax())
    if bias[i].isnan():
        why = (
            "the logarithm of a number below 0. A gate lies between 0 and 1, "
            "as share ** (1 / steps) does; so do g and 1 - g."
        )
    elif bias[i] > 0:
        why = "its gate is 1 exactly. Is 1 / steps rounded to 0, as // does?"
    else:
        why = "the logarithm of 0. Are the brackets of (1 - g) missing?"
    return f"bias[{i}] is {float(bias[i])}: {why}"


def _of_other_units(attempt: Attempt, bias: Tensor) -> str | None:
    """The bias of a unit must depend on the share of this unit alone."""
    for unit, kept in enumerate(attempt.given["share"]):
        share = attempt.given["share"] / 2
        share[unit] = kept
        again = attempt.again({"share": share})
        if again and not close(again["bias"][unit].detach(), bias[unit]):
            return (
                f"bias[{unit}] changes when the shares of other units change. "
                "Each unit has a share, a gate and a bias of its own."
            )
    return None


def _another_quantity(bias: Tensor, gate: Tensor) -> str | None:
    """One of the numbers on the way, or the inverse of another function."""
    if close(bias, gate):
        return (
            f"this is the gate itself, the share that one step must keep. "
            f"The last step is missing. {INVERSE}"
        )
    known = (
        (gate.log(), "the logarithm of the gate: exp would undo it"),
        (-gate.log(), "minus the logarithm of the gate"),
        (gate / (1 - gate), "g / (1 - g): the logarithm of it is missing"),
        (gate.sigmoid(), "the sigmoid of the gate, taken once more"),
        (gate.atanh(), "the number whose tanh is the gate"),
        ((gate / (1 + gate)).log(), "log(g / (1 + g)): a sign is turned"),
        (-(1 - gate).log(), "-log(1 - g): log(g) is missing"),
        ((1 - gate).log(), "log(1 - g), and a gate needs both logarithms"),
    )
    for value, name in known:
        if close(bias, value):
            return f"the gate is right, but this is {name}. {INVERSE}"
    return None


def _another_order(bias: Tensor, share: Tensor, steps: int) -> str | None:
    """Is the power undone after the sigmoid?"""
    odds = share.logit()
    for value, name in (
        (odds / steps, "log(share / (1 - share)) / steps"),
        (odds * steps, "log(share / (1 - share)) * steps"),
        (odds.sign() * odds.abs() ** (1 / steps), "its root"),
    ):
        if steps > 1 and close(bias, value):
            return (
                f"the sigmoid is undone before the power: yours is {name}. "
                "The gate comes first, share ** (1 / steps), then its bias."
            )
    return None


def _another_power(bias: Tensor, share: Tensor, steps: int) -> str | None:
    """Does the gate keep this share, but after another number of steps?"""
    counts = share.log() / torch.nn.functional.logsigmoid(bias)
    count = float(counts[0])
    if not counts.isfinite().all() or not close(counts / count, 1.0):
        return None
    if abs(count - steps) < 1e-6:
        return None
    lead = "the inverse of the sigmoid is right, the gate is not"
    if abs(count - 1) < 1e-6:
        return f"{lead}: it keeps this share in one step. Is steps used?"
    if abs(count * steps - 1) < 1e-6:
        return (
            f"{lead}: it is share ** steps. Undo the power: it is the gate "
            f"that is multiplied with itself, steps times."
        )
    if count < 0.9 and abs(1 / count - round(1 / count)) < 1e-6:
        return f"{lead}: it is share ** {round(1 / count)}."
    after = f"{count:.6g} step{'s' * (abs(count - 1) > 1e-6)}"
    return f"{lead}: it leaves this share after {after}, and not {steps}."


def _another_share(bias: Tensor, share: Tensor, steps: int) -> str | None:
    """Is it right for another share, or for another law of loss?"""
    gate = bias.sigmoid()
    if close(gate**steps, 1 - share):
        return (
            "this gate loses the share that it should keep: 1 - share is left."
        )
    laws = (
        (1 - (1 - share) / steps, "loses (1 - share) / steps at each step"),
        (share / steps, "is share / steps"),
        ((share / 100) ** (1 / steps), "is made of share / 100"),
        (1 - share / steps, "loses share / steps at each step"),
        (1 - (1 - share) ** (1 / steps), "is 1 - (1 - share) ** (1 / steps)"),
        ((-share / steps).exp(), "is exp(-share / steps)"),
        ((-share * steps).exp(), "is exp(-share * steps)"),
        (share ** (1 / steps) / 2, "is half of the right one"),
    )
    for law, name in laws:
        if close(gate, law):
            return (
                f"the inverse of the sigmoid is right, but your gate {name}. "
                "A gate multiplies what is there at every step: after steps "
                "of them gate ** steps is left."
            )
    return None


def _factor(bias: Tensor, right: Tensor, steps: int) -> str | None:
    """The right bias, times one number, or with one number added."""
    used = right.abs() > 1e-9
    factor = float((bias[used] / right[used])[0]) if used.any() else 1.0
    named = NAMED | {float(steps): "steps", 1 / steps: "1 / steps"}
    name = next((v for k, v in named.items() if abs(k - factor) < 1e-6), "")
    if close(bias, factor * right) and (len(bias) > 1 or name):
        return f"yours is the right one times {factor:.4g}" + (
            f" ({name})." if name else "."
        )
    more = float((bias - right)[0])
    if len(bias) > 1 and close(bias, right + more):
        return f"yours is the right one {more:+.6g}, for every share."
    if len(bias) > 1 and close(bias, right.flip(0)):
        return "these are the right ones backwards."
    return None


def _dead(attempt: Attempt, bias: Tensor) -> str | None:
    """The first argument that changes nothing."""
    for name, value in attempt.given.items():
        other = value**2 if name == "share" else value + 3
        again = attempt.again({name: other})
        if again and close(again["bias"].detach(), bias):
            return f"{name} has no effect on your bias. {INVERSE}"
    return None


def _one_step(attempt: Attempt) -> str:
    """With a single step the gate is the share: is the bias right there?"""
    share = attempt.given["share"]
    again = attempt.again({"steps": 1})
    if again is None:
        return ""
    if close(again["bias"].detach(), share.logit()):
        return (
            " For a single step yours is right, so the mistake is in how "
            "steps enters: the gate is share ** (1 / steps)."
        )
    return (
        " For a single step, where the gate is the share, it is wrong too: "
        f"the mistake is in the way from gate to bias. {INVERSE}"
    )


def _cut(bias: Tensor, right: Tensor) -> str | None:
    """Some are right, the others all hold one number."""
    off = (bias - right).abs() > 1e-9
    if off.all() or not close(bias[off], bias[off][0]):
        return None
    return (
        f"bias[{int(off.int().argmax())}] is wrong, others are right: is a "
        "number cut off at a limit (eps, clamp), or a search ended too early?"
    )


def _nearly(bias: Tensor, share: Tensor, steps: int) -> str | None:
    left = bias.sigmoid() ** steps
    if float((left / share - 1).abs().max()) > 0.1:
        return None
    return (
        "this is nearly right. Is it rounded, found on a grid, or is a "
        "small number added to stay away from 0?"
    )
