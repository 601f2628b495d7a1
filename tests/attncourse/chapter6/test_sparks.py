"""Small curves show their numbers, in words too, and fit on a phone."""

import re

from attncourse.chapter6.sparks import sparks

SHARES = {
    (row, column): [first, 0.5, last]
    for row, column, first, last in (
        ("none", "back", 0.25, 0.11),
        ("none", "latest", 0.75, 0.22),
        ("rotary", "back", 1.0, 0.33),
        ("rotary", "latest", 0.95, 0.44),
    )
}
TICKS = ["32", "64", "128"]


def numbers(svg):
    return re.findall(r">(\d\.\d\d)<", svg)


def test_each_curve_has_its_numbers_and_a_phone_both_ends():
    made = sparks(SHARES, TICKS, "symbols")
    wanted = {f"{x:.2f}" for curve in SHARES.values() for x in curve}
    assert set(numbers(made.svg)) == wanted
    assert len(numbers(made.svg)) == 12 and len(numbers(made.phone)) == 8
    assert "0.50" not in numbers(made.phone)


def test_its_words_tell_both_ends_of_each_curve():
    alt = sparks(SHARES, TICKS, "symbols").alt
    assert "From 32 to 128, none: back 0.25 to 0.11, latest 0.75" in alt
    assert "rotary: back 1.00 to 0.33, latest 0.95 to 0.44." in alt
