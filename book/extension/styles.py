"""Of the theme's style sheets the site keeps the rules for what its pages and
scripts name, and of its icons the outlines that these rules show.

A rule is for other pages if it asks for a class that is a word of no page and
of no script of this site.
"""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import tinycss2
from fontTools import subset
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

SHEETS = (
    "styles/pydata-sphinx-theme.css",
    "sphinx-design.min.css",
    "mystnb*.css",
)
"""Those of others that are large."""
WORD = re.compile(r"[\w-]+")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
NESTED = "media", "supports"
PRIVATE = range(0xE000, 0xF900)
"""Where fonts of icons have their characters."""
ESCAPE = re.compile(r"\\(f[0-9a-f]{3})\b")
FONT = re.compile(
    r"url\((\.\./vendor/fontawesome/webfonts/[\w-]+)\.woff2\) "
    r'format\("woff2"\),url\([^)]*\) format\("truetype"\)'
)


def keep(app: Sphinx, error: Exception | None) -> None:
    """Leave out what no page needs, once all is written."""
    logging.getLogger("fontTools").setLevel("WARNING")
    static = Path(app.outdir, "_static")
    sheets = [file for name in SHEETS for file in static.glob(name)]
    if error or not sheets:
        return
    known = words(Path(app.outdir))
    for sheet in sheets:
        rules = tinycss2.parse_stylesheet(sheet.read_text("utf-8"))
        text = "".join(needed(rules, known))
        sheet.write_text(
            FONT.sub(r'url(\1.woff) format("woff")', text), "utf-8"
        )
    codes = {
        ord(letter)
        for file in static.rglob("*.css")
        for letter in ESCAPE.sub(unescaped, file.read_text("utf-8"))
        if ord(letter) in PRIVATE
    }
    for file in (static / "vendor/fontawesome").rglob("*.ttf"):
        shrink(file, codes)


def unescaped(found: re.Match[str]) -> str:
    """The character that a style sheet gives by its number."""
    return chr(int(found[1], 16))


def words(out: Path) -> set[str]:
    """What could be a class, of pages and scripts."""
    files = [*out.rglob("*.html"), *out.rglob("*.js")]
    return {w for file in files for w in WORD.findall(file.read_text("utf-8"))}


def needed(rules: list, known: set[str]) -> Iterator[str]:
    """The rules for classes that are known, and what stands around them."""
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = tinycss2.serialize(rule.prelude).strip()
            kept = [
                one
                for one in split(selectors)
                if {*CLASS.findall(bare(one))} <= known
            ]
            if kept:
                yield f"{','.join(kept)}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.at_keyword in (
            "media",
            "supports",
        ):
            inner = tinycss2.parse_rule_list(rule.content)
            if text := "".join(needed(inner, known)):
                asked = tinycss2.serialize(rule.prelude)
                yield f"@{rule.at_keyword}{asked}{{{text}}}"
        elif rule.type not in ("comment", "whitespace", "error"):
            yield rule.serialize()


def bare(selector: str) -> str:
    """A selector without what it excludes."""
    return re.sub(r":not\([^()]*\)", "", selector)


def split(selectors: str) -> list[str]:
    """A list of selectors, cut at the commas outside all brackets."""
    return re.split(r",(?![^(]*\))", selectors)


def shrink(file: Path, codes: set[int]) -> None:
    """The font with these icons alone, as WOFF; the large ones go."""
    font = TTFont(file, recalcTimestamp=False)
    cut = subset.Subsetter(subset.Options(layout_features=[]))
    cut.populate(unicodes=codes)
    cut.subset(font)
    font.flavor = "woff"
    font.save(file.with_suffix(".woff"))
    file.unlink()
    file.with_suffix(".woff2").unlink(missing_ok=True)


def setup(app: Sphinx) -> None:
    """After the pages are light."""
    app.connect("build-finished", keep, priority=950)
