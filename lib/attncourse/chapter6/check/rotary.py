"""Queries or keys turned: each pair of neighbours by place times frequency."""

from functools import partial

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import number

LEFT = ((0, 0, 0, 1, 2), (0, 0, 1, 2, 3), (0, 1, 2, 3, 4))
FAR = ((1000, 1001, 1002), (7, 3, 5))

sized = partial(case, base=10_000.0)


def omega(K, base):
    return base ** (-torch.arange(0, K, 2, dtype=torch.float64) / K)


def first(even, odd, angles):
    return even * angles.cos() - odd * angles.sin()


def second(even, odd, angles):
    return even * angles.sin() + odd * angles.cos()


def mixed(angles, start):
    """Angles twice over, and every other one of those."""
    return angles.repeat(1, 1, 2)[..., start::2]


def joined(first, second):
    return torch.stack([first, second], -1).flatten(-2)


def in_halves(first, second):
    return torch.cat([first, second], -1)


def numbers(entry):
    """One entry, with the numbers of its pair."""
    i, odd = divmod(entry.at["K"], 2)
    a, b, angle = (number(entry(n)[i]) for n in ("even", "odd", "angles"))
    if odd:
        return f"{a} * sin({angle}) + {b} * cos({angle})"
    return f"{a} * cos({angle}) - {b} * sin({angle})"


exercise = Exercise(
    takes={"x": "B T K", "place": "B T", "base": ""},
    returns=("turned",),
    steps={
        "omega": Step("i", omega, "frequencies", needs=("size K", "base")),
        "angles": Step(
            "B T i",
            lambda place, omega: place[..., None] * omega,
            "place times frequency",
        ),
        "even": Step("B T i", lambda x: x[..., 0::2], "first of each pair"),
        "odd": Step("B T i", lambda x: x[..., 1::2], "second of each pair"),
        "first": Step("B T i", first, "first of each turned pair"),
        "second": Step("B T i", second, "second of each turned pair"),
        "turned": Step("B T K", joined, "turned pairs side by side", numbers),
    },
    cases={
        "two words, one pair": sized(
            x=(((3.0, 1.0), (2.0, 1.0)),), place=((0, 1),)
        ),
        "two words, two pairs, base 100": case(
            3, whole=True, B=1, K=4, place=((1, 2),), base=100.0
        ),
        "three sentences, padded on the left": sized(1, K=14, place=LEFT),
        "far places, and places out of order": sized(2, K=8, place=FAR),
        "as many words as pairs, a small base": sized(
            4, K=4, place=((0, 1), (5, 2)), base=2.5
        ),
        "one word, in front of position 0": sized(5, K=6, place=((3,), (-8,))),
    },
    mistakes={
        "the index of a word in its row is used, not its place": {
            "angles": lambda place, omega: (
                torch.arange(place.shape[1])[:, None] * omega
            ).expand(*place.shape, -1)
        },
        "places in front of 0 are counted as behind it": {
            "angles": lambda place, omega: place.abs()[..., None] * omega
        },
        "pairs are feature i and feature i + K / 2, not neighbours": {
            "even": lambda x: x.chunk(2, -1)[0],
            "odd": lambda x: x.chunk(2, -1)[1],
            "turned": in_halves,
        },
        "all first features stand before all second ones": {
            "turned": in_halves
        },
        "pairs are counted from 1, so the fastest frequency is lost": {
            "omega": lambda K, base: omega(K, base) * base ** (-2 / K)
        },
        "the turn is clockwise: the signs of the sines are swapped": {
            "first": lambda even, odd, angles: first(even, odd, -angles),
            "second": lambda even, odd, angles: second(even, odd, -angles),
        },
        "the angles are those of halves, the pairs are neighbours": {
            "first": lambda even, odd, angles: first(
                even, odd, mixed(angles, 0)
            ),
            "second": lambda even, odd, angles: second(
                even, odd, mixed(angles, 1)
            ),
        },
    },
)
