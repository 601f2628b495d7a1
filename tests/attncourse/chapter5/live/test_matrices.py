"""The matrices begin with whole numbers of which each changes something, and
are by the library what spec says.
"""

import random
from typing import Any

import torch

from attncourse import spec
from attncourse.chapter5.live.matrices import FACTORS, LiveMatrices


def drawn(draw: random.Random, **traits: Any) -> LiveMatrices:
    """A figure in any state that a reader can reach."""

    def numbers(rows: int, columns: int, reach: float) -> list[list[float]]:
        line = range(columns)
        return [
            [draw.uniform(-reach, reach) for _ in line] for _ in range(rows)
        ]

    reach = draw.choice([0.1, 1, 10])
    names = ("W_q", "W_k", "W_v")
    chosen: dict[str, Any] = {
        name: [numbers(3, 2, reach) for _ in range(2)] for name in names
    }
    chosen |= {
        "X": numbers(4, 3, 10),
        "order": draw.sample([1, 2, 3, 4], draw.randint(2, 4)),
        "heads": draw.choice([1, 2]),
        "masked": draw.choice([True, False]),
        "scaled": draw.choice([True, False]),
        "factor": draw.choice(FACTORS),
    }
    return LiveMatrices(**chosen | traits)


def by_definition(figure: LiveMatrices, h: int) -> dict[str, torch.Tensor]:
    """The matrices of one head, in loops."""
    rows = [figure.X[word - 1] for word in figure.order]
    x = torch.tensor(rows, dtype=torch.float64)
    W_q, W_k, W_v = (
        torch.tensor(W[h], dtype=torch.float64).T
        for W in (figure.W_q, figure.W_k, figure.W_v)
    )
    q = torch.stack([spec.scores.times(figure.factor * W_q, row) for row in x])
    k = torch.stack([spec.scores.times(figure.factor * W_k, row) for row in x])
    v = torch.stack([spec.scores.times(W_v, row) for row in x])
    score = spec.scores.scaled_dot if figure.scaled else spec.scores.dot
    mask = spec.attention.causal(len(x), len(x)) if figure.masked else None
    return {
        "q": q,
        "k": k,
        "v": v,
        "weights": spec.attention.weights(q, k, mask, score),
        "output": spec.attention.attend(q, k, v, mask, score),
    }


def test_each_number_changes_the_weights_or_the_output():
    start = LiveMatrices()
    before = torch.tensor(start.reads()["output"])
    assert all(0.1 < a < 0.9 for a in start.reads()["heads"][0]["weights"][0])
    for name, count in (("X", 2), ("W_q", 3), ("W_k", 3), ("W_v", 3)):
        for i in range(count):
            for j in range(3 if name == "X" else 2):
                changed = torch.tensor(getattr(start, name)).float()
                (changed if name == "X" else changed[0])[i, j] += 1
                other = LiveMatrices(**{name: changed.tolist()}).reads()
                moved = torch.tensor(other["output"]) - before
                assert moved.abs().max() > 0.1, (name, i, j)


def test_its_numbers_are_those_of_the_definition():
    draw = random.Random(4)
    for _ in range(30):
        figure = drawn(draw)
        found = figure.reads()
        joined: list[torch.Tensor] = []
        for h, head in enumerate(found["heads"]):
            expected = by_definition(figure, h)
            for name, numbers in expected.items():
                there = torch.tensor(head[name], dtype=torch.float64)
                assert there.allclose(numbers, rtol=1e-9, atol=1e-9), name
            joined.append(expected["output"])
        assert len(joined) == figure.heads
        there = torch.tensor(found["output"], dtype=torch.float64)
        assert there.allclose(torch.cat(joined, -1), rtol=1e-9, atol=1e-9)


def test_its_picture_says_the_numbers():
    text = LiveMatrices().still().alt
    assert "X is word 1 (1, 2, 3), word 2 (3, 1, 2)." in text
    assert "weights of word 1 (0.1070, 0.8930), word 2 (0.8930" in text
    assert "output of word 1 (7.6789, 7.4282), word 2 (5.3211" in text
    figure = LiveMatrices(
        order=[2, 1, 3], masked=True, scaled=False, factor=100
    )
    text = figure.still().alt
    assert "X is word 2 (3, 1, 2), word 1 (1, 2, 3), word 3 (2, 1, 0)" in text
    assert "W_q and W_k times 100, not divided by the root of K, the" in text
    assert "weights of word 2 (1.0000, 0.0000, 0.0000)" in text
