"""The drawing of one block under three masks, and what each is trained on."""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing import layout
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number

S, T = 3, 4
"""Words of the source, words of the text."""
CELL = 16
STENCILS = {
    "encoder": ("encoder", "sees every\nword", "hidden\nwords"),
    "decoder": (
        "decoder",
        "sees itself and\nearlier words",
        "the next\nword",
    ),
    "encoder-decoder": (
        "encoder decoder",
        "sees the source\nand earlier words",
        "the text from its\nnoisy version",
    ),
}
"""The colours of the columns, whom a word sees, and the objective."""


def mask(name: str) -> Tensor:
    """Whom each of the T words sees: all words, those up to itself, or those
    and the S words of the source, which stand first.
    """
    everyone = torch.ones(T, T if name == "encoder" else S, dtype=torch.bool)
    return {
        "encoder": everyone,
        "decoder": spec.causal(T, T),
        "encoder-decoder": torch.cat([everyone, spec.causal(T, T)], 1),
    }[name]


def stencils() -> Drawing:
    """The same block three times, each over its mask."""
    columns = [
        [
            layout.text(name, bold=True),
            block(),
            cells(mask(name), name),
            layout.text(sides(name), colour="muted"),
            layout.text(sees),
            layout.text(objective, bold=True),
        ]
        for name, (_, sees, objective) in STENCILS.items()
    ]
    lines = list(zip(*columns, strict=True))
    body = layout.table(lines, across=14, down=12)
    card, _ = layout.lay(body)
    return finish(
        card,
        f"""The same block of attention and feed-forward three times, each with
        its mask as a small matrix, a row for each of {T} words; a full cell is
        seen. Encoder, {T} x {T}: every word sees every word, and hidden words
        are predicted. Decoder, {T} x {T}: a word sees itself and the earlier
        ones, and the next word is predicted. Encoder-decoder, {T} rows of
        {S} + {T} cells: a word sees the {S} words of the source, itself and the
        earlier ones, and the text is predicted from its noisy version.""",
        """One block, three stencils. What differs is the mask: whom a word
        (a row) is allowed to see (full cells). The mask decides which objective
        makes sense. (In an encoder-decoder the source cells are its
        cross-attention; encoder blocks read the source first.)""",
    )


def sides(name: str) -> str:
    """The sides of a mask, in letters."""
    if name == "encoder-decoder":
        return "/T/ \u00d7 (/S/ + /T/)"
    return "/T/ \u00d7 /T/"


def block() -> Thing:
    """Attention and feed-forward, in the look of every block."""
    w, h, each = 112, 74, 28

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        card.box(x, y, w + 12, h, "", "muted", tint=0.05)
        low, high = y + h / 4 - 1, y - h / 4 + 1
        first = card.box(x, low, w, each, "attention", "weight")
        card.arrow(first, card.box(x, high, w, each, "feed-forward", "series4"))

    return Thing(w + 12, h / 2, h / 2, draw)


def cells(seen: Tensor, name: str) -> Thing:
    """A mask: full cells are seen, a column has the colour of who is seen."""
    colours = STENCILS[name][0].split()
    first = len(seen[0]) - T if len(colours) > 1 else T
    w, h = CELL * len(seen[0]), CELL * len(seen)

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        for t, row in enumerate(seen.tolist()):
            for s, on in enumerate(row):
                left = x - w / 2 + CELL * (s + 0.5)
                top = y - h / 2 + CELL * (t + 0.5)
                colour = colours[s >= first] if on else "rule"
                tint = 0.6 if on else 0.0
                card.box(left, top, CELL, CELL, "", colour, tint=tint, corner=2)

    return Thing(w, h / 2, h / 2, draw)
