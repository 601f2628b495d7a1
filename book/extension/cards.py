"""The first page and the last one tell of each chapter what its room and its
notebooks say: a card, its idea, its figure of the short path. How the course is
cited stands in CITATION.cff.
"""

import re
from html import escape
from pathlib import Path
from types import ModuleType

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from attncourse import course
from attncourse.rooms import chapters
from extension.links import notebook
from extension.numbers import drawing

PAGE, END = "book/index", "book/end"
ROOT = Path(__file__).parents[2]
CARDS, PATH = "% a card for each chapter\n", "% a figure of each chapter\n"
CITATION, HOURS = "% how to cite\n", "% how long it takes\n"
TAKES = """\
- **Time:** {:.0f} hours for the chapters, and {:.0f} more for their
  exercises.
"""
IDEAS = "% an idea of each chapter\n"
IDEA = """\
::::{{grid-item}}
```{{drawing}} {room}.drawings.idea.idea
:bare:
```
**[{title}]({page}.ipynb).** {said}
::::
"""
GRID = """\
:::::{{grid}} 1 2 3 3
:gutter: 3
:class-container: chapters

{}
:::::
"""
ENTRY = """\
```bibtex
@software{{attnbook,
  title = {{{title}}},
  author = {{{{{author}}}}},
  year = {{{year}}},
  version = {{{version}}},
  url = {{{url}}}
}}
```
"""
LINK = (
    '<a href="{uri}" aria-label="{name}"><title>{name}</title><rect x="{x:g}" '
    'y="{y:g}" width="{w}" height="{h}" rx="8" fill="transparent"/></a>'
)
CARD = """\
::::{{grid-item-card}} {title}
:link: {page}
:link-type: doc

```{{drawing}} {room}.drawings.idea.idea
:bare:
```

{question}

:::{{card-footer}}
{minutes} minutes, and {more} for [the exercises]({exercises})
:::
::::
"""
TIME = re.compile(r"(\d+) with predictions and code\. \*\*Exercises:\*\* (\d+)")


def told(name: str, room: ModuleType) -> dict[str, str]:
    """What is said of a chapter."""
    file, cells = notebook(name)
    first = "".join(cells[0]["source"])
    minutes, more = TIME.findall(first)[0]
    return {
        "room": name,
        "title": first.partition("\n")[0].removeprefix("# "),
        "page": f"../chapters/{file.stem}",
        "exercises": f"../chapters/exercises/{file.name}",
        "question": room.QUESTION,
        "minutes": minutes,
        "more": more,
    }


def cards() -> str:
    """A card for each chapter, with its drawing."""
    each = (CARD.format(**told(n, room)) for n, room in chapters().items())
    return GRID.format("\n".join(each))


def hours() -> str:
    """How long all chapters take, and all exercises."""
    each = [told(n, room) for n, room in chapters().items()]
    sums = (sum(int(one[what]) for one in each) for what in ("minutes", "more"))
    return TAKES.format(*(minutes / 60 for minutes in sums))


def ideas() -> str:
    """The idea of each chapter: its drawing, and what that says."""
    each = (
        IDEA.format(**told(n, room), said=room.drawings.idea().caption)
        for n, room in chapters().items()
    )
    return GRID.format("\n".join(each))


def path() -> str:
    """The short path: of each chapter one figure."""
    return "".join(
        f"1. [{room.SHORT[1]}]({told(n, room)['page']}.ipynb#cell-"
        f"{room.SHORT[0]})\n"
        for n, room in chapters().items()
    )


def citation(address: str) -> str:
    """The entry of a bibliography."""
    told = yaml.safe_load(ROOT.joinpath("CITATION.cff").read_text("utf-8"))
    return ENTRY.format(
        title=told["title"],
        author=told["authors"][0]["name"],
        year=told["date-released"][:4],
        version=told["version"],
        url=address,
    )


class Map(SphinxDirective):
    """The directive `{map}`: the map of the course; each part leads to its
    chapter.
    """

    def run(self) -> list[nodes.Node]:
        """The drawing, with links over its parts."""
        svg = course.course_map().svg.replace('role="img"', 'role="group"')
        links = "".join(map(self.links, chapters().items()))
        text = svg.replace("</svg>", f"{links}</svg>")
        return [nodes.container("", *drawing(text).children, classes=["map"])]

    def links(self, chapter: tuple[str, ModuleType]) -> str:
        """Those to one chapter."""
        name, room = chapter
        said = told(name, room)
        page = said["page"].removeprefix("../")
        uri = self.env.app.builder.get_relative_uri(PAGE, page)
        return "".join(
            LINK.format(
                uri=uri,
                name=escape(f"{said['title']}: {label}"),
                x=x - w / 2,
                y=y - h / 2,
                w=w,
                h=h,
            )
            for x, y, w, h, label, _ in room.PARTS or course.AROUND
        )


def collect(app: Sphinx, page: str, source: list[str]) -> None:
    """Fill the first page and the last one."""
    if page == END:
        source[0] = source[0].replace(IDEAS, ideas())
    if page == PAGE:
        address = app.config.html_theme_options["repository_url"]
        for mark, text in (
            (CARDS, cards()),
            (PATH, path()),
            (HOURS, hours()),
            (CITATION, citation(address)),
        ):
            source[0] = source[0].replace(mark, text)


def setup(app: Sphinx) -> None:
    """The directive, and the words as the page is read."""
    app.add_directive("map", Map)
    app.connect("source-read", collect)
