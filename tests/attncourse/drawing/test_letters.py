"""Labels are cut into spans, and what they need in width is known."""

import pytest

from attncourse.drawing.letters import (
    SMALL,
    SUB,
    SUP,
    Span,
    font,
    plain,
    spans,
    width,
)


def test_markup_becomes_runs():
    assert spans("a man") == [Span("a man")]
    assert spans("*h*_1") == [Span("h", bold=True), Span("1", SMALL, SUB)]
    assert spans("/z/ = 1") == [Span("z", italic=True), Span(" = 1")]
    assert spans("10^{-3}") == [Span("10"), Span("\u22123", SMALL, SUP)]
    assert spans("best", bold=True) == [Span("best", bold=True)]


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("s_{t-1}", "st\u22121"),
        ("*c*_t", "ct"),
        ("~h", "h\u0303"),
        ("words/s", "words/s"),
        ("2 * 3", "2 * 3"),
        ("[start]", "[start]"),
    ],
)
def test_what_is_no_markup_stays(label, said):
    assert plain(label) == said


def test_widths_add_up_and_scale():
    assert width("ab", 14) == pytest.approx(
        width("a", 14) + width("b", 14), 0.05
    )
    assert width("ab", 28) == pytest.approx(2 * width("ab", 14))
    assert width("a ", 14) > width("a", 14)
    assert width("ab", 14, bold=True) > width("ab", 14) > width("_a", 14) > 0


def test_letters_of_formulas_are_those_of_formulas():
    found = {
        span.text: span.formula for span in spans("*h*_1 and *more* of /T/")
    }
    assert [text for text in found if found[text]] == ["h", "T"]
    (vector,) = spans("*h*")
    assert font(vector, 10).get_file().endswith("cmb10.ttf")
