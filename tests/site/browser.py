"""A browser that sees the built site and nothing else: every request to another
host is refused and counted.
"""

import functools
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from filelock import FileLock
from paper.pdf import CHROMIUM, SITE, served
from playwright.sync_api import Browser, Page, sync_playwright

from tests.extension import forms as form

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # what no machine answers needs no patience
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
UNKNOWN = """Object.defineProperty(navigator, "connection",
  { value: undefined });"""
"""No word on the connection: no model is loaded that no test asks for."""
LAID = """async () => {
  await window.MathJax?.startup?.promise;
  const late = "article :is(mjx-container, table):not([data-size])";
  return !document.querySelector(late);
}"""
"""Formulas are set, wide ones and tables fitted."""
READY = """async () => {
  await window.MathJax?.startup?.promise;
  for (const name of window.whole ? [] : ["beforeprint", "afterprint"])
    dispatchEvent(new Event(name));
  window.whole = true;
  const late = "article :is(mjx-container, table):not([data-size]), "
    + "[data-live-figure] > img:not([hidden]), svg[data-later]";
  return !document.querySelector(late);
}"""
"""And all figures are there and alive, as before a page is printed."""


def missing(what: str) -> None:
    """Skip where a reader works without this; fail in continuous integration,
    where it must be there.
    """
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site."""
    if not (SITE / "index.html").is_file():
        missing("the site is not built: run `make book SERVE=0` first")
    with served(SITE) as found:
        yield found


@functools.cache
def document(path: str) -> BeautifulSoup:
    """A page of the built site, as it is sent."""
    return BeautifulSoup((SITE / path).read_bytes(), "lxml")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system installs it, with a fresh profile; the one without
    windows starts and draws in three quarters of the time.
    """
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        missing(f"no {CHROMIUM[0]} on this machine (Debian has that package)")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@dataclass
class Window:
    """One browser window and everything that went wrong in it."""

    address: str
    page: Page
    scripts: bool = True
    problems: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Load one page of the site, until its scripts have done their work."""
        self.page.goto(f"{self.address}/{path}")
        if self.scripts:
            self.page.wait_for_function(READY)
        return self.page

    def watch(self) -> None:
        """Note foreign requests, missing files and errors of scripts."""
        for event, problem in {
            "request": lambda r: (
                not r.url.startswith((self.address, "blob:", "data:"))
                and f"request to another host: {r.url}"
            ),
            "response": lambda r: r.status >= 400 and f"{r.status}: {r.url}",
            "pageerror": lambda error: f"script error: {error}",
            "console": lambda m: m.type == "error" and f"console: {m.text}",
        }.items():
            self.page.on(event, lambda e, p=problem: self.note(p(e)))

    def note(self, problem: str | bool) -> None:
        if problem:
            self.problems.append(problem)

    def clear(self) -> None:
        """Forget what a reader has done here."""
        if self.scripts:
            # the theme notes how far its list is scrolled as a page is left
            self.page.evaluate(
                "localStorage.clear(), addEventListener('pagehide', "
                "() => sessionStorage.clear())"
            )
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)


def fresh(
    browser: Browser, address: str, script: str = "", **options: object
) -> Window:
    """A window that has loaded nothing yet; each of its pages runs the script
    first.
    """
    context = browser.new_context(reduced_motion="reduce", **options)
    context.add_init_script(UNKNOWN + script)
    # milliseconds: machines that build books are busy
    context.set_default_timeout(60_000)
    scripts = options.get("java_script_enabled", True)
    made = Window(address, context.new_page(), scripts)
    made.watch()
    return made


def windows(browser: Browser, address: str) -> Callable:
    """`with windows(...)(width=390, color_scheme="dark") as w:` opens one.

    At its end nothing may have gone wrong. The next of the same kind is the
    same one, cleared: it has read the scripts of the book already.
    """
    idle: dict[str, list[Window]] = defaultdict(list)

    @contextmanager
    def opened(
        width: int, color_scheme: str = "light", **options: object
    ) -> Iterator[Window]:
        others = idle[repr(options)]
        made = others.pop() if others else fresh(browser, address, **options)
        made.page.set_viewport_size({"width": width, "height": 900})
        made.page.emulate_media(color_scheme=color_scheme)
        yield made
        made.clear()
        assert made.problems == []
        others.append(made)

    return opened


@pytest.fixture(scope="session")
def window(browser: Browser, address: str) -> Callable:
    """Windows of the built site."""
    return windows(browser, address)


@pytest.fixture(scope="session")
def forms(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Iterator[Callable]:
    """Windows of a book with the settings of this one, whose first page is
    `form.notebook()`; the processes of one run share it.
    """
    shared = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        shared = shared.parent
    book = shared / "book"
    with FileLock(f"{book}.lock"):
        if not book.exists():
            build(book)
    with served(book / "_build" / "html") as found:
        yield windows(browser, found)


def build(folder: Path) -> None:
    """Write the book of all forms, and build it."""
    folder.mkdir()
    for name in ("_config.yml", "book", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "_toc.yml").write_text("format: jb-book\nroot: forms\n")
    (folder / "forms.ipynb").write_text(nbformat.writes(form.notebook()))
    command = [
        Path(sys.executable).with_name("jupyter-book"),
        "build",
        folder,
        "-W",
        "-n",
        "--keep-going",
    ]
    subprocess.run(command, check=True, capture_output=True)
