"""The check of kernel regression: other right answers, and its cases."""

import pytest
import torch

from attnbook.check.chapter4 import regress


def off(x, at):
    """The distance of each place from each point, squared, "T S"."""
    return (at[:, None] - x).square()


def largest_first(x, y, at, bandwidth):
    """Exponentials over their sum, the nearest point taken away first."""
    e = -off(x, at) / (2 * bandwidth**2)
    powers = (e - e.amax(-1, keepdim=True)).exp()
    return (powers * y).sum(-1) / powers.sum(-1)


def multiplied_out(x, y, at, bandwidth):
    """x'^2 is the same at all points, and cancels."""
    e = (at[:, None] * x - x.square() / 2) / bandwidth**2
    return torch.einsum("ts,s->t", e.softmax(-1), y)


def looped(x, y, at, bandwidth):
    """Place by place."""
    found = []
    for place in at:
        score = -0.5 * ((place - x) / bandwidth) ** 2
        found.append((score - score.logsumexp(0)).exp() @ y)
    return torch.stack(found)


@pytest.mark.parametrize("right", [largest_first, multiplied_out, looped])
def test_every_way_to_weigh_points_passes(right, capsys):
    regress(right)
    assert "right in all 4 cases" in capsys.readouterr().out


def test_a_place_stands_on_a_point_and_one_far_from_all():
    on, far = (regress.cases[i].make() for i in (1, 3))
    assert on["at"][0] in on["x"]
    distance = off(far["x"], far["at"]).sqrt()
    assert distance[0].min() > 50 > distance[1].max()
    nearest, second = distance[0].sort().values[:2]
    assert nearest == second
