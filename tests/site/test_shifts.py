"""Nothing moves while the rows of a table come, or when the letters of the site
take the place of those of the system.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator

import pytest
from extension.fonts import LOOKS, SYSTEM
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser

from attncourse.figures import style
from tests.site.arriving import arriving, moved
from tests.site.browser import LAID

IN_TWO = """async () => {
  const text = await (await fetch(location)).text();
  const cut = text.indexOf("</th>");
  document.open();
  document.write(text.slice(0, cut));
  do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (!document.querySelector("th"));
  document.write(text.slice(cut));
  document.close();
}"""
"""The page comes once more, and stops for a while in its first table."""


@pytest.mark.parametrize("name", ["claims", "deviations", "notation"])
def test_a_table_stands_still_while_its_rows_come(
    browser: Browser, address: str, name: str
) -> None:
    path = f"book/{name}.html"
    with arriving(browser, address, path, 1280, "letters first") as opened:
        opened.page.evaluate(IN_TWO)
        opened.page.wait_for_function(LAID)
        assert moved(opened.page) == []
        opened.problems.clear()  # its scripts have run twice


ROOM = """async ([family, weight, slant, ...texts]) => {
  const part = document.createElement("p");
  part.style = `font: ${slant} ${weight} 100px/normal "${family}", monospace;
    position: absolute; white-space: pre`;
  document.body.append(part);
  await document.fonts.load(part.style.font, texts.join("")).catch(() => []);
  return texts.map((text) => {
    part.textContent = text;
    const { width, height } = part.getBoundingClientRect();
    return [width, height];
  });
}"""


@pytest.fixture(scope="module")
def room(window: Callable) -> Iterator[Callable]:
    """How wide and high texts stand on a page of the site, in letters of a
    family; "Own" are those of the library.
    """
    with window(1280) as opened:
        page = opened.open("book/references.html")
        for look, (weight, slant, *_) in LOOKS.items():
            file = style.FONTS / f"CourseSans-{look}.ttf"
            url = (
                f"data:font/ttf;base64,{b64encode(file.read_bytes()).decode()}"
            )
            face = f"""font-family: "Own"; font-weight: {weight};
              font-style: {slant}; src: url("{url}")"""
            page.add_style_tag(content=f"@font-face {{ {face} }}")
        yield lambda *asked: page.evaluate(ROOM, asked)


@pytest.mark.parametrize("look", LOOKS)
def test_the_site_has_the_letters_of_the_library(
    room: Callable, look: str
) -> None:
    font = TTFont(style.FONTS / f"CourseSans-{look}.ttf")
    asked = *LOOKS[look][:2], *map(chr, font.getBestCmap())
    assert room("Course Sans", *asked) == room("Own", *asked)


@pytest.mark.parametrize("look", LOOKS)
def test_what_stands_in_takes_as_much_room(room: Callable, look: str) -> None:
    text = "Each word asks the others what they hold, and mixes the answers."
    asked = *LOOKS[look][:2], text
    ((wide, high),) = room("Course Sans", *asked)
    found = [room(f"Like {family}", *asked) for family in SYSTEM]
    found = [sizes for sizes in found if sizes != room("none", *asked)]
    assert found, "none of the letters of systems is here"
    for ((other, lines),) in found:
        assert abs(other / wide - 1) < 0.04
        assert abs(lines / high - 1) < 0.02
