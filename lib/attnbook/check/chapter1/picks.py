"""Rows that must be picked from a memory: which states were taken instead."""

from collections.abc import Iterator
from itertools import chain

import torch
from torch import Tensor

from attnbook.check.chapter1.mixture import afterwards
from attnbook.check.checker import Attempt
from attnbook.check.forms import close

Place = tuple[int, int]
"""A sentence and a position."""


def blame(attempt: Attempt, ends: Tensor) -> str:
    """Which states the rows of `last` are; `ends` are the right positions."""
    found, h = attempt.found["last"].detach(), attempt.given["h"]
    places = [_place(row, h) for row in found]
    wrong = next((b for b, p in enumerate(places) if p != (b, int(ends[b]))), 0)
    place = places[wrong]
    if place is None:
        if bent := afterwards(found, attempt.expected["last"]):
            return bent
        mixed = [b for b, place in enumerate(places) if place is None]
        longest = max(mixed, key=lambda b: int(ends[b]))
        return _mixed(longest, found, attempt, ends)
    row, position = place
    if row != wrong:
        return (
            f"last[{wrong}] is h[{row}, {position}], a state of another "
            f"sentence. Sentence {wrong} ends at h[{wrong}, {ends[wrong]}]."
            f"{_order(places, ends)}"
        )
    end = int(ends[wrong])
    told = (
        f"last[{wrong}] is h[{wrong}, {position}], and sentence {wrong} "
        f"ends at position {end}"
    )
    there = _token(attempt, wrong, position)
    return f"{told}{there}: {_rule(attempt, places, ends)}"


def _place(row: Tensor, h: Tensor) -> Place | None:
    """The state that a row is; None where it is no single state."""
    same = ((h - row).abs() < 1e-9).all(-1).nonzero()
    return (int(same[0, 0]), int(same[0, 1])) if len(same) else None


def _order(places: list[Place | None], ends: Tensor) -> str:
    """More on rows that are of other sentences."""
    rows = [place[0] if place else None for place in places]
    if len(rows) > 1 and rows == [*range(len(rows))][::-1]:
        return " The sentences stand backwards."
    if len(set(rows)) == 1:
        return (
            " All rows are of one sentence: is an index for the batch missing?"
        )
    return ""


def _token(attempt: Attempt, b: int, position: int) -> str:
    """What stands at the position that was taken."""
    token = int(attempt.given["source"][b, position])
    padding = token == attempt.given["pad"]
    return ". It is padding there" if padding else f". Token {token} is there"


def _rule(attempt: Attempt, places: list, ends: Tensor) -> str:
    """One rule for all positions that were taken."""
    source, pad = attempt.given["source"], attempt.given["pad"]
    taken = torch.tensor([place[1] if place else -1 for place in places])
    S = source.shape[1]
    for positions, says in chain(_near(ends, S), _looked_for(source, pad)):
        if torch.equal(taken, positions % S):
            return says
    if (taken == taken[0]).all() and len(taken) > 1:
        longest = int(taken[0]) == int(ends.max())
        whose = ", the end of the longest one" if longest else ""
        return (
            f"one position serves all sentences{whose}. Each has its own end."
        )
    return "count the real tokens of this sentence, its own row of source."


Rules = Iterator[tuple[Tensor, str]]
"""Positions, and what to say of someone who took these."""


def _near(ends: Tensor, S: int) -> Rules:
    """What can be made of the right ends."""
    yield (
        torch.full_like(ends, S - 1),
        "you take the last column, padding included.",
    )
    yield torch.zeros_like(ends), "you take the first state of each sentence."
    far = "one too far, as is the first padding: positions count from 0."
    yield ends + 1, far
    yield (ends + 1).clamp(max=S - 1), far
    early = "one too early: the last token counts too."
    yield ends - 1, early
    yield (ends - 1).clamp(min=0), early
    yield ends - 2, "two too early: all tokens count."
    for positions in (-ends - 1, -ends - 2):
        yield positions, "you count the padding, not the tokens."
    yield ends.sort().values, "these are the right ends, sorted."
    yield ends.flip(0), "these are the right ends, backwards."


