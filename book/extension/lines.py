"""Code that wraps: each line in its own element, with its own indentation.

A long line of code goes on below, two columns to the right of where it began
(`assets/code.css`), instead of out of the page. What is copied is the same.
"""

import re
from typing import Any

from sphinx.application import Sphinx

START = '<div class="highlight"><pre>(?:<span></span>)?'
BLOCK = re.compile(f"({START})(.*?)(</pre>)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
DEEPEST = 12


def wrapped(block: re.Match[str]) -> str:
    """One block of code, line by line."""
    lines = block[2].removesuffix("\n").split("\n")
    return block[1] + "".join(map(line, lines)) + block[3]


def line(html: str) -> str:
    """One line, with the columns by which its continuation is indented."""
    text = TAG.sub("", html)
    columns = min(len(text) - len(text.lstrip(" ")), DEEPEST)
    style = f' style="--columns:{columns}"' if columns else ""
    return f'<span class="line"{style}>{html}\n</span>'


def wrap_code(
    app: Sphinx, page: str, template: str, context: dict[str, Any], *_: Any
) -> None:
    """Wrap every block of code of a page."""
    if "body" in context:
        context["body"] = BLOCK.sub(wrapped, context["body"])


def setup(app: Sphinx) -> None:
    """Connect to the making of pages."""
    app.connect("html-page-context", wrap_code)
