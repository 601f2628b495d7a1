"""Mistakes of many exercises that are named by what any step may do wrong; what
is typical of one is in `mutations/test_search.py`.
"""

import re

import pytest
import torch

from attncourse.checks.exercise import Exercise
from tests.attncourse.checks.toys import CHECKS, EXERCISES, refused, said


def turned(x, place, base, cos=torch.cos, sin=torch.sin, unit=1.0):
    K = x.shape[-1]
    omega = base ** (-torch.arange(0, K, 2).double() / K)
    angle = place[..., None] * omega * unit
    a, b = x[..., ::2], x[..., 1::2]
    pair = a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle)
    return torch.stack(pair, -1).flatten(-2)


def unmasked(model, source, target, pad):
    """Losses of words that see all others."""
    read, wanted = target[:, :-1], target[:, 1:]
    seen = torch.ones(*[read.shape[1]] * 2).bool()
    logs = model(source, read, seen, source != pad).log_softmax(-1)
    costs = -logs.gather(-1, wanted[..., None])[..., 0]
    return costs.masked_fill(wanted == pad, 0.0)


def cached(order=1, scale=lambda K: K**0.5):
    """A step with the new word in front, or with other scores."""

    def function(x, W_q, W_k, W_v, *kept):
        pairs = zip(kept, (x @ W_k, x @ W_v), strict=True)
        keys, values = (
            torch.cat([a, b[:, None]][::order], 1) for a, b in pairs
        )
        scores = torch.einsum("bk,btk->bt", x @ W_q, keys)
        weights = (scores / scale(keys.shape[-1])).softmax(-1)
        return torch.einsum("bt,btv->bv", weights, values), keys, values

    return function


def batch_norm(x, gain, shift):
    return (x - x.mean((0, 1))) / (
        x.var((0, 1), correction=0) + 1e-5
    ).sqrt() * gain + shift


NAMED = {
    "degrees": (
        "chapter6.rotary",
        lambda *a: turned(*a, unit=torch.pi / 180),
        "omega or angles: the result is turned from degrees to radians",
    ),
    "sines and cosines": (
        "chapter6.rotary",
        lambda *a: turned(*a, torch.sin, torch.cos),
        "first and second: sin and cos are exchanged",
    ),
    "places from 1": (
        "chapter6.rotary",
        lambda x, place, base: turned(x, place + 1, base),
        "angles: place is too large by 1",
    ),
    "no mask": (
        "chapter7.token_losses",
        unmasked,
        "seen: the result is ignored, as if it were True everywhere",
    ),
    "joined in the wrong order": (
        "chapter7.cached_step",
        cached(order=-1),
        "keys and values: cat joins in the wrong order",
    ),
    "statistics of the batch": (
        "chapter7.layer_norm",
        batch_norm,
        "centred and variance: mean runs along B, T",
    ),
    "the first span alone": (
        "chapter8.infill",
        lambda tokens, spans, hidden: EXERCISES["chapter8.infill"].reference(
            tokens, spans[:1], hidden
        ),
        "begins: spans has its first entry alone",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_mistake_is_named_with_its_step(name):
    key, wrong, words = NAMED[name]
    seen = refused(wrong, CHECKS[key]).seen
    assert f"{seen.where}: {seen.slip.message}" == words


def test_an_argument_that_is_a_number_instead_is_named():
    def constant(x, place, base):
        return turned(x, place, 10_000.0)

    message = said(constant, CHECKS["chapter6.rotary"])
    assert "base has no effect on your turned." in message


def test_the_case_that_is_shown_is_easy_to_read():
    """Without the root, weights of large scores are 0 but for rounding; the
    smallest case has keys of width 1.
    """
    check = CHECKS["chapter7.cached_step"]
    message = said(cached(scale=lambda K: 1), check)
    assert "output[0, 0] must be" in message
    assert not re.search(r"\de-\d", message)


def test_a_list_is_shown_with_the_arguments_alone():
    check = CHECKS["chapter8.infill"]
    assert (
        "for tokens [5, 6, 7], spans (), hidden 9 the answer is [5, 6, 7]; "
        "yours is [9]\n"
    ) in said(lambda tokens, spans, hidden: [hidden], check)


def test_parts_in_the_wrong_order_are_told_from_wrong_ones():
    check = CHECKS["chapter8.masked_batch"]
    message = said(lambda *a: check.exercise.reference(*a)[::-1], check)
    assert "return (read, asked), in this order" in message


@pytest.mark.parametrize("key", EXERCISES)
def test_what_is_shown_of_a_part_is_all_that_it_depends_on(key):
    """Where no formula is written, the numbers beside the entry make it."""
    exercise = EXERCISES[key]
    for name in (n for n in exercise.returns if not exercise.steps[n].how):
        for case in exercise.cases:
            check_shown(exercise, exercise.trace(exercise.inputs(case)), name)


def check_shown(exercise: Exercise, values, name):
    step, right = exercise.steps[name], values[name]
    if not isinstance(right, torch.Tensor) or not right.ndim:
        return
    at = dict.fromkeys(exercise.axes(name), 0)
    other = dict(values)
    for need in step.needs:
        x = values[need]
        if isinstance(x, torch.Tensor) and x.is_floating_point():
            axes = ({"1": 0} | at).get
            place = [axes(a, slice(None)) for a in exercise.axes(need)]
            other[need] = x + 1
            other[need][tuple(place)] = x[tuple(place)]
    made = step.make(*(other[need] for need in step.needs))
    first = (0,) * right.ndim
    assert torch.equal(made[first], right[first]), (name, step.needs)


STEPS = {key: len(exercise.steps) for key, exercise in EXERCISES.items()}


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(STEPS, key=STEPS.get)[-8:])
def test_a_refusal_takes_few_runs(key, monkeypatch):
    """Of the longest chains; `make soak` has all exercises."""
    check_runs(key, monkeypatch)


def check_runs(key, monkeypatch):
    """Even where nothing explains the answer: it is these that take time."""
    exercise, runs = EXERCISES[key], {"reference": 0, "answer": 0}
    trace = Exercise.trace

    def counted(self, inputs, change=None, known=None):
        runs["reference"] += known is not None
        return trace(self, inputs, change, known)

    def answer(*inputs):
        runs["answer"] += 1
        right = exercise.reference(*inputs)
        parts = right if isinstance(right, tuple) else (right,)
        odd = *parts[:-1], other(parts[-1])
        return odd if len(odd) > 1 else odd[0]

    monkeypatch.setattr(Exercise, "trace", counted)
    assert refused(answer, CHECKS[key]).seen.slip is None
    assert runs["reference"] <= 2500
    assert runs["answer"] <= 80


def other(x):
    """Numbers that no slip gives."""
    if isinstance(x, list):
        return [*x, 3]
    if not isinstance(x, torch.Tensor):
        return x + 5 + x % 3
    waves = (x.numel() + torch.arange(x.numel())).reshape(x.shape)
    if x.is_floating_point():
        return x * (1 + waves.double().sin() ** 2 / 7)
    return x + waves % 3 + 5


def test_a_step_is_blamed_only_for_what_is_explained():
    """K for V in the parameters alone: the step `reading` may be right."""
    check = CHECKS["chapter5.cost"]

    def narrow(T, D, H, K, V):
        parameters = 4 * D * H * K
        return parameters, T * parameters + H * T * T * (K + V)

    seen = refused(narrow, check).seen
    assert seen.where == "values and out"
    assert seen.slip.message == "K is used instead of V, from the start"
