"""A page that has changed is read again, and with it those that say what stands
in it; all are written again, since pages lead to each other and are made light
together.

A change of anything but pages (of the library, the results, this extension) is
for a build of everything, `--all`: the Makefile knows which it is.
"""

import os
from collections.abc import Iterator
from hashlib import sha256

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from attncourse.rooms import chapters
from extension.links import notebook

FRONT = {"book/index", "book/end"}
"""They say how the first cell of a chapter names it, and its minutes."""
LIBRARY = "book/library/"
"""Leads to the code of all chapters, as the results of each lead to its own."""


def parts(chapter: str) -> Iterator[tuple[str, str]]:
    """What other pages take from a chapter: its first cell and its code."""
    _, cells = notebook(chapter)
    code = (c for c in cells if c["cell_type"] == "code")
    for part, taken in (("first", cells[:1]), ("code", code)):
        text = "".join(c["id"] + "".join(c["source"]) for c in taken)
        yield part, sha256(text.encode()).hexdigest()


def takers(
    app: Sphinx, env: BuildEnvironment, *pages: set[str]
) -> Iterator[str]:
    """The pages that must be read again, as others have changed."""
    known = getattr(env, "taken", {})
    taken = {
        (chapter, part): digest
        for chapter in chapters()
        for part, digest in parts(chapter)
    }
    env.taken = taken  # type: ignore[attr-defined]
    for chapter, part in {k for k in taken if taken[k] != known.get(k)}:
        one = f"book/results/{chapter}"
        for page in env.found_docs:
            of_code = page == one or page.startswith(LIBRARY)
            if page in FRONT if part == "first" else of_code:
                yield page


def write_all(app: Sphinx, env: BuildEnvironment) -> set[str]:
    """Every page, by as many processes as there are processors."""
    app.parallel = os.cpu_count() or 1
    return env.found_docs


def setup(app: Sphinx) -> None:
    """Ask before pages are read, and tell before they are written."""
    app.connect("env-get-outdated", takers)
    app.connect("env-updated", write_all)
