"""A state that must be a mixture of the old one and a candidate.

Held at 1 and at 0, the gate shows what the learner's line makes of each.
"""

import torch
from torch import Tensor

from attnbook.check.checker import Attempt
from attnbook.check.dependence import of_others
from attnbook.check.forms import close

FAR = 50.0  # sigmoid(50) is 1 in float64
RULE = "The new state is z times h plus (1 - z) times n."


def _parts(
    x: Tensor, h: Tensor, W: Tensor, U: Tensor, b: Tensor, c: Tensor
) -> dict[str, Tensor]:
    """What stands in the given lines of the step, by name."""
    r, z, n = (x @ W.T + b).chunk(3, -1)
    r_old, z_old, n_old = (h @ U.T + c).chunk(3, -1)
    r, z = (r + r_old).sigmoid(), (z + z_old).sigmoid()
    n = (n + r * n_old).tanh()
    return {"h": h, "n": n, "r": r, "z": z, "n_old": n_old, "z_old": z_old}


def gate_and_candidate(**given: Tensor) -> tuple[Tensor, Tensor]:
    """The update gate and the candidate, "B M" each."""
    parts = _parts(**given)
    return parts["z"], parts["n"]


def blame(attempt: Attempt) -> str:
    """What the state is made of, at both ends of the gate and between."""
    state = attempt.found["state"].detach()
    if not state.isfinite().all():
        return f"the new state is not finite. {RULE}"
    right = attempt.expected["state"]
    if seen := (
        of_others("state", attempt)
        or afterwards(state, right)
        or _partly(state, right)
    ):
        return seen
    if close(state, _unsquashed(attempt)):
        return f"you mix with z before its sigmoid. {RULE}"
    opened, some, shut = (_held(attempt, by) for by in (FAR, 0.7, -FAR))
    if opened is None or some is None or shut is None:
        return _between(state, attempt)
    if close(opened, some) and close(some, shut):
        return _without_gate(state, attempt)
    return _ends(opened, shut, attempt) or _between(state, attempt)


def _unsquashed(attempt: Attempt) -> Tensor:
    """The mixture with the gate before its sigmoid."""
    parts = _parts(**attempt.given)
    z = parts["z"].logit()
    return z * parts["h"] + (1 - z) * parts["n"]


def _partly(state: Tensor, right: Tensor) -> str | None:
    """Is a part of the answer right, or all of it nearly?"""
    if close(state, right.round(decimals=3)) or (
        float((state - right).abs().max()) < 0.01
    ):
        return "this is nearly right. Is it rounded, or is a number added?"
    off = (state - right).abs() > 1e-9
    for axis, name in enumerate(("sentence", "unit")):
        wrong = off.any(1 - axis).nonzero().flatten().tolist()
        if len(wrong) < off.shape[axis]:
            which = ", ".join(map(str, wrong))
            return (
                f"{name} {which} is wrong, all others are right: is an "
                f"index one short, or a loop?"
            )
    return None


def _held(attempt: Attempt, by: float) -> Tensor | None:
    """The learner's state with the update gate held open or shut."""
    b = attempt.given["b"].clone()
    M = len(b) // 3
    b[M : 2 * M] += by
    again = attempt.again({"b": b})
    return again["state"].detach() if again else None


def afterwards(state: Tensor, right: Tensor) -> str | None:
    """Is something done to the right state in the end?"""
    done = {"tanh": right.tanh(), "sigmoid": right.sigmoid()}
    done |= {"relu": right.relu(), "softmax": right.softmax(-1)}
    for name, value in done.items():
        if close(state, value):
            return f"{name} is taken of the right state. Return it as it is."
    for axis, over in enumerate(("the batch", "the units")):
        if state.shape[axis] > 1 and close(state, right.flip(axis)):
            return f"the right numbers stand backwards over {over}."
    return None


def _ends(opened: Tensor, shut: Tensor, attempt: Attempt) -> str | None:
    """What comes out where z is 1 (h is due) and where it is 0 (n is due)."""
    parts = _parts(**attempt.given)
    made = [_made(end, parts) for end in (opened, shut)]
    if made == ["h", "n"]:
        return None
    if made == ["n", "h"]:
        return (
            f"the gate is turned round: where z is 1 your state is n, and "
            f"where it is 0 your state is h. {RULE}"
        )
    told = "; ".join(
        f"where the update gate z is {z} everywhere the new state must be "
        f"{due}, and yours is {is_ or _some(end, parts, due)}"
        for z, due, is_, end in zip(
            (1, 0), "hn", made, (opened, shut), strict=True
        )
        if is_ != due
    )
    return " ".join([f"{told}.", *_why(*made), RULE])


