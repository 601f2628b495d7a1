"""The plane begins where the two scores disagree, and computes by the library
what spec says.
"""

import math
import random

import pytest
import torch

from attncourse import spec
from attncourse.chapter4.live.plane import KINDS, LivePlane


def by_definition(figure: LivePlane, kind: str) -> tuple[torch.Tensor, ...]:
    """Scores, weights and output, in loops."""
    q, k, v = (
        torch.tensor(x, dtype=torch.float64)
        for x in (figure.q, figure.k, figure.v)
    )
    score = getattr(spec.scores, kind)
    found = torch.stack([score(q, key) for key in k]) / math.sqrt(2)
    weights = spec.attention.softmax(found / figure.temperature)
    return found, weights, spec.attention.read(weights, v)


def entropy(weights: list[float]) -> float:
    return -sum(a * math.log(a) for a in weights if a)


def test_it_begins_where_a_long_key_beats_the_one_in_the_querys_direction():
    figure = LivePlane()
    (x, y), keys = figure.q, torch.tensor(figure.k)
    assert x * figure.k[1][1] == pytest.approx(y * figure.k[1][0])
    assert keys.norm(dim=-1).argmax() == 0
    assert figure.reads()["weights"][0] > 0.95
    nearest = figure.reads("gaussian")["weights"]
    assert max(nearest) == nearest[1] > 0.6


def test_its_numbers_are_those_of_the_definition():
    draw = random.Random(4)
    for _ in range(20):
        figure = LivePlane(
            [draw.uniform(-4, 4) for _ in range(2)],
            [[draw.uniform(-4, 4) for _ in range(2)] for _ in range(5)],
            score=draw.choice(list(KINDS)),
            temperature=draw.uniform(0.1, 10),
        )
        expected = by_definition(figure, figure.score)
        found = figure.reads()
        for name, numbers in zip(
            ("scores", "weights", "output"), expected, strict=True
        ):
            assert found[name] == pytest.approx(numbers.tolist(), abs=1e-9)
        assert math.log(*found["read"]) == pytest.approx(
            entropy(found["weights"]), abs=1e-9
        )


def test_its_picture_says_the_numbers_of_both_scores():
    figure = LivePlane(temperature=2)
    text = figure.still().alt
    for kind, name in KINDS.items():
        _, weights, c = by_definition(figure, kind)
        assert f"{name}: {weights[0]:.2f} at k1" in text.replace("; ", ", ")
        if kind == figure.score:
            assert f"output ({c[0]:.2f}, {c[1]:.2f})" in text
            assert f"weight {weights.max():.3f}" in text
    assert "temperature 2" in text
    assert "k2 (1.00, 0.50)" in text and "q (2.40, 1.20)" in text
