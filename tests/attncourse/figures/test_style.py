"""The course's look does not depend on the reader's settings, and never on
colour alone.
"""

from pathlib import Path

import pytest
from matplotlib import font_manager
from matplotlib.font_manager import FontProperties

from attncourse.figures import style

FONTS = style.FONTS


def test_no_two_series_share_a_sign():
    for signs in (style.PALETTE, style.MARKERS, style.DASHES, style.HATCHES):
        assert len(set(signs)) == len(signs) >= len(style.PALETTE)


@pytest.mark.parametrize("look", ["normal", "bold", "italic"])
def test_letters_come_with_the_package(look):
    """Every machine draws the same ones."""
    wanted = {"weight": look} if look == "bold" else {"style": look}
    with style.course():
        font = FontProperties(**wanted)
        file = Path(font_manager.findfont(font, fallback_to_default=False))
    assert file.parent == FONTS
    assert font_manager.get_font(file).family_name == "Course Sans"


def test_fonts_are_light_and_have_their_licence():
    files = list(FONTS.glob("*.ttf"))
    assert sum(file.stat().st_size for file in files) < 200_000
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.md").read_text()


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG 2.1 counts it."""
    values = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in values
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_each_role_has_a_colour_of_its_own():
    """A series that shows a role has its colour, and no other series has."""
    assert len(set(style.ROLES.values())) == len(style.ROLES) == 6
    assert not set(style.ROLES.values()) & set(style.PALETTE)
    assert style.ROLES.items() <= style.COLOURS.items()
    assert style.series("query", 0) == style.ROLES["query"]
    assert style.series("attention", 3) == style.ROLES["weight"]
    assert style.series("diagonal", 1) == style.PALETTE[1]


def test_words_in_a_drawing_can_be_read():
    for name in ("ink", "muted"):
        dark = luminance(style.COLOURS[name])
        assert (luminance(style.COLOURS["card"]) + 0.05) / (dark + 0.05) > 4.5
