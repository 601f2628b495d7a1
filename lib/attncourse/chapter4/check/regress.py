"""Kernel regression: a mean of values, near points weighing more."""

from attncourse.checks.attention import product, weighing
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def points(x, y, at, bandwidth):
    return case(x=x, y=y, at=at, bandwidth=bandwidth)


SLOPE = (0.3, -1.2, 0.7, 2.9, 0.3), (1.5, -0.4, 0.9, 3.2, 0.2)


def draw(chance):
    x, y, at = (
        [chance.uniform(-3, 3) for _ in range(n)]
        for n in (*[chance.randint(2, 7)] * 2, chance.randint(1, 5))
    )
    return points(x, y, at, chance.uniform(0.3, 3))


exercise = Exercise(
    takes={"x": "S", "y": "S", "at": "T", "bandwidth": ""},
    returns=("estimate",),
    learned=False,
    steps={
        "distance": Step(
            "T S", lambda at, x: at[:, None] - x, "each place minus each point"
        ),
        "square": Step("T S", lambda distance: distance**2, "its square"),
        "scores": Step(
            "T S",
            lambda square, bandwidth: -square / (2 * bandwidth**2),
            "-square / (2 bandwidth^2)",
            "-{square} / (2 * {bandwidth}^2)",
        ),
    }
    | weighing("scores", axes="T S")
    | {"estimate": product("T", "weights", "y")},
    cases={
        "two points, one place": points((0.0, 2.0), (1.0, 5.0), (0.0,), 2.0),
        "five points, two of them at one place": points(
            *SLOPE, (0.0, 1.0, -2.5), 0.8
        ),
        "as many places as points": points(
            *SLOPE, (0.1, 2.0, -1.0, 0.6, 1.3), 1.7
        ),
        "a small bandwidth, places far away": points(
            *SLOPE, (60.0, -45.0, 0.2), 0.3
        ),
        "far from two points that are nearly as near": points(
            (0.0, 0.02), (1.0, 5.0), (50.0, 0.0), 1.0
        ),
        "one point": points((2.0,), (3.0,), (1.0, 5.0), 0.5),
    },
    draw=draw,
)