def _looked_for(source: Tensor, pad: int) -> Rules:
    """Wrong ways to find an end among the tokens."""
    first = (source == pad).int().argmax(1)
    yield first, "you take the first padding, not the one before."
    zeros = f"0 is taken for padding. Here padding is {pad}."
    yield (source != 0).sum(1) - 1, zeros
    above = "you count the tokens above pad, and those below count too."
    yield (source > pad).sum(1) - 1, above
    again = "a token that comes again counts again."
    yield _distinct(source, pad) - 1, again
    yield source.argmax(1), "you take the place of the largest token."
    yield source.argmin(1), "you take the place of the smallest token."
    for token in source.unique().tolist():
        says = f"you look for the first {token}. Padding alone tells the end."
        yield (source == token).int().argmax(1), says


def _distinct(source: Tensor, pad: int) -> Tensor:
    """How many different tokens each sentence has."""
    return torch.tensor([len({*row} - {pad}) for row in source.tolist()])


def _mixed(b: int, found: Tensor, attempt: Attempt, ends: Tensor) -> str:
    """A row that is no single state: what is it made of?"""
    h, end = attempt.given["h"], int(ends[b])
    lead = f"last[{b}] is no state of h"
    due = f"It must be h[{b}, {end}], the state after the last real token."
    if not found[b].isfinite().all():
        return f"{lead}: it holds numbers that are not finite. {due}"
    if not found[b].any():
        return f"{lead}, but 0. Is the padding set to 0, and then taken? {due}"
    for over, states in (("all", h[b]), ("its real", h[b, : end + 1])):
        for name, most in (
            ("largest", states.amax(0)),
            ("smallest", states.amin(0)),
        ):
            if close(found[b], most):
                return (
                    f"{lead}: it holds the {name} number over {over} "
                    f"positions, unit by unit. {due}"
                )
    weights = _weights(found[b], h[b])
    if weights is None:
        return f"{lead}, nor a sum of them.{_leak(b, found, attempt)} {due}"
    return f"{lead}, but {_named(weights, end)}. {due}"


def _leak(b: int, found: Tensor, attempt: Attempt) -> str:
    """Does it change with what stands in the padding?"""
    h, source = attempt.given["h"], attempt.given["source"]
    hidden = (source == attempt.given["pad"])[..., None]
    again = attempt.again({"h": torch.where(hidden, h + 1, h)})
    if again is None or close(again["last"][b].detach(), found[b]):
        return ""
    return " It changes with the states at padding, which must not matter."


def _weights(row: Tensor, states: Tensor) -> Tensor | None:
    """The factors with which the row is a sum of the states."""
    made = torch.linalg.lstsq(states.T, row[:, None]).solution[:, 0]
    made[made.abs() < 1e-9] = 0.0
    return made if close(made @ states, row) else None


def _named(weights: Tensor, end: int) -> str:
    """A sum of states in words."""
    S = len(weights)
    real = (torch.arange(S) <= end).to(weights)
    known = (
        (torch.ones_like(real), "the sum of all states, padding included"),
        (torch.ones_like(real) / S, "the mean of all states, with padding"),
        (real, "the sum over its real tokens"),
        (real / real.sum(), "the mean over its real tokens"),
        (real / S, "the sum over its real tokens, divided by S"),
        (1 - real, "the sum over its padding: the mask is turned round"),
    )
    for value, name in known:
        if close(weights, value):
            return name
    used = weights.abs() > 1e-9
    if int(used.sum()) == 1:
        i = int(used.int().argmax())
        return f"its state at position {i} times {float(weights[i]):.4g}"
    shown = ", ".join(f"{weight:.3g}" for weight in weights.tolist())
    return f"the sum of its states times {shown}"
