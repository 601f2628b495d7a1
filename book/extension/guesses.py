"""Guess, then see: the answer stays closed until the reader has chosen.

In a notebook a guess is a quote with choices, a cell tagged `guess` (a guess
that thinking answers has none), and a fold with a sentence for each choice. On
the site the cell, code and output, and the sentences go into one `<details>`;
`assets/guess.js` makes the choices buttons.
"""

import hashlib
import re
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from extension.folds import folded

LOGGER = logging.getLogger(__name__)
LABEL = re.compile(r"\(([a-z])\)\s*")
RIGHT = re.compile(LABEL.pattern + "Right:")
STATUS = '<p class="guess-status">Choose one.</p>'


class Broken(ValueError):
    """A guess without one of its parts."""


@dataclass
class Guess:
    """The parts of one guess, as they follow each other on the page."""

    box: nodes.admonition
    cell: nodes.container | None
    fold: list[nodes.Node]

    @property
    def choices(self) -> nodes.bullet_list:
        """What the reader may choose."""
        return self.box.children[-1]

    @property
    def sentences(self) -> nodes.bullet_list:
        """What each choice says."""
        return self.fold[1]


class Guesses(SphinxTransform):
    """Put each guess together; a broken one is a warning of the build."""

    default_priority = 330  # after figures are made, before cells are folded

    def apply(self) -> None:
        """Look at every guess, then at cells that belong to none."""
        cells = [n for n in self.document.findall(nodes.container) if tagged(n)]
        for box in list(self.document.findall(nodes.admonition)):
            if "guess" not in box["classes"]:
                continue
            try:
                guess = parts(box)
                if guess.cell:
                    cells.remove(guess.cell)
                check(guess)
            except Broken as error:
                LOGGER.warning("guess: %s", error, location=box)
            else:
                assemble(guess)
        for cell in cells:
            LOGGER.warning("guess: no box before this cell", location=cell)


def tagged(node: nodes.Node) -> bool:
    """True for a cell tagged `guess`."""
    return "tag_guess" in getattr(node, "attributes", {}).get("classes", ())


def parts(box: nodes.admonition) -> Guess:
    """The box, its cell and its fold; Broken if they do not follow it."""
    place = box.parent.index(box)
    cell, *fold = [*box.parent[place + 1 : place + 5], None]
    if not tagged(cell):
        if not (cell and cell.astext().startswith("<details")):
            raise Broken("a cell tagged `guess` must follow the box")
        cell, fold = None, [cell, *fold]
    texts = [node.astext().strip() if node else "" for node in fold[:3]]
    if not (
        len(texts) == 3
        and texts[0].startswith("<details")
        and isinstance(fold[1], nodes.bullet_list)
        and texts[2] == "</details>"
    ):
        raise Broken("a fold that holds one list must follow the cell")
    if not isinstance(box.children[-1], nodes.bullet_list):
        raise Broken("the box must end with the list of its choices")
    return Guess(box, cell, fold[:3])


def check(guess: Guess) -> None:
    """Broken if choices and sentences do not match."""
    said = [item.astext() for item in guess.sentences]
    found = [LABEL.match(text) for text in said]
    letters = [LABEL.match(item.astext()) for item in guess.choices]
    if None in (*letters, *found):
        raise Broken("choices and sentences begin with (a), (b), ...")
    asked, told = ([match[1] for match in row] for row in (letters, found))
    if asked != told:
        raise Broken(f"choices are {asked}, sentences are {told}")
    right = sum(bool(RIGHT.match(text)) for text in said)
    if right != 1:
        raise Broken(f'{right} sentences begin with "Right:", not one')
    shown = guess.cell and guess.cell.children[-1].get("nb_element")
    if guess.cell and shown != "cell_code_output":
        raise Broken("the cell shows nothing")


def assemble(guess: Guess) -> None:
    """One container: the box, and the fold with the cell and the sentences.

    Its id is made from the question, so that a browser's memory of an answer
    ends when the question changes.
    """
    digest = hashlib.sha256(guess.box.astext().encode()).hexdigest()
    parent, place = guess.box.parent, guess.box.parent.index(guess.box)
    for item in guess.sentences:
        if RIGHT.match(item.astext()):
            item["classes"].append("right")
    cell = [guess.cell] if guess.cell else []
    answer = [*cell, guess.sentences]
    for node in (guess.box, *cell, *guess.fold):
        parent.remove(node)
    guess.choices["classes"].append("choices")
    guess.sentences["classes"].append("sentences")
    guess.box += nodes.raw("", STATUS, format="html")
    fold = folded("Choose first, then see", answer, "guess-answer")
    whole = nodes.container("", guess.box, fold, classes=["guess-form"])
    whole["ids"] = [f"guess-{digest[:8]}"]
    parent.insert(place, whole)


def setup(app: Sphinx) -> None:
    """Add the transform and the script."""
    app.add_transform(Guesses)
    app.add_js_file("guess.js", loading_method="defer")
