"""The drawing of a decoder alone beside that of a translator."""

from attncourse.drawing.canvas import DASH, Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

LAYERS = {
    "words so far": "muted",
    "embedding, positions": "series2",
    "masked self-attention": "decoder",
    "cross-attention": "value",
    "feed-forward": "decoder",
    "norm, scores": "muted",
    "next word": "muted",
}
"""From below, and their colours."""
GONE = "cross-attention"
PITCH, WIDE = 44, 162


def alone() -> Drawing:
    """The decoder of a translator; the same without encoder and memory."""
    card = Canvas(440, 20 + 26 + PITCH * len(LAYERS))
    left, right = stack(card, 140, ()), stack(card, 343, (GONE,))
    card.arrow((6, left.y), left, colour="encoder", width=4)
    card.text(27, left.y - 22, "*K*, *V*")
    card.text(140, 16, "in a translator", bold=True)
    card.text(343, 16, "alone", bold=True)
    card.box(right.x, right.y, WIDE, 28, "", "rule", tint=0, dash=DASH)
    return finish(
        card,
        f"""Two stacks, from below: {", ".join(LAYERS)}. In a translator the
        cross-attention gets keys K and values V from the encoder. Alone,
        encoder and cross-attention are gone. The next word is fed back in
        both.""",
        """Without an encoder there is nothing to cross-attend to. What is left
        of a decoder's block is masked self-attention and the feed-forward
        layer: an encoder's block with a causal mask.""",
    )


def stack(card: Canvas, x: Number, gone: tuple[str, ...]) -> Box:
    """One decoder; where its cross-attention is, or was."""
    bottom = card.height - 20
    ys = [bottom - PITCH * k for k in range(len(LAYERS))]
    at = dict(zip(LAYERS, ys, strict=True))
    w, h = WIDE + 14, 2 * PITCH + 42  # of the block; GONE is its middle
    card.box(x, at[GONE], w, h, "", "decoder", tint=0, dash=DASH)
    boxes = [
        card.box(x, at[name], WIDE, 28, name, colour)
        for name, colour in LAYERS.items()
        if name not in gone
    ]
    card.chain(boxes)
    edge = x + WIDE / 2 + 12
    card.arrow(
        boxes[-1], boxes[0], via=[(edge, boxes[-1].y), (edge, boxes[0].y)]
    )
    return Box(x, at[GONE], WIDE, 28)
