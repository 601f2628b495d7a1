"""A decoder block in post-norm, as in the first Transformer."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from attncourse.chapter7.check.layer_norm import EPS, normed
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import number
from attncourse.checks.values import shown


@dataclass(frozen=True)
class Layer:
    """A layer without weights, known by its name."""

    name: str
    made: Any

    def __call__(self, *x: Any) -> Any:
        return self.made(*x)

    def __repr__(self) -> str:
        return self.name


LAYERS: dict[str, Any] = {
    "own": lambda x: x.cumsum(1).flip(-1),
    "cross": lambda x, memory: (x @ memory.mT).softmax(-1) @ memory,
    "feed_forward": lambda x: (2 * x).tanh().roll(1, -1),
}
TAKES = {"x": "B T D", "memory": "B S D"} | dict.fromkeys(LAYERS, "")
TAKES |= {"gain": "3 D", "shift": "3 D"}


def sized(seed, **sizes):
    layers = {name: Layer(name, made) for name, made in LAYERS.items()}
    return case(seed, **{"3": 3} | layers | sizes)


def norm(x, gain, shift, i):
    return gain[i] * normed(x) + shift[i]


def numbers(entry, i, name):
    """One entry, with the word that it is made of."""
    word = entry(name, "D")
    scale, own, mean, variance, more = map(
        number,
        (
            entry("gain")[i],
            entry(name),
            word.mean(),
            word.var(correction=0),
            entry("shift")[i],
        ),
    )
    return (
        f"{scale} * ({own} - {mean}) / sqrt({variance} + {EPS:.5f}) + {more}, "
        f"with the mean and the variance of {name} = {shown(word)},"
    )


def after(i, name):
    return Step(
        "B T D",
        lambda x, gain, shift: norm(x, gain, shift, i),
        f"{name}, normalised with gain[{i}] and shift[{i}]",
        partial(numbers, i=i, name=name),
        needs=(name, "gain", "shift"),
    )


def pre(x, own, cross, feed_forward, memory, gain, shift):
    x = x + own(norm(x, gain, shift, 0))
    x = x + cross(norm(x, gain, shift, 1), memory)
    return x + feed_forward(norm(x, gain, shift, 2))


def inside(x, own, cross, feed_forward, memory, gain, shift):
    x = x + norm(own(x), gain, shift, 0)
    x = x + norm(cross(x, memory), gain, shift, 1)
    return x + norm(feed_forward(x), gain, shift, 2)


def twice(x, own, cross, feed_forward, memory, gain, shift):
    x = norm(x, gain, shift, 0)
    x = norm(x + own(x), gain, shift, 1)
    x = norm(x + cross(x, memory), gain, shift, 2)
    return x + feed_forward(x)


exercise = Exercise(
    takes=TAKES,
    returns=("output",),
    steps={
        "read": Step("B T D", lambda own, x: own(x)),
        "sum_0": Step("B T D", lambda x, read: x + read),
        "x_1": after(0, "sum_0"),
        "asked": Step("B T D", lambda cross, x_1, memory: cross(x_1, memory)),
        "sum_1": Step("B T D", lambda x_1, asked: x_1 + asked),
        "x_2": after(1, "sum_1"),
        "made": Step("B T D", lambda feed_forward, x_2: feed_forward(x_2)),
        "sum_2": Step("B T D", lambda x_2, made: x_2 + made),
        "output": after(2, "sum_2"),
    },
    cases={
        "one word, a memory of one": sized(
            1, B=1, T=1, x=(((1.0, 7.0, 4.0),),), memory=(((2.0, 0.0, 3.0),),)
        ),
        "three sentences (B=3, T=5, S=2, D=7)": sized(2, B=3, T=5, S=2, D=7),
        "as many words as in the memory": sized(3, B=2, T=4, S=4, D=5),
    },
    mistakes={
        "the last sum has the gain and the shift of the second": {
            "output": lambda sum_2, gain, shift: norm(sum_2, gain, shift, 1)
        },
        "each norm stands before its layer, not after the sum": {"output": pre},
        "what a layer makes is normalised, not the sum": {"output": inside},
        "what is normalised goes around its layer, too": {"output": twice},
        "every layer adds to the first x": {
            "sum_1": lambda x, asked: x + asked,
            "sum_2": lambda x, made: x + made,
        },
        "feed_forward comes before cross": {
            "asked": lambda feed_forward, x_1: feed_forward(x_1),
            "made": lambda cross, x_2, memory: cross(x_2, memory),
        },
        "cross comes before own": {
            "read": lambda cross, x, memory: cross(x, memory),
            "asked": lambda own, x_1: own(x_1),
        },
    },
)
