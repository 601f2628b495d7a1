"""The drawing of three families of models: their blocks, who may attend to whom
in them, and what each is trained on.
"""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing import layout
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Box

S, T = 3, 4
"""Words of the source, words of the text."""
CELL, APART = 16, 12
"""The side of a cell, the space between two masks."""
WIDE, LAYER, PITCH = 92, 28, 40
"""The width and height of a layer, and from one to the next."""
STENCILS = {
    "decoder": ("sees itself and\nearlier words", "the next\nword"),
    "encoder": ("sees every\nword", "hidden\nwords"),
    "encoder-decoder": (
        "sees the source\nand earlier words",
        "the text from its\nnoisy version",
    ),
}
"""Whom a word sees, and the objective."""


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
    """The block of each family, over its masks."""
    columns = [
        [
            layout.text(name, bold=True),
            block(name),
            cells(name),
            layout.text(sees),
            layout.text("predicts", colour="muted"),
            layout.text(objective, bold=True),
        ]
        for name, (sees, objective) in STENCILS.items()
    ]
    lines = list(zip(*columns, strict=True))
    card, _ = layout.lay(layout.table(lines, across=8, down=11))
    return finish(
        card,
        f"""Three models, each with its block and its masks, small matrices with
        a row for each of {T} words; a full cell is seen. Decoder, {T} x {T}: a
        word sees itself and the earlier ones, and the next word is predicted.
        Encoder, {T} x {T}: every word sees every word, and hidden words are
        predicted. Both blocks are attention and feed-forward. Encoder-decoder:
        the block has cross-attention between them, which an arrow from an
        encoder reaches; its two masks are {T} x {S}, all full, for the words of
        the source, and {T} x {T}, itself and the earlier words. The text is
        predicted from its noisy version.""",
        """The mask decides which objective makes sense. It says which words
        (columns) a word (a row) may attend to: full cells. Alone, a decoder and
        an encoder have the same block; the decoder of an encoder-decoder has
        one layer more, cross-attention to the source, with a mask of its
        own.""",
    )


def block(name: str) -> Thing:
    """The layers of a block, the lowest first; beside them the encoder that is
    read.
    """
    both = name == "encoder-decoder"
    own = "encoder" if name == "encoder" else "decoder"
    layers = [("attention", own), ("feed-forward", "series4")]
    if both:
        layers.insert(1, ("cross-attention", "encoder"))
    wide = WIDE + 20 * both
    left = 82 * both  # for the encoder and its arrow
    h = PITCH * len(layers) + 4

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        middle = x + left / 2
        card.box(middle, y, wide + 10, h, "", "muted", tint=0.05)
        low = y + (len(layers) - 1) * PITCH / 2
        boxes: list[Box] = [
            card.box(middle, low - k * PITCH, wide, LAYER, label, colour)
            for k, (label, colour) in enumerate(layers)
        ]
        card.chain(boxes)
        if both:
            edge = middle - wide / 2 - 5 - left
            source = card.box(edge + 29, y, 58, LAYER, "encoder", "encoder")
            card.arrow(source, boxes[1], colour="encoder", width=2.4)

    return Thing(wide + 10 + left, h / 2, h / 2, draw)


def cells(name: str) -> Thing:
    """The masks over their sides: full cells are seen, a column has the colour
    of who is seen.
    """
    seen = mask(name)
    first = len(seen[0]) - T  # words of a source
    parts = [(0, first, "/S/"), (first, T, "/T/")] if first else [(0, T, "/T/")]
    w, h = CELL * len(seen[0]) + APART * (len(parts) - 1), CELL * T

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        left, top = x - w / 2, y - h / 2
        for begin, count, letter in parts:
            source = letter == "/S/" or name == "encoder"
            seer = "encoder" if source else "decoder"
            for t, row in enumerate(seen[:, begin : begin + count].tolist()):
                for s, on in enumerate(row):
                    colour, tint = (seer, 0.6) if on else ("rule", 0.0)
                    spot = left + CELL * (s + 0.5), top + CELL * (t + 0.5)
                    look: Look = {"tint": tint, "corner": 2}
                    card.box(*spot, CELL, CELL, "", colour, **look)
            middle = left + CELL * count / 2
            label = f"/T/ \u00d7 {letter}"
            card.text(middle, top + h + 14, label, colour="muted")
            left += CELL * count + APART

    return Thing(w, h / 2, h / 2 + 24, draw)
