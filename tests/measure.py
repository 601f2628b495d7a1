"""What a reader's machine is asked for: with `PYTHONPATH=book`,
`python -m tests.measure BEFORE EMPTY` measures the built site beside an older
build of it and beside a page of the theme with one line, and writes
`front/results/site.json`.

A page is opened as by somebody who has never seen the site. Times are medians
of rounds in which all sites take turns; the machine is as busy as it is.
"""

import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Response, sync_playwright

from attncourse import front
from attncourse.experiments.workspace import Workspace
from tests.site.browser import CHROMIUM, FLAGS, SITE, UNKNOWN, served
from tests.site.looks import PAGES

ROUNDS = 7
SIZE = {"width": 1280, "height": 800}
SENTENCE = "a black dog with a white cat is sleeping on a red sofa ."
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]
  ?.startTime"""
SET = """async () => {
  await window.MathJax?.startup?.promise;
  return document.readyState === "complete";
}"""


@contextmanager
def fresh(browser: Browser) -> Iterator[Page]:
    """A window that has loaded nothing yet."""
    with browser.new_context(viewport=SIZE) as context:
        context.add_init_script(UNKNOWN)
        yield context.new_page()


def weight(browser: Browser, url: str) -> tuple[int, int]:
    """Bytes and elements of a page when it is first shown."""
    with fresh(browser) as page:
        came: list[Response] = []
        page.on("response", lambda response: came.append(response))
        page.goto(url)
        page.wait_for_function(SET)
        count = page.evaluate("document.querySelectorAll('*').length")
        sizes = {one.url: len(one.body()) for one in [*came] if one.ok}
    return sum(sizes.values()), count


def paint(browser: Browser, url: str) -> float:
    """Milliseconds until something is seen."""
    with fresh(browser) as page:
        page.goto(url)
        page.wait_for_function(PAINT)
        return page.evaluate(PAINT)


def pages(browser: Browser, sites: dict[str, str]) -> list[dict]:
    """Every page of the site, and what it was before."""
    rows = []
    for path in PAGES:
        for site in ("before", "after"):
            url = f"{sites[site]}/{path}"
            if site == "after" or (folders()[site] / path).is_file():
                size, count = weight(browser, url)
                rows.append(
                    {"page": path, "site": site, "bytes": size, "nodes": count}
                )
    return rows


def paints(browser: Browser, sites: dict[str, str]) -> list[dict]:
    """Every page beside the empty one, in turns."""
    rows = []
    for path in PAGES:
        found: dict[str, list[float]] = {"after": [], "empty": []}
        for _ in range(ROUNDS):
            for site, times in found.items():
                own = path if site == "after" else "index.html"
                times.append(paint(browser, f"{sites[site]}/{own}"))
        own, other = (median(times) for times in found.values())
        rows.append({"page": path, "milliseconds": own, "empty": other})
    return rows


def ready(page: Page, url: str, place: str, button: str) -> float:
    """Load the models of a figure; the seconds until it has computed."""
    page.goto(f"{url}/book/playground.html")
    figure = page.locator(f"#{place}")
    figure.scroll_into_view_if_needed()
    load = figure.get_by_role("button", name=re.compile(button))
    load.wait_for()
    began = time.perf_counter()
    load.click()
    figure.get_by_text(re.compile("Computed|Loaded")).first.wait_for()
    return time.perf_counter() - began


ASKED = {
    "try-translate": ("Load all", "translators, one sentence of 13 words"),
    "try-scene": ("Load both", "captioners, one scene"),
    "try-complete": ("Load the model", "language model, 13 words"),
    "try-digit": ("Load the models", "Vision Transformer, one digit"),
}


def ask(page: Page, place: str, k: int) -> None:
    """Ask the models of a figure for something, another thing each time."""
    figure = page.locator(f"#{place}")
    if place == "try-scene":
        figure.get_by_role("button", name="random").click()
    elif place == "try-digit":
        figure.locator("[aria-label$='pixel left']").click()
    else:
        words = SENTENCE.split()
        figure.locator("textarea").fill(" ".join(words[k:] + words[:k]))
        figure.locator("textarea").press("Enter")


def answers(browser: Browser, url: str) -> list[dict]:
    """What the models of the playground take: bytes once, milliseconds each."""
    rows = []
    for place, (button, what) in ASKED.items():
        with fresh(browser) as page:
            seconds = ready(page, url, place, button)
            label = page.locator(f"#{place}")
            found = []
            for k in range(ROUNDS):
                say = label.locator("[role=status]").first
                say.evaluate("one => { one.textContent = '' }")
                ask(page, place, k)
                say.get_by_text(re.compile("Computed")).wait_for()
                said = say.inner_text().partition("Computed")[2]
                found.append(sum(map(int, re.findall(r"(\d+) ms", said))))
            rows.append(
                {
                    "figure": place,
                    "what": what,
                    "seconds": seconds,
                    "milliseconds": median(found),
                }
            )
    return rows


def megabytes(folder: Path, name: str = "*") -> float:
    """The files of a folder."""
    found = (file for file in folder.rglob(name) if file.is_file())
    return sum(file.stat().st_size for file in found) / 1e6


def folders() -> dict[str, Path]:
    """The sites, by the names that they have here."""
    before, empty = map(Path, sys.argv[1:])
    return {"before": before, "after": SITE, "empty": empty}


@dataclass(frozen=True)
class Site:
    """How it was measured."""

    name: str = "site"
    rounds: int = ROUNDS
    sentence: str = SENTENCE
    width: int = SIZE["width"]
    height: int = SIZE["height"]


def write(browser: Browser, sites: dict[str, str]) -> None:
    """Measure all of it, and store it in the form of results."""
    values = {
        f"{site}_{name}": (megabytes(folders()[site], kind), "MB")
        for site in ("before", "after")
        for name, kind in (("whole", "*"), ("weights", "*.safetensors"))
    }
    began = time.perf_counter()
    tables = {
        "pages": pages(browser, sites),
        "paints": paints(browser, sites),
        "answers": answers(browser, sites["after"]),
    }
    folder = Path(front.__path__[0], "results")
    folder.mkdir(exist_ok=True)
    seconds = time.perf_counter() - began
    Workspace(folder).write(
        Site(), seconds=seconds, values=values, tables=tables
    )


def main() -> None:
    """Write the result."""
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    with ExitStack() as stack:
        sites = {
            name: stack.enter_context(served(folder))
            for name, folder in folders().items()
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        write(browser, sites)


if __name__ == "__main__":
    main()
