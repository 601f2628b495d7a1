"""What the models of the site ask of a reader's machine: `python -m
tests.measure`, with `PYTHONPATH=book`, measures the playground of the built
site and writes `front/results/site.json`.

The page is opened as by somebody who has never seen it. Times are medians; the
machine is as busy as it is.
"""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from attncourse import front
from attncourse.experiments.workspace import Workspace
from tests.site.browser import CHROMIUM, FLAGS, SITE, UNKNOWN, served

ROUNDS = 7
SIZE = {"width": 1280, "height": 800}
SENTENCE = "a black dog with a white cat is sleeping on a red sofa ."


@contextmanager
def fresh(browser: Browser) -> Iterator[Page]:
    """A window that has loaded nothing yet."""
    with browser.new_context(viewport=SIZE) as context:
        context.add_init_script(UNKNOWN)
        yield context.new_page()


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


@dataclass(frozen=True)
class Site:
    """How it was measured."""

    name: str = "site"
    rounds: int = ROUNDS
    sentence: str = SENTENCE
    width: int = SIZE["width"]
    height: int = SIZE["height"]


def write(browser: Browser, address: str) -> None:
    """Measure all of it, and store it in the form of results."""
    weights = megabytes(SITE, "*.safetensors")
    began = time.perf_counter()
    tables = {"answers": answers(browser, address)}
    folder = Path(front.__path__[0], "results")
    folder.mkdir(exist_ok=True)
    seconds = time.perf_counter() - began
    Workspace(folder).write(
        Site(),
        seconds=seconds,
        values={"after_weights": (weights, "MB")},
        tables=tables,
    )


def main() -> None:
    """Write the result."""
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    with served(SITE) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        write(browser, address)


if __name__ == "__main__":
    main()
