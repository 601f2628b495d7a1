"""A browser that sees the built site and nothing else: every request to another
host is refused and counted.
"""

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Route,
    sync_playwright,
)

from tests.extension import forms as form

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
READY = """async () => {
  await window.MathJax?.startup?.promise;
  const late = "article :is(mjx-container, table):not([data-size]), "
    + "[data-live-figure] > img:not([hidden])";
  return !document.querySelector(late);
}"""
"""Formulas are set, wide ones and tables fitted, figures alive."""


def missing(what: str) -> None:
    """Skip where a reader works without this; fail in continuous integration,
    where it must be there.
    """
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


class Handler(SimpleHTTPRequestHandler):
    """Serves files without writing to the terminal."""

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, served on this machine only."""
    handler = functools.partial(Handler, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site."""
    if not (SITE / "index.html").is_file():
        missing("the site is not built: run `make book SERVE=0` first")
    with served(SITE) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system installs it, with a fresh profile."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        missing(
            "no chromium on this machine (Debian: apt-get install chromium)"
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@dataclass
class Window:
    """One browser window and everything that went wrong in it."""

    address: str
    context: BrowserContext
    page: Page
    scripts: bool = True
    problems: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Load one page of the site, until its scripts have done their work."""
        self.page.goto(f"{self.address}/{path}")
        if self.scripts:
            self.page.wait_for_function(READY)
        return self.page

    def guard(self, route: Route) -> None:
        """Let requests to the site pass; refuse and note every other."""
        url = route.request.url
        if url.startswith(self.address):
            route.continue_()
        else:
            self.problems.append(f"request to another host: {url}")
            route.abort()

    def watch(self) -> None:
        """Note foreign requests, missing files and errors of scripts."""
        self.context.route("**/*", self.guard)
        self.page.on(
            "pageerror",
            lambda error: self.problems.append(f"script error: {error}"),
        )
        self.page.on(
            "response",
            lambda r: (
                r.status >= 400 and self.problems.append(f"{r.status}: {r.url}")
            ),
        )
        self.page.on(
            "console",
            lambda m: (
                m.type == "error" and self.problems.append(f"console: {m.text}")
            ),
        )


def windows(browser: Browser, address: str) -> Callable:
    """`with windows(...)(width=390, color_scheme="dark") as w:` opens one.

    At its end nothing may have gone wrong.
    """

    @contextmanager
    def opened(width: int, **options: object) -> Iterator[Window]:
        settings = {
            "viewport": {"width": width, "height": 900},
            "reduced_motion": "reduce",
        } | options
        context = browser.new_context(**settings)
        # milliseconds: machines that build books are busy
        context.set_default_timeout(60_000)
        scripts = settings.get("java_script_enabled", True)
        made = Window(address, context, context.new_page(), scripts)
        made.watch()
        yield made
        context.close()
        assert made.problems == []

    return opened


@pytest.fixture(scope="session")
def window(browser: Browser, address: str) -> Callable:
    """Windows of the built site."""
    return windows(browser, address)


@pytest.fixture(scope="session")
def forms(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable]:
    """Windows of a book with the settings of this one, whose first page is
    `form.notebook()`.
    """
    folder = tmp_path_factory.mktemp("book")
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
    with served(folder / "_build" / "html") as found:
        yield windows(browser, found)
