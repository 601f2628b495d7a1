"""The drawing of what is left of a Transformer without its encoder."""

from attncourse.chapter7.drawings.block import NORM, plus
from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

STREAM, LAYERS = 200, 300
"""Where the stream runs, and where the layers stand."""
KEPT = {"masked\nself-attention": 300, "feed-forward": 172}
GONE = {
    "encoder": (66, 236, 108, 150),
    "cross-attention": (LAYERS, 236, 136, 30),
}


def alone() -> Drawing:
    """One block of a decoder; the encoder and what reads it are crossed out."""
    card = Canvas(440, 424)
    card.box(LAYERS - 24, 242, 232, 206, "", "decoder", tint=0, dash=DASH)
    card.text(404, 236, "×*L*", bold=True)
    below = card.box(
        STREAM, 368, 168, 28, "embedding + positions", "decoder", tint=0.14
    )
    card.arrow(below.top, (STREAM, 118), colour="decoder", width=5)
    for name, y in KEPT.items():
        layer(card, name, y)
    for name, (x, y, w, h) in GONE.items():
        card.box(x, y, w, h, "", "muted", tint=0, dash=DASH)
        for up in (h / 2, -h / 2):
            ends = (x - w / 2, y + up), (x + w / 2, y - up)
            card.arrow(*ends, colour="muted", head=False)
        card.note(x, y, name)
    word = card.token(STREAM, 408, "tokens so far", "decoder", w=112)
    card.arrow(word.top, below, colour="decoder")
    norm = card.box(STREAM, 104, 50, 26, "norm", NORM, corner=5)
    scores = card.box(
        STREAM, 60, 150, 28, "scores of all tokens", "decoder", tint=0.14
    )
    card.arrow(norm.top, (STREAM, scores.bottom[1]), colour="decoder")
    out = card.token(STREAM, 16, "next token", "decoder", w=92, tint=0.2)
    card.arrow(scores.top, (STREAM, out.bottom[1]), colour="decoder")
    card.arrow(out, word, via=[(426, 16), (426, 408)], colour="decoder")
    return finish(
        card,
        """A stream from the tokens so far to the next token, which is fed back.
        Beside it, a block of masked self-attention and feed-forward, L times.
        An encoder and the cross-attention that would attend to it are
        crossed out.""",
        """Without an encoder, cross-attention has nothing to attend to, so it
        is removed too. Masked self-attention and feed-forward layers
        remain.""",
    )


def layer(card: Canvas, name: str, y: Number) -> None:
    """A layer that reads the stream through a norm, and adds to it."""
    h, foot = 40 if "\n" in name else 30, y + 24
    made = card.box(LAYERS, y + 6 - h / 2, 122, h, name, "decoder", tint=0.14)
    norm = card.box(LAYERS, foot + 6, 122, 20, "norm", NORM, tint=0.2)
    card.arrow(norm.top, made, colour="decoder")
    edge = LAYERS - 61
    card.arrow((STREAM, norm.y), (edge, norm.y), colour="decoder")
    card.arrow((edge, made.y), (STREAM + 9, made.y), colour="decoder")
    plus(card, STREAM, made.y, "decoder")
