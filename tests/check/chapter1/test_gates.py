"""The checks of gates: right answers written otherwise, and what is blamed."""

import math

import pytest
import torch

from attnbook.check.chapter1 import bias_for, gru_step, mixture
from tests.check.said import said


def through(line):
    """An answer to `gru_step` whose last line is a function of z, h and n."""

    def answer(**given):
        z, n = mixture.gate_and_candidate(**given)
        return line(z, given["h"], n)

    return lambda *given: answer(
        **dict(zip(gru_step.takes, given, strict=True))
    )


def in_loops(z, h, n):
    """The mixture, number by number."""
    new = torch.zeros_like(h)
    for b in range(len(h)):
        for j in range(h.shape[1]):
            new[b, j] = z[b, j] * h[b, j] + (1 - z[b, j]) * n[b, j]
    return new


@pytest.mark.parametrize(
    "line",
    [
        lambda z, h, n: torch.lerp(n, h, z),
        lambda z, h, n: n + z * (h - n),
        in_loops,
    ],
)
def test_a_mixture_written_otherwise_passes(line, capsys):
    gru_step(through(line))
    assert "right in all 2 cases" in capsys.readouterr().out


@pytest.mark.parametrize("factor", [0.2, 2.0, -3.0])
def test_any_sum_of_old_and_new_is_told_in_letters(factor):
    message = said(gru_step, through(lambda z, h, n: z * h + factor * n))
    shut = f"{factor:.3g} n".replace("-", "- ")
    assert f"the new state must be n, and yours is {shut}" in message


def test_a_wrong_unit_alone_is_named():
    def spoiled(z, h, n):
        new = z * h + (1 - z) * n
        return torch.cat((new[:, :1] + 1, new[:, 1:]), -1)

    assert "unit 0 is wrong, all others are right" in said(
        gru_step, through(spoiled)
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0.0, 1e30])
def test_any_numbers_get_a_message(value):
    told = said(gru_step, through(lambda z, h, n: torch.full_like(h, value)))
    finite = value in (0.0, 1e30)
    lead = "z has no effect on your state" if finite else "is not finite"
    assert lead in told

    def answer(share, steps):
        return torch.full_like(share, value)

    lead = "share has no effect on your bias" if finite else "bias[0] is"
    assert lead in said(bias_for, answer)


@pytest.mark.parametrize(
    "answer",
    [
        lambda share, steps: torch.logit(share ** (1 / steps)),
        lambda share, steps: -torch.expm1(-share.log() / steps).log(),
        lambda share, steps: share.new_tensor(
            [-math.log(p ** (-1 / steps) - 1) for p in share.tolist()]
        ),
    ],
)
def test_a_bias_found_otherwise_passes(answer, capsys):
    bias_for(answer)
    assert "right in all 4 cases" in capsys.readouterr().out


@pytest.mark.parametrize("count", [3, 17, 250])
def test_another_number_of_steps_is_counted(count):
    def answer(share, steps):
        return torch.logit(share ** (1 / count))

    message = said(bias_for, answer)
    assert f"it leaves this share after {count} steps, and not 10" in message


@pytest.mark.parametrize("factor", [0.5, 2.0, -1.5])
def test_a_factor_is_told(factor):
    def answer(share, steps):
        return factor * torch.logit(share ** (1 / steps))

    assert f"the right one times {factor:g}" in said(bias_for, answer)


def test_the_way_back_from_the_bias_is_shown():
    message = said(bias_for, lambda share, steps: torch.logit(share))
    assert "bias 2.19722 -> gate 0.9 -> after 10 steps 0.349 is left" in message


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        (
            lambda share, steps: torch.logit(share) + math.log(steps) ** 2,
            "the mistake is in how steps enters",
        ),
        (
            lambda share, steps: (share ** (1 / steps)).sin(),
            "the mistake is in the way from gate to bias",
        ),
    ],
)
def test_an_unknown_mistake_is_placed_by_a_single_step(answer, place):
    assert place in said(bias_for, answer)
