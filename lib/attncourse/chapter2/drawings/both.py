"""The drawing of an encoder that reads in both directions."""

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

WORDS = ("the", "black", "house")


def encoder() -> Drawing:
    """Two rows of states; side by side they are the memory."""
    card = Canvas(440, 300)
    right, left = [], []
    for i, word in enumerate(WORDS):
        x = 150 + 110 * i
        token = card.token(x, 276, word, w=62)
        right.append(card.box(x, 208, 46, 34, "\u2192", "encoder", size=18))
        left.append(card.box(x, 140, 46, 34, "\u2190", "encoder", size=18))
        card.box(x, 48, 82, 34, f"*h*_{i + 1}", "encoder", tint=0.35)
        card.arrow(token, right[-1])
        around = [(x - 36, 276), (x - 36, 174), (x - 10, 174)]
        card.arrow(token, (x - 10, 158), via=around)
        card.arrow((x - 10, 123), (x - 10, 66))
        around = [(x + 10, 174), (x + 32, 174)]
        card.arrow((x + 10, 191), (x + 32, 66), via=around)
    card.chain(right)
    card.chain(left[::-1])
    for y, name in ((208, "forward"), (140, "backward"), (48, "memory")):
        card.text(10, y, name, anchor="start", colour="muted")
    return finish(
        card,
        f"""Two rows of states over the words {", ".join(WORDS)}. One row is
        read from left to right, the other from right to left. Above each word
        its two states join into h1, h2, h3, the memory.""",
        """Each state of the memory joins two halves. For *black*, one has read
        *the black* from the left, the other *house black* from the right.""",
    )
