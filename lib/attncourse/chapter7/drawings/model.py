"""The drawing of the whole Transformer, all of it lit or one part."""

from typing import NamedTuple

from attncourse.chapter7.drawings.residual_stream import NORM, plus
from attncourse.drawing.canvas import DASH, Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point

PARTS = {
    "encoder": "the encoder, up to the memory",
    "decoder": "the decoder",
}
SELF, CROSS, FEED = "self-attention", "cross-attention", "feed-forward"
LAYERS = {"encoder": (SELF, FEED), "decoder": (f"masked\n{SELF}", CROSS, FEED)}
SIDES = {"encoder": (46, 1, "words"), "decoder": (380, -1, "words so far")}
"""Where the stream of a side runs, where its layers are, what comes in."""
BLOCKS, PITCH, BETWEEN, LOWEST, LANE, STRIP = 2, 62, 14, 524, 212, 20
"""How many blocks; the room of a layer and between blocks; the lowest layer;
where the memory goes down to the decoder; how high a norm is.
"""
FOOT = LOWEST + 134
"""Where the words come in."""


class Paint(NamedTuple):
    """A card on which what is not lit is pale."""

    card: Canvas
    lit: str | None

    def tone(self, colour: str, *parts: str) -> str:
        """The colour of what belongs to these parts."""
        return colour if self.lit in (None, *parts) else "rule"

    def box(self, at: Point, w: Number, label: str, *parts: str) -> Box:
        """A box in the colour that comes first, of the parts after it."""
        on, h = self.lit in parts[1:], 38 if "\n" in label else 28
        tint = 0.35 if on else 0.14 * (self.lit is None)
        tone = self.tone(*parts)
        return self.card.box(*at, w, h, label, tone, tint=tint, bold=on)

    def strip(self, at: Point, w: Number, label: str, part: str) -> Box:
        """A norm, below the layer that reads through it."""
        tone, on = self.tone(NORM, part), self.lit in (None, part)
        tint = 0.2 if on else 0
        return self.card.box(*at, w, STRIP, label, tone, tint=tint)


def model(lit: str | None = None) -> Drawing:
    """Encoder, memory, decoder and output, with one of PARTS lit, or all.

    Raises ValueError for a part that the model does not have.
    """
    if lit is not None and lit not in PARTS:
        raise ValueError(f"parts are {', '.join(PARTS)}: {lit=}")
    paint = Paint(Canvas(440, FOOT + 20), lit)
    _, top, _ = stack(paint, "encoder")
    words, last, crosses = stack(paint, "decoder")
    memory(paint, top, crosses)
    output(paint, last, words)
    said = f" Lit: {PARTS[lit]}." if lit else ""
    return finish(
        paint.card,
        f"""On the left words are embedded, positions are added, and a stream
        runs up beside {BLOCKS} encoder blocks of self-attention and
        feed-forward, through a norm into the memory. From this top, keys K and
        values V go to the cross-attention of each of {len(crosses)} decoder
        blocks. On the right the words so far run up beside masked
        self-attention, cross-attention and feed-forward; a softmax of scores
        gives the next word, which is fed back. Every layer reads the stream
        through a norm and adds to it at a plus.{said}""",
        f"""A block of the decoder has three layers: the first is masked, the
        second reads the memory.{said}"""
        if lit == "decoder"
        else f"""Every layer reads its stream through a norm and adds to it.
        Every decoder block takes keys and values from the top of the
        encoder.{said}""",
    )


def stack(paint: Paint, side: str) -> tuple[Box, Box, list[Box]]:
    """One side: its words, its last norm, its cross-attentions."""
    card, (x, way, words), names = paint.card, SIDES[side], LAYERS[side]
    token = card.token(x + 12 * (way - 1), FOOT, words)
    embedding = paint.box((x, FOOT - 40), 82, "embedding", side, side)
    card.arrow((x, token.top[1]), embedding)
    h, middle = PITCH * len(names) + BETWEEN, x + 66 * way
    norm = paint.box((x, LOWEST - BLOCKS * h - 14), 50, "norm", NORM, side)
    tone = paint.tone(side, side)
    card.arrow(embedding, norm, colour=tone, width=4)
    card.text(middle, norm.y + 33, side, bold=True)
    low, look = FOOT - 80, ("series2", side)
    place = paint.box((x + 88 * way, low), 74, "positions", *look)
    card.arrow(place, (x + 9 * way, low), colour=paint.tone(*look))
    plus(card, x, low, paint.tone(*look))
    crosses = []
    for low in (LOWEST - k * h for k in range(BLOCKS)):
        y = low - 3 - (h - BETWEEN - PITCH) / 2
        card.box(middle, y, 160, h - 10, "", tone, tint=0, dash=DASH)
        for j, name in enumerate(names):
            box = layer(paint, side, name, low - PITCH * j)
            crosses += [box] if name == CROSS else []
    return token, norm, crosses


def layer(paint: Paint, side: str, name: str, y: Number) -> Box:
    """One layer beside the stream: it reads through a norm, and adds."""
    card, (x, way, _) = paint.card, SIDES[side]
    colour = "value" if name == CROSS else side
    h, foot = 38 if "\n" in name else 28, y + 5
    box = paint.box((x + 88 * way, foot - h / 2), 106, name, colour, side)
    norm = paint.strip((x + 88 * way, foot + STRIP / 2), 106, "norm", side)
    tone, edge = paint.tone(side, side), x + 35 * way
    card.arrow((x, norm.y), (edge, norm.y), colour=tone)
    card.arrow((edge, box.y), (x + 9 * way, box.y), colour=tone)
    plus(card, x, box.y, tone)
    return box


def memory(paint: Paint, top: Box, crosses: list[Box]) -> None:
    """From the top of the encoder to every block of the decoder."""
    card, parts = paint.card, ("encoder", "encoder", "decoder")
    box, turn = paint.box((134, top.y), 84, "memory", *parts), (LANE, top.y)
    card.arrow(top, box, colour=paint.tone(*parts))
    tone, end = paint.tone("encoder", "decoder"), (LANE, crosses[0].y + 8)
    card.arrow(box, end, via=[turn], colour=tone, width=4, head=False)
    for cross in crosses:
        for name, way in (("key", -1), ("value", 1)):
            y, tone = cross.y + 8 * way, paint.tone(name, "decoder")
            card.arrow((LANE, y), (cross.left[0], y), colour=tone)
            card.text(LANE + 13, cross.y + 20 * way, f"*{name[0].upper()}*")
    card.text(104, 168, "*K* and *V* come from\nthe top of the encoder")


def output(paint: Paint, last: Box, words: Box) -> None:
    """Scores, the next word, and its way back."""
    card, x, parts = paint.card, last.x, ("decoder", "decoder")
    scores = paint.box((340, 66), 150, "scores of all tokens", *parts)
    tone = paint.tone(*parts)
    card.arrow(last.top, (x, scores.bottom[1]), colour=tone)
    word = card.token(356, 17, "next word", tone)
    card.arrow((x, scores.top[1]), (x, word.bottom[1]), colour=tone)
    card.text(x - 12, 41, "softmax", anchor="end")
    card.arrow(word, words, via=[(430, 17), (430, FOOT)], colour=tone)
