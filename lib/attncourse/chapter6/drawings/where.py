"""The drawing of where positions can enter: before the layers, or inside."""

from attncourse.chapter6.drawings.clocks import COLOUR
from attncourse.drawing.canvas import DASH, Box, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

ENTRIES = {
    "embedding": ("*turn the embedding*", "complex"),
    "sum": ("*add to the words*", "sinusoidal, learned,\nconvolution"),
    "turn": ("*turn queries and keys*", "rotary"),
    "scores +": ("*add to the scores*", "Shaw (keys), T5,\nALiBi"),
    "read +": ("*add to what is read*", "Shaw (values)"),
}
"""What is done at each entry, and who does it."""
LANES: dict[str, Number] = {"value": 50, "key": 122, "query": 194}
MIDDLE, RIGHT = 122, 348


def where() -> Drawing:
    """One layer, the words before it, and five entries."""
    card = Canvas(440, 546)
    frame: Look = {"dash": DASH, "tint": 0.03, "corner": 12}
    card.box(MIDDLE, 351, 234, 306, "", "muted", **frame)
    for y, said in ((18, "once, before all layers"), (222, "in every layer")):
        card.text(RIGHT, y, said, colour="muted")
    for name, at in (before(card) | inside(card)).items():
        entry(card, at, *ENTRIES[name])
    return finish(
        card,
        """Words go down through an embedding and a sum into X, then into a
        layer: X becomes queries, keys and values; queries and keys make scores,
        a softmax makes weights, and the weights read the values. Five arrows
        show where positions can enter. Before the first layer: the embedding
        of a word turns with its position (complex), or a vector is added to the
        word (sinusoidal, learned, convolution). In every layer: queries and
        keys are turned (rotary), numbers are added to the scores (Shaw's keys,
        T5, ALiBi), or vectors are added to what is read (Shaw's values).""",
        """An encoding can enter at five points: two before all layers, three in
        every layer.""",
    )


def before(card: Canvas) -> dict[str, Box]:
    """From words to X; the two entries on this way."""
    words = card.token(MIDDLE, 20, "words")
    embedding = card.box(MIDDLE, 62, 110, 28, "embedding", "encoder")
    plus = card.circle(MIDDLE, 122, 12, "+", COLOUR, size=18)
    x = card.box(MIDDLE, 166, 60, 28, "*X*", "encoder")
    card.chain([words, embedding, plus, x])
    for name, lane in LANES.items():
        turns = [(MIDDLE, 208), (lane, 208)] if lane != MIDDLE else []
        card.arrow(x, (lane, 224), via=turns)
        card.box(lane, 238, 58, 28, f"*{name[0].upper()}*", name)
    return {"embedding": embedding, "sum": plus}


def inside(card: Canvas) -> dict[str, Box]:
    """From queries, keys and values to the output; three entries."""
    middle = (LANES["key"] + LANES["query"]) / 2
    turn = card.box(middle, 282, 124, 28, "turn", COLOUR)
    scores = card.box(middle, 326, 124, 28, "scores", "muted")
    plus = card.circle(middle, 366, 12, "+", COLOUR, size=18)
    weights = card.box(middle, 406, 124, 28, "weights", "weight")
    read = card.box(MIDDLE, 450, 200, 28, "weights \u00d7 *V*", "value")
    sum_ = card.circle(MIDDLE, 488, 12, "+", COLOUR, size=18)
    output = card.box(MIDDLE, 528, 84, 28, "output", "value")
    for name in ("query", "key"):
        for y in (252, 296):
            ends = (LANES[name], y), (LANES[name], y + 16)
            card.arrow(*ends, colour=name, width=2.4)
    look: Look = {"colour": "value", "width": 2.4}
    card.arrow((LANES["value"], 252), (LANES["value"], 436), **look)
    card.chain([scores, plus, weights])
    card.arrow(weights, (middle, 436))
    card.chain([read, sum_, output], **look)
    return {"turn": turn, "scores +": plus, "read +": sum_}


def entry(card: Canvas, at: Box, does: str, who: str) -> None:
    """What is done at a point of the flow, by whom, and an arrow to it."""
    label = f"{does}\n{who}"
    h = 18.2 * (label.count("\n") + 1) + 8
    box = card.box(RIGHT, at.y, 172, h, label, COLOUR)
    card.arrow(box, at, colour=COLOUR, width=2.4)
