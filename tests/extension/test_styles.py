"""Style sheets keep what pages and scripts name."""

from types import SimpleNamespace

from extension import styles
from fontTools.ttLib import TTFont

from attncourse.figures import style

SHEET = """
.known, .unknown > a { color: red }
.unknown { color: red }
.known:not(.unknown):is(p, a) { color: red }
@media (max-width: 9px) { .unknown { color: red } .known { color: red } }
@media print { .unknown { color: red } }
a::before { content: "\\f015" }
@font-face { src: url(../vendor/fontawesome/webfonts/solid.woff2) \
format("woff2"),url(x.ttf) format("truetype") }
"""


def test_rules_for_classes_that_nobody_names_go(tmp_path):
    (tmp_path / "page.html").write_text('<p class="known">')
    sheet = tmp_path / "_static/styles/pydata-sphinx-theme.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEET)
    styles.keep(SimpleNamespace(outdir=tmp_path), None)
    text = " ".join(sheet.read_text().split())
    assert text.count("color: red") == 3
    assert ".unknown {" not in text and "print" not in text
    assert ".known:not(.unknown):is(p, a)" in text
    assert 'solid.woff) format("woff")' in text


def test_a_font_keeps_the_letters_that_are_shown(tmp_path):
    file = tmp_path / "x.ttf"
    file.write_bytes((style.FONTS / "CourseSans-Bold.ttf").read_bytes())
    styles.shrink(file, {ord("a"), ord("b")})
    assert not file.exists()
    font = TTFont(tmp_path / "x.woff")
    assert set(font.getBestCmap()) == {ord("a"), ord("b")}
