"""The site keeps what its pages load, and nothing else of MathJax."""

import re
from base64 import b64encode
from io import BytesIO
from types import SimpleNamespace

import numpy as np
from bs4 import BeautifulSoup
from extension import light
from PIL import Image

from tests.site.browser import SITE

SCRIPT = '<script defer src="{}.js?digest=1"></script>\n'


def test_what_no_page_needs_is_left_out(tmp_path) -> None:
    folder = tmp_path / "_static/mathjax"
    kept = {
        "startup.js",
        "LICENSE.txt",
        "input/tex/extensions/ams.js",
        "output/chtml/fonts/tex.js",
        "output/chtml/fonts/woff-v2/one.woff",
    }
    for name in (*kept, "tex-svg.js", "sre/en.json", "output/svg.js"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    pages = [tmp_path / "deep/page.html", tmp_path / "search.html"]
    pages[0].parent.mkdir()
    index, theme = SCRIPT.format("searchindex"), SCRIPT.format("bootstrap")
    for page in pages:
        page.write_text(SCRIPT.format("fontawesome") + index + theme)
    light.lighten(SimpleNamespace(outdir=tmp_path), None)
    assert [page.read_text() for page in pages] == [theme, index + theme]
    left = [file for file in folder.rglob("*") if file.is_file()]
    assert {str(file.relative_to(folder)) for file in left} == kept


def test_a_picture_becomes_a_file_that_comes_when_it_is_near(tmp_path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (30, 60), np.uint8)
    buffer = BytesIO()
    Image.fromarray(noise).save(buffer, "png")
    data = b64encode(buffer.getvalue()).decode()
    page = tmp_path / "deep/page.html"
    page.parent.mkdir()
    text = f'<img alt="x" width="40" src="data:image/png;base64,{data}">'
    found = BeautifulSoup(light.outside(text, tmp_path, page), "lxml").img
    assert found["loading"] == "lazy"
    assert (found["width"], found["height"]) == ("40", "20")
    file = page.parent / found["src"]
    assert file.read_bytes() == buffer.getvalue()


def test_what_looks_like_text_needs_no_element(address) -> None:
    """Its colour is that of all code, in both themes."""
    sheet = next(SITE.glob("_static/all.*.css")).read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        start = f'html[data-theme="{theme}"] .highlight'
        (plain,) = re.findall(
            rf"{re.escape(start)} {{[^}}]*\bcolor: (#\w+)", sheet
        )
        for name in ("n", "nn", "p", "w"):
            assert f"{start} .{name} {{ color: {plain} }}" in sheet
    marked = '<span class="nn">torch</span><span class="k">as</span>'
    assert light.PLAIN.sub(r"\1", marked) == 'torch<span class="k">as</span>'
