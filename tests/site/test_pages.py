"""Every page of the built site, at the width of a phone and of a desktop: nothing missing, wide or unreadable."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
OTHER = {"genindex.html", "index.html", "search.html"}


def files(entry: dict | list) -> list[str]:
    """The pages that a table of contents names, in order."""
    if isinstance(entry, list):
        return [name for part in entry for name in files(part)]
    own = [entry[key] for key in ("root", "file") if key in entry]
    return own + [name for value in entry.values() if isinstance(value, list) for name in files(value)]


PAGES = [f"{name}.html" for name in files(TOC)]
UNRENDERED = "[...document.querySelectorAll('.math')].filter(e => !e.querySelector('mjx-container')).length"
UNDESCRIBED = (
    "[...document.querySelectorAll('main img')].filter(e => !e.alt.trim()).map(e => e.outerHTML.slice(0, 200))"
)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
GRAVE = ("serious", "critical")


def grave_violations(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands, with the first place of each."""
    report = Axe().run(page, options={"preload": False}).response  # its preload guesses addresses of style sheets
    found = [v for v in report["violations"] if v["impact"] in GRAVE]
    return [f"{v['id']}: {len(v['nodes'])} x, first {v['nodes'][0]['html'][:300]}" for v in found]


@pytest.mark.parametrize("path", [*PAGES, "search.html"])
def test_page(path: str, window: Callable) -> None:
    """Formulas are set, pictures described, nothing scrolls sideways, axe finds nothing grave, in both themes."""
    for width, theme in ((390, "light"), (1280, "dark")):
        with window(width, color_scheme=theme) as opened:
            page = opened.open(path)
            page.wait_for_function(f"{UNRENDERED} === 0")
            assert page.locator("mjx-merror").count() == 0, "MathJax refuses a formula"
            assert page.evaluate(UNDESCRIBED) == []
            assert page.evaluate(TOO_WIDE) == 0, f"{path} is wider than {width} pixels"
            assert grave_violations(page) == []


def test_the_site_is_what_the_table_of_contents_names(address: str) -> None:
    """Nothing else of the checkout (caches, notes, solutions) has become a page."""
    built = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts}
    assert built == {*PAGES, *OTHER}


def figures(notebook: Path) -> list[str]:
    """The plain text of every picture that a notebook shows."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    return [" ".join("".join(data["text/plain"]).split()) for data in outputs if "image/png" in data]


@pytest.mark.parametrize("notebook", sorted(ROOT.glob("chapters/*.ipynb")), ids=lambda path: path.stem)
def test_pictures_are_described_by_their_plain_text(notebook: Path, window: Callable) -> None:
    with window(1280, java_script_enabled=False) as opened:
        page = opened.open(notebook.relative_to(ROOT).with_suffix(".html").as_posix())
        described = page.locator(".cell_output img").evaluate_all("images => images.map(image => image.alt)")
        assert set(figures(notebook)) <= set(described)
