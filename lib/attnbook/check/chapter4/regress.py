"""Kernel regression: a mean of values, near points weighing more."""

import torch

from attnbook.check.attention import weighing
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import dot, text


def case(x, y, at, bandwidth):
    def make():
        points = {"x": x, "y": y, "at": at}
        inputs = {
            name: torch.tensor(value, dtype=torch.float64)
            for name, value in points.items()
        }
        return inputs | {"bandwidth": bandwidth}

    return make


SLOPE = (0.3, -1.2, 0.7, 2.9, 1.1), (1.5, -0.4, 0.9, 3.2, 0.2)

exercise = Exercise(
    name="regress",
    takes={"x": "S", "y": "S", "at": "T", "bandwidth": ""},
    returns=("estimate",),
    steps={
        "distance": Step(
            "T S", lambda at, x: at[:, None] - x, "each place less each point"
        ),
        "square": Step("T S", lambda distance: distance**2, "its square"),
        "scores": Step(
            "T S",
            lambda square, bandwidth: -square / (2 * bandwidth**2),
            "- square / (2 h^2)",
            text("-{square} / (2 * {bandwidth}^2)"),
        ),
    }
    | weighing("scores", axes="T S")
    | {
        "estimate": Step(
            "T",
            lambda weights, y: weights @ y,
            "weights times y",
            dot("weights", "y"),
        ),
    },
    cases={
        "two points, one place": case((0.0, 2.0), (1.0, 5.0), (0.0,), 1.0),
        "five points, three places": case(*SLOPE, (0.0, 1.0, -2.5), 0.8),
        "as many places as points": case(
            *SLOPE, (0.1, 2.0, -1.0, 0.6, 1.3), 1.7
        ),
        "a small bandwidth, places far away": case(
            *SLOPE, (60.0, -45.0, 0.2), 0.3
        ),
        "far from two points that are nearly as near": case(
            (0.0, 0.02), (1.0, 5.0), (50.0, 0.0), 1.0
        ),
        "one point": case((2.0,), (3.0,), (1.0, 5.0), 0.5),
    },
)
