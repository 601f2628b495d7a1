"""Drawings of what comes before the decoder: the grid, and the one vector."""

from attncourse.chapter3.drawings.scene import ink, put, scene
from attncourse.drawing import layout
from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

SIDE = 64
LAYERS = ((2, 32), (2, 16), (2, 8), (1, 8))
"""The stride of each layer of 3 x 3 filters, and the rows of its grid."""
PIXEL = 3
"""How large a pixel of the image is drawn."""
BEFORE = {1: ("red", "circle"), 3: ("blue", "square")}
AFTER = {4: ("blue", "square"), 8: ("red", "circle")}
"""What stands at which of nine cells, the same objects twice."""


def seen() -> list[int]:
    """How many pixels across one cell of each layer's grid has seen."""
    reach, jump, found = 1, 1, []
    for stride, _ in LAYERS:
        reach += 2 * jump
        jump *= stride
        found.append(reach)
    return found


def grid() -> Drawing:
    """Four layers turn 64 x 64 pixels into a grid of 8 x 8 cells."""
    card = Canvas(440, 292)
    reach, rows = seen(), LAYERS[-1][1]
    paper = scene(card, 120, 120, SIDE * PIXEL, [[0.0] * rows] * rows)
    step = paper.w / rows
    x, y = paper.left[0] + 1.5 * step, paper.top[1] + 1.5 * step
    # the filters step from the upper left, so that is where a window centres
    for size in reach[-2:]:  # of the last two layers, whose grid is this one
        window = (x - step / 2, y - step / 2, size * PIXEL, size * PIXEL)
        card.box(*window, "", "encoder", tint=0, corner=0, dash=DASH)
    place = card.box(x, y, step, step, "", "encoder", tint=0.9, corner=0)
    z = card.state(
        x, 264, [0.5, 0.1, 0.8, 0.3, 0.6, 0.2], "encoder", across=True
    )
    card.arrow(place, (x, z.top[1]), colour="encoder", width=2.4)
    card.text(z.right[0] + 12, 264, "*z*_{i,j}, /M/ features", anchor="start")
    for at, name in ((250, "layer"), (314, "cells"), (396, "a cell sees")):
        card.text(at, 36, name, colour="muted")
    for k, ((_, side), sees) in enumerate(zip(LAYERS, reach, strict=True)):
        line = 72 + 36 * k
        card.text(250, line, str(k + 1))
        card.text(314, line, f"{side} \u00d7 {side}")
        card.text(396, line, f"{sees} \u00d7 {sees}")
    steps = ", ".join(f"{rows} x {rows}" for _, rows in LAYERS)
    windows = ", ".join(f"{n} x {n}" for n in reach)
    return finish(
        card,
        f"""An image of {SIDE} x {SIDE} pixels under a grid of {rows} x {rows}
        cells. Four layers make it: {steps} cells, each of which sees
        {windows} pixels. One cell lies on a red circle. It has a vector z of
        M features, and around it are the windows that it has seen after the
        last two layers.""",
        f"""After four layers a cell has a receptive field {reach[-1]} pixels
        wide, although it covers only {SIDE // rows}. The dashed squares show
        what the blue cell sees after layers 3 and 4.""",
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
        """A scene becomes a grid of features. An MLP squeezes the whole grid
        into one vector, from which the decoder starts and which it reads at
        every step: a, red, circle, left, and so on.""",
        """Without attention, the decoder gets the same vector at every
        step.""",
    )


def in_a_row() -> Drawing:
    """Two images are one set of cells, until each cell gets a vector."""
    line = layout.step("row by row")
    before, after = (
        [tiles(found, 3), line, tiles(found, 9)] for found in (BEFORE, AFTER)
    )
    after[2] = after[2].under("the same nine vectors, in another order")
    numbers = [[str(k + 1) for k in range(9)]]
    own = layout.cells(numbers, "key").over("+", size=layout.SIGN)
    own = own.under("one learned vector per cell")
    plus = [layout.space(), layout.space(), own]
    card, _ = layout.lay(layout.table([before, after, plus], down=18))
    return finish(
        card,
        """Two grids of three by three cells. In the first a red circle stands
        at cell 1 and a blue square at cell 3; in the second the square at
        cell 4 and the circle at cell 8. Row by row, both become nine vectors
        in a line: the same ones, in another order. Below, nine learned vectors,
        numbered 1 to 9, are added, one at each cell.""",
        """If each vector showed only its own cell, both images would be the
        same set. The learned vectors (green) tell them apart: the circle is in
        cell 1, or in cell 8.""",
    )


def tiles(found: dict[int, tuple[str, str]], columns: int) -> layout.Thing:
    """Nine cells in rows, and what stands at some of them."""
    rows = 9 // columns
    w, h = layout.CELL * columns, layout.CELL * rows

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        blank = [[0.0] * columns] * rows
        box = card.matrix(
            x, y, blank, "encoder", cell=(layout.CELL, layout.CELL)
        )
        left, top = box.at(-1, -1)
        for place, (colour, kind) in found.items():
            i, j = divmod(place - 1, columns)
            middle = (
                left + (j + 0.5) * layout.CELL,
                top + (i + 0.5) * layout.CELL,
            )
            put(card, middle, 0.6 * layout.CELL, kind, ink(colour))

    return layout.Thing(w, h / 2, h / 2, draw)