def _some(end: Tensor, parts: dict[str, Tensor], due: str) -> str:
    """Of what is no sum of the parts: is it right in some entries?"""
    if not end.isfinite().all():
        return "not finite (is something divided by z, or by 1 - z?)"
    same = int(((end - parts[due]).abs() < 1e-9).sum())
    if same:
        return (
            f"{due} in {same} of {end.numel()} entries (is a greater or "
            f"smaller one chosen?)"
        )
    return "no mixture of h and n"


def _why(opened: str | None, shut: str | None) -> list[str]:
    """What to look for, from what the state is made of at both ends."""
    if opened is None or shut is None:
        return []
    if opened == shut == "0":
        return ["Are the two parts multiplied? Add them."]
    if opened == shut:
        return ["z at 1 and at 0 gives the same: is it divided by a sum?"]
    if "1" in opened.split() or "1" in shut.split():
        return ["Are the brackets of (1 - z) missing?"]
    if opened == "h + n" and shut == "n":
        return ["n comes in whole: multiply it by (1 - z)."]
    if opened == "h" and shut == "0":
        return ["The part of n is missing."]
    if opened == "0" and shut == "n":
        return ["The part of h is missing."]
    if opened == "h" and shut == "h + n":
        return ["h comes in whole: multiply it by z."]
    if opened == "h + n" and shut == "0":
        return ["n is multiplied by z: it needs (1 - z)."]
    if opened == "0" and shut == "h + n":
        return ["h is multiplied by (1 - z): it needs z."]
    if opened == "- h" or shut == "- n":
        return ["A sign is turned: is it z - 1 for 1 - z, or a minus between?"]
    if "0.731" in opened:
        return ["0.731 is sigmoid(1): is sigmoid taken of z once more?"]
    return []


def _without_gate(state: Tensor, attempt: Attempt) -> str:
    """The update gate has no effect: what stands in its place?"""
    parts = _parts(**attempt.given)
    lead = "the update gate z has no effect on your state"
    if close(state, parts["r"] * parts["h"] + (1 - parts["r"]) * parts["n"]):
        return f"{lead}: the reset gate r stands in its place. {RULE}"
    if close(state, parts["r"] * parts["n"] + (1 - parts["r"]) * parts["h"]):
        return f"{lead}: the reset gate r stands in its place, turned round."
    if made := _made(state, parts):
        return f"{lead}: it is {made}. {RULE}"
    return f"{lead}. {RULE}"


def _made(state: Tensor, parts: dict[str, Tensor]) -> str | None:
    """The state in the letters of the step: "h + n", "0.5 h", "n_old"."""
    for name, value in parts.items():
        if close(state, value):
            return name
    if not state.isfinite().all():
        return None
    h, n, r = (parts[name] for name in "hnr")
    basis = {"h": h, "n": n, "": torch.ones_like(h), "r h": r * h, "r n": r * n}
    columns = torch.stack([*basis.values()]).flatten(1).T
    factors = torch.linalg.lstsq(columns, state.reshape(-1, 1)).solution
    if not close(columns @ factors, state.reshape(-1, 1)):
        return None
    return _sum(dict(zip(basis, factors[:, 0].tolist(), strict=True)))


def _sum(factors: dict[str, float]) -> str:
    """A sum in words: {"h": 1.0, "n": -0.5} is "h - 0.5 n"."""
    text = ""
    for name, factor in factors.items():
        if abs(factor) < 1e-9:
            continue
        size = f"{abs(factor):.3g}"
        term = name if name and size == "1" else f"{size} {name}".strip()
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {term}" if text else f"{sign} {term}"
    return text.removeprefix("+ ") or "0"


def _between(state: Tensor, attempt: Attempt) -> str:
    """The ends are right; between them the gate tells what was mixed."""
    parts = _parts(**attempt.given)
    h, n, z = parts["h"], parts["n"], parts["z"]
    gate = (state - n) / (h - n)
    lead = "at both ends of the gate your state is right, between them not"
    if close(gate, gate.round()):
        return f"{lead}: each number is h or n whole. Mix them: {RULE.lower()}"
    for axis, name in enumerate(("sentences", "units")):
        one = gate.narrow(axis, 0, 1).expand_as(gate)
        if gate.shape[axis] > 1 and close(gate, one):
            return (
                f"{lead}: one gate serves all {name}. Each entry of z goes "
                f"with its own entry of h and n."
            )
    i = (gate - z).abs().flatten().argmax()
    place = [int(i) // z.shape[1], int(i) % z.shape[1]]
    return (
        f"{lead}: for state{place} z is {float(z.flatten()[i]):.4f}, and you "
        f"mix with {float(gate.flatten()[i]):.4f}. {RULE}"
    )
