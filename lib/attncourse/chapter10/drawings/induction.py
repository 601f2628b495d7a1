"""The drawing of two heads that repeat what was read."""

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

READ = {"Ann": 50, "Smith": 150, "...": 232, "Ann again": 320}
"""The tokens, and where they stand; the last one asks."""
TEXT, FIRST, SECOND = 306, 222, 108
"""How high the text stands, and what each block makes of it."""


def induction() -> Drawing:
    """One head attends one position back, the next asks for what it found."""
    card = Canvas(440, 330)
    for name, x in READ.items():
        label = name.split()[0]
        card.token(x, TEXT, label, "muted", w=60)
        if name != "...":
            card.arrow((x, TEXT - 14), (x, FIRST + 25), colour="rule")
    ann, smith, _, asks = READ.values()
    card.text(406, FIRST, "block 1", bold=True)
    card.text(406, SECOND, "block 2", bold=True)
    for x, name in ((ann, "Ann"), (asks, "Ann")):
        card.box(x, FIRST, 84, 48, f"token: {name}", "muted")
    card.box(smith, FIRST, 100, 48, "token: Smith\nafter: Ann", "key")
    card.arrow(
        (ann + 20, TEXT - 14), (smith - 26, FIRST + 25), colour="key", width=2.4
    )
    for x in (smith, asks):
        card.arrow((x, FIRST - 24), (x, SECOND + 25), colour="rule")
    asked = card.box(asks, SECOND, 116, 48, "query:\nafter Ann?", "query")
    found = card.box(
        smith, SECOND, 112, 48, "key: after Ann\nvalue: Smith", "key"
    )
    for y, colour in ((SECOND - 11, "query"), (SECOND + 11, "value")):
        ends = (found.right[0], y), (asked.left[0], y)
        start, end = ends if colour == "value" else ends[::-1]
        card.arrow(start, end, colour=colour, width=2.4)
    out = card.token(asks, 28, "next: Smith", "value", w=104, tint=0.2)
    card.arrow(asked.top, out.bottom, colour="value", width=2.4)
    return finish(
        card,
        """The text Ann Smith ... Ann. In block 1 an arrow brings Ann to Smith,
        which now says: token Smith, after Ann. In block 2 the query of the last
        Ann matches the key of Smith, gets its value, and the next token is
        Smith.""",
        """Block 1 adds *Ann* to *Smith*. In block 2 the query of the second
        *Ann* matches the key of *Smith* and gets its value.""",
    )
