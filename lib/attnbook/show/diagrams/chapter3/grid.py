"""Drawings of what comes before the decoder: the grid, and the one vector."""

from attnbook.show.diagrams.canvas import DASH, Canvas
from attnbook.show.diagrams.chapter3.scene import scene
from attnbook.show.diagrams.drawing import Drawing, finish

SIDE = 64
LAYERS = ((2, 32), (2, 16), (2, 8), (1, 8))
"""The stride of each layer of 3 x 3 filters, and the rows of its grid."""
COLUMNS = (180, 250, 316)
PLACE = (1, 1)
"""The place of the last grid that is followed: its row and its column."""


def seen() -> list[int]:
    """How many pixels across one place of each layer's grid has seen."""
    reach, jump, found = 1, 1, []
    for stride, _ in LAYERS:
        reach += 2 * jump
        jump *= stride
        found.append(reach)
    return found


def grid() -> Drawing:
    """Four layers turn 64 x 64 pixels into a grid of 8 x 8 places."""
    card = Canvas(440, 214)
    paper = scene(card, 76, 84, 124)
    pixel = paper.w / SIDE
    reach = seen()
    rows = LAYERS[-1][1]
    x, y = (
        edge + (k + 0.5) * SIDE / rows * pixel
        for edge, k in ((paper.left[0], PLACE[1]), (paper.top[1], PLACE[0]))
    )
    window = reach[-1] * pixel
    card.box(x, y, window, window, "", "query", tint=0.1, corner=0)
    card.text(76, 164, f"{SIDE} \u00d7 {SIDE} pixels")
    for at, (_, size), sees in zip(COLUMNS, LAYERS, reach, strict=False):
        side = 14 + 1.6 * size
        card.box(at, 84, side, side, "", "encoder", tint=0.1, corner=2)
        card.text(at, 164, f"{size} \u00d7 {size}")
        card.text(at, 190, f"sees {sees}", colour="muted")
    shades = [
        [0.9 if (i, j) == PLACE else 0.05 for j in range(rows)]
        for i in range(rows)
    ]
    last = card.matrix(388, 84, shades, "encoder", cell=(11, 11))
    end = (last.left[0] + 11 * PLACE[1], last.top[1] + 11 * (PLACE[0] + 0.5))
    card.arrow((x + window / 2, y), end, colour="query", dash=DASH)
    card.text(388, 164, f"{rows} \u00d7 {rows}")
    card.text(388, 26, "*z*_{i,j}")
    card.text(388, 190, f"sees {reach[-1]}", colour="muted")
    steps = ", ".join(f"{rows} x {rows}" for _, rows in LAYERS)
    return finish(
        card,
        f"""An image of {SIDE} x {SIDE} pixels becomes a grid, layer by layer:
        {steps}. One place of the last grid has seen a window of {reach[-1]}
        pixels of the image, around a red circle.""",
        f"""From pixels to a grid of {rows} by {rows} places. The first three
        layers halve rows and columns. One place *z* of the last grid has seen
        {reach[-1]} pixels across, more than its share of {SIDE // rows}: the
        windows of neighbours overlap.""",
    )


def one_vector() -> Drawing:
    """Without attention: the whole grid goes through one vector."""
    card = Canvas(440, 330)
    paper = scene(card, 80, 80, 120)
    places = card.matrix(
        220, 80, [[0.1] * 4 for _ in range(4)], "encoder", cell=(18, 18)
    )
    card.arrow(paper, places)
    squeeze = card.box(352, 80, 78, 44, "MLP", "encoder")
    card.arrow(places, squeeze)
    vector = card.state(352, 158, [0.5, 0.2, 0.8, 0.1], "value", across=True)
    card.arrow(squeeze, vector)
    card.text(300, 158, "*c* = *h*_0", anchor="end")
    states = []
    for k, word in enumerate(("a", "red", "circle", "left", "...")):
        x = 52 + 84 * k
        state = card.box(x, 244, 54, 34, f"*s*_{k + 1}", "decoder")
        card.arrow(state, card.token(x, 304, word, "decoder"))
        card.arrow(vector, state, colour="value", width=1.2)
        states.append(state)
    card.chain(states)
    return finish(
        card,
        """A scene becomes a grid of features; an MLP squeezes the whole grid
        into one vector, which starts the decoder and is what it reads at every
        step: a, red, circle, left, and so on.""",
        """Without attention. An MLP makes one vector of the whole grid; the
        decoder starts from it and reads it at every step. All things of the
        scene must fit into it.""",
    )


def in_a_row() -> Drawing:
    """The places of a grid, row after row, and a vector for each."""
    card = Canvas(440, 190)
    numbers = [[str(3 * i + j + 1) for j in range(3)] for i in range(3)]
    square = card.matrix(62, 72, numbers, "encoder", cell=(32, 32))
    flat = [number for row in numbers for number in row]
    line = card.matrix(284, 40, [flat], "encoder", cell=(32, 32))
    card.arrow(square, (line.left[0], 40))
    card.text(62, 142, "I \u00d7 J places")
    card.text(284, 74, "+")
    own = [[0.2 + 0.75 * (k * 4 % 9) / 8 for k in range(9)]]
    card.matrix(284, 108, own, "key", cell=(32, 32))
    card.text(284, 142, "one learned vector for each place")
    return finish(
        card,
        """Nine places, three rows of three, numbered 1 to 9, are laid in one
        row; to each of the nine a vector of its own is added.""",
        """The rows of the grid, one after the other. In the row nobody sees any
        more which place lay above which; the vector that is added to each
        place says where it was.""",
    )
