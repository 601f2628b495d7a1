"""The drawing of a Vision Transformer: patches become words, a class token
reads them.
"""

from attncourse.chapter9.drawings.embedding import COLOURS, patch
from attncourse.drawing import layout
from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number

CLASS = "series5"
"""The colour of the class token."""
P = len(COLOURS)
"""Patches."""


def whole() -> Drawing:
    """From the patches of an image to the scores of the classes."""
    columns = [[layout.space(), *token(0, "token", CLASS)]]
    columns += [
        [
            patch(k).named(f"patch {k + 1}"),
            *token(k + 1, "*E*_{patch}", COLOURS[k]),
        ]
        for k in range(P)
    ]
    labels = ["patches", "embeddings", "+ positions", "", "", ""]
    names = ["", "", "", "blocks", "norm", "scores"]
    room = [
        Thing(0, 15, 15, lambda *_: None).named(name)
        if name
        else layout.text(label, colour="muted")
        for label, name in zip(labels, names, strict=True)
    ]
    lines = list(zip(room, *columns, strict=True))
    card, at = layout.lay(layout.table(lines, across=12, down=20))
    blocks = across(card, at, "blocks", "/L/ blocks: attention, then MLP")
    first = at["place 0"]
    norm = card.box(first.x, at["norm"].y, 70, 30, "norm", CLASS)
    scores = card.box(first.x, at["scores"].y, 70, 30, "head", CLASS)
    for k in range(P + 1):
        one, other = at[f"vector {k}"], at[f"place {k}"]
        if k:
            card.arrow(at[f"patch {k}"], one)
        card.arrow(one, other)
        card.arrow(other, (other.x, blocks.top[1]))
    card.arrow((first.x, blocks.bottom[1]), norm)
    card.arrow(norm, scores)
    card.note(at["place 2"].x, scores.y, "scores of the classes")
    card.arrow(scores, (at["place 1"].left[0] + 8, scores.y))
    return finish(
        card,
        f"""An image in {P} patches. Each patch is embedded with the matrix E; a
        class token stands before them. Each of the {P + 1} gets the vector of
        its place. L blocks of attention and MLP read them all. What the class
        token has become goes through a normalisation and the head, which
        scores the classes.""",
        f"""A Vision Transformer of {P} patches: their embeddings, each with its
        position, a class token in front, $L$ blocks, and a head that reads the
        class token alone.""",
    )


def token(k: int, label: str, colour: str) -> list[Thing]:
    """The embedding of one of the words, its place, and room below."""
    return [
        layout.box(label, colour, 48).named(f"vector {k}"),
        layout.box(f"*p*_{k}", colour, 48).named(f"place {k}"),
        layout.space(),
        layout.space(),
        layout.space(),
    ]


def across(card: Canvas, at: layout.Places, line: str, label: str) -> Box:
    """A box below all words, on the height of a line."""
    left, right = at["place 0"].left[0], at[f"place {P}"].right[0]
    middle: Number = (left + right) / 2
    return card.box(middle, at[line].y, right - left, 30, label, "encoder")
