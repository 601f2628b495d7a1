"""The drawing of the whole Transformer."""

from attncourse.chapter7.drawings.block import NORM, plus
from attncourse.drawing.canvas import DASH, Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point

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


def model() -> Drawing:
    """Encoder, memory, decoder and output."""
    card = Canvas(440, FOOT + 20)
    _, top, _ = stack(card, "encoder")
    words, last, crosses = stack(card, "decoder")
    memory(card, top, crosses)
    output(card, last, words)
    return finish(
        card,
        f"""On the left words are embedded, positions are added, and a stream
        runs up beside {BLOCKS} encoder blocks of self-attention and
        feed-forward, through a norm into the memory. From this top, keys K and
        values V go to the cross-attention of each of {len(crosses)} decoder
        blocks. On the right the words so far run up beside masked
        self-attention, cross-attention and feed-forward; a softmax of scores
        gives the next word, which is fed back. Every layer reads the stream
        through a norm and adds to it at a plus.""",
        """Every layer reads its stream through a norm and adds to it. Every
        decoder block takes keys and values from the top of the encoder.""",
    )


def stack(card: Canvas, side: str) -> tuple[Box, Box, list[Box]]:
    """One side: its words, its last norm, its cross-attentions."""
    (x, way, words), names = SIDES[side], LAYERS[side]
    token = card.token(x + 12 * (way - 1), FOOT, words)
    embedding = box(card, (x, FOOT - 40), 82, "embedding", side)
    card.arrow((x, token.top[1]), embedding)
    h, middle = PITCH * len(names) + BETWEEN, x + 66 * way
    norm = box(card, (x, LOWEST - BLOCKS * h - 14), 50, "norm", NORM)
    card.arrow(embedding, norm, colour=side, width=4)
    card.text(middle, norm.y + 33, side, bold=True)
    low, colour = FOOT - 80, "series2"
    place = box(card, (x + 88 * way, low), 74, "positions", colour)
    card.arrow(place, (x + 9 * way, low), colour=colour)
    plus(card, x, low, colour)
    crosses = []
    for low in (LOWEST - k * h for k in range(BLOCKS)):
        y = low - 3 - (h - BETWEEN - PITCH) / 2
        card.box(middle, y, 160, h - 10, "", side, tint=0, dash=DASH)
        for j, name in enumerate(names):
            made = layer(card, side, name, low - PITCH * j)
            crosses += [made] if name == CROSS else []
    return token, norm, crosses


def layer(card: Canvas, side: str, name: str, y: Number) -> Box:
    """One layer beside the stream: it reads through a norm, and adds."""
    x, way, _ = SIDES[side]
    colour = "value" if name == CROSS else side
    h, foot = 38 if "\n" in name else 28, y + 5
    made = box(card, (x + 88 * way, foot - h / 2), 106, name, colour)
    at, tint = (x + 88 * way, foot + STRIP / 2), 0.2
    norm = card.box(*at, 106, STRIP, "norm", NORM, tint=tint)
    edge = x + 35 * way
    card.arrow((x, norm.y), (edge, norm.y), colour=side)
    card.arrow((edge, made.y), (x + 9 * way, made.y), colour=side)
    plus(card, x, made.y, side)
    return made


def memory(card: Canvas, top: Box, crosses: list[Box]) -> None:
    """From the top of the encoder to every block of the decoder."""
    made = box(card, (134, top.y), 84, "memory", "encoder")
    card.arrow(top, made, colour="encoder")
    turn, end = (LANE, top.y), (LANE, crosses[0].y + 8)
    card.arrow(made, end, via=[turn], colour="encoder", width=4, head=False)
    for cross in crosses:
        for name, way in (("key", -1), ("value", 1)):
            y = cross.y + 8 * way
            card.arrow((LANE, y), (cross.left[0], y), colour=name)
            card.text(LANE + 13, cross.y + 20 * way, f"*{name[0].upper()}*")
    card.text(104, 168, "*K* and *V* come from\nthe top of the encoder")


def output(card: Canvas, last: Box, words: Box) -> None:
    """Scores, the next word, and its way back."""
    x, tone = last.x, "decoder"
    scores = box(card, (340, 66), 150, "scores of all tokens", tone)
    card.arrow(last.top, (x, scores.bottom[1]), colour=tone)
    word = card.token(356, 17, "next word", tone)
    card.arrow((x, scores.top[1]), (x, word.bottom[1]), colour=tone)
    card.text(x - 12, 41, "softmax", anchor="end")
    card.arrow(word, words, via=[(430, 17), (430, FOOT)], colour=tone)


def box(card: Canvas, at: Point, w: Number, label: str, colour: str) -> Box:
    """A layer, or what stands for one."""
    h = 38 if "\n" in label else 28
    return card.box(*at, w, h, label, colour, tint=0.14)
