"""A paper that a text names as "Vaswani et al. 2017" is a link to its entry in
the references, and the entry leads back to every section that names it.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

PAGE = "book/references"
LISTED = Path(__file__).parent.parent / "references.bib"
KEY = re.compile(r"^@\w+\{(\w+),", re.M)
CITED = re.compile(
    r"\b([A-Z]\w+) (?:et al\.|and [A-Z]\w+),? \(?((?:19|20)\d\d)\b"
)
FIXED = nodes.literal, nodes.literal_block, nodes.title, nodes.raw
"""What names no paper to a reader."""


@cache
def known() -> set[str]:
    """The papers that are listed."""
    return set(KEY.findall(LISTED.read_text("utf-8")))


class LinkCitations(SphinxTransform):
    """Link every paper that a page names, and note where."""

    default_priority = 880

    def apply(self) -> None:
        """Look at every text; one that is a link stays the link that it is."""
        page = self.env.docname
        address = "../" * page.count("/") + f"{PAGE}.html#"
        for text in list(self.document.findall(nodes.Text)):
            around = list(above(text))
            if page == PAGE or any(isinstance(p, FIXED) for p in around):
                continue
            parts = list(linked(text, known(), address))
            for key in (
                part["refuri"].partition("#")[2] for part in parts[1::2]
            ):
                self.note(key, around)
            if len(parts) > 1 and not isinstance(around[0], nodes.reference):
                text.parent.replace(text, parts)

    def note(self, key: str, around: list[nodes.Node]) -> None:
        """Remember the section that names a paper."""
        for part in around:
            if isinstance(part, nodes.section):
                title = part.next_node(nodes.title).astext()
                place = self.env.docname, part["ids"][0], title
                naming(self.env).setdefault(key, {})[place] = None
                return


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """What a node stands in, from the inside out."""
    while node := node.parent:
        yield node


def linked(text: str, known: set[str], address: str) -> Iterator[nodes.Node]:
    """The parts of a text: between others, at odd places, links."""
    end = 0
    for found in CITED.finditer(text):
        key = found[1].lower() + found[2]
        if key in known:
            yield nodes.Text(text[end : found.start()])
            yield nodes.reference(
                "", found[0], refuri=address + key, internal=True
            )
            end = found.end()
    yield nodes.Text(text[end:])


Place = tuple[str, str, str]  # the page, anchor and title of a section


def naming(env: BuildEnvironment) -> dict[str, dict[Place, None]]:
    """For each paper the sections that name it, each once."""
    if not hasattr(env, "papers_named"):
        env.papers_named = {}  # type: ignore[attr-defined]
    found: dict[str, dict[Place, None]] = env.papers_named
    return found


def rank(place: Place) -> tuple[bool, Place]:
    """Chapters come first."""
    return not place[0].startswith("chapters"), place


class LeadBack(SphinxPostTransform):
    """Below each entry of the references, the sections that name it."""

    default_priority = 10  # after the entries are made

    def run(self, **kwargs: Any) -> None:
        """Look at every entry."""
        if self.env.docname != PAGE:
            return
        for entry in self.document.findall(nodes.citation):
            places = sorted(naming(self.env).get(entry["ids"][0], ()), key=rank)
            line = nodes.paragraph("", "Named in: ", classes=["named-in"])
            for k, place in enumerate(places):
                line += [nodes.Text(", ")] if k else []
                line += self.link(*place)
            entry += [line] if places else []

    def link(self, page: str, anchor: str, title: str) -> nodes.reference:
        """To a section, by the number of its chapter and its title."""
        uri = self.app.builder.get_relative_uri(PAGE, page)
        chapter = re.match(r"chapters/(?:exercises/)?(\d+)", page)
        name = f"{int(chapter[1])}: {title}" if chapter else title
        return nodes.reference(
            "", name, refuri=f"{uri}#{anchor}", internal=True
        )


def purge(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is read again."""
    for key, places in naming(env).items():
        others = {place: None for place in places if place[0] != page}
        naming(env)[key] = others


def setup(app: Sphinx) -> None:
    """Add both directions."""
    app.config.bibtex_cite_id = "{key}"
    app.add_transform(LinkCitations)
    app.add_post_transform(LeadBack)
    app.connect("env-purge-doc", purge)
