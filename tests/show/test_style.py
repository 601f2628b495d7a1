"""The course's look does not depend on the reader's settings, and never on
colour alone.
"""

from pathlib import Path

import matplotlib

from attnbook.show import style


def test_no_two_series_share_a_sign():
    for signs in (style.PALETTE, style.MARKERS, style.DASHES, style.HATCHES):
        assert len(set(signs)) == len(signs) >= len(style.PALETTE)


def test_settings_of_the_reader_have_no_part_and_come_back():
    with matplotlib.rc_context({"font.size": 99, "axes.facecolor": "red"}):
        with style.course():
            assert matplotlib.rcParams["font.size"] == 12
            assert matplotlib.rcParams["axes.facecolor"] == "white"
        assert matplotlib.rcParams["font.size"] == 99


def test_letters_come_with_matplotlib():
    with style.course():
        file = Path(
            matplotlib.font_manager.findfont(
                matplotlib.font_manager.FontProperties()
            )
        )
    assert file.resolve().is_relative_to(
        Path(matplotlib.get_data_path()).resolve()
    )


def test_letters_are_at_least_9_pixels_on_a_phone():
    """A card of full width is shrunk to 350 pixels; a point is 1/72 inch."""
    smallest = min(
        value
        for name, value in style.SETTINGS.items()
        if name.endswith("size") and name != "lines.markersize"
    )
    assert smallest / 72 * 350 / style.WIDTH >= 9


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG 2.1 counts it."""
    values = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in values
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_each_role_has_a_colour_of_its_own():
    """The five of Okabe and Ito's palette, and weights, which theirs lacks."""
    assert len(set(style.ROLES.values())) == len(style.ROLES) == 6
    assert set(style.ROLES.values()) - set(style.PALETTE) == {
        style.ROLES["weight"]
    }
    assert style.ROLES.items() <= style.COLOURS.items()


def test_words_in_a_drawing_can_be_read():
    for name in ("ink", "muted"):
        dark = luminance(style.COLOURS[name])
        assert (luminance(style.COLOURS["card"]) + 0.05) / (dark + 0.05) > 4.5
