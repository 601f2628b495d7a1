"""The drawing of an image that attends: places become rows and return."""

from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

GRID = (2, 3)
ASKS = (3, 4)
"""Rows and columns of an image, and of another that asks."""
FEATURES, READ = 3, 2
"""Features at each place of the image, and of the output."""
CELL, ROW = 24, 20

Size = tuple[int, int]


def numbered(size: Size) -> list[list[str]]:
    """The places of a grid, row after row."""
    rows, columns = size
    places = iter(range(1, rows * columns + 1))
    return [[str(next(places)) for _ in range(columns)] for _ in range(rows)]


def stack(
    card: Canvas, x: Number, y: Number, size: Size, depth: int, colour: str
) -> Box:
    """A grid of numbered places, its features one behind the other; the box
    of all.
    """
    w, h = size[1] * CELL, size[0] * CELL
    look: Look = {"corner": 3}
    for behind in range(depth - 1, -1, -1):
        at = x + 6 * behind, y - 6 * behind, w, h
        card.box(*at, "", "card", tint=1, outline=False, **look)
        card.box(*at, "", colour, tint=0.1, **look)
    card.matrix(x, y, numbered(size), colour, cell=(CELL, CELL))
    back = 6 * (depth - 1)
    return Box(x + back / 2, y - back / 2, w + back, h + back)


def unfold() -> Drawing:
    """A grid becomes rows, attends, and becomes a grid again; below, a grid of
    another size asks.
    """
    card = Canvas(440, 406)
    there_and_back(card)
    resized(card)
    places, asked = GRID[0] * GRID[1], ASKS[0] * ASKS[1]
    return finish(
        card,
        f"""Above: a grid of {GRID[0]} by {GRID[1]} places with {FEATURES}
        features at each is unfolded into {places} rows, one for each place;
        the rows attend; they are folded back into a grid. Below: a grid of
        {ASKS[0]} by {ASKS[1]} asks the grid of {GRID[0]} by {GRID[1]} with
        {asked} x {places} weights, and a grid of {ASKS[0]} by {ASKS[1]} comes
        out.""",
        """Attention over an image: unfold before the layer, and fold after it.
        The output has the height and width of the queries.""",
    )


def there_and_back(card: Canvas) -> None:
    """Unfold, attend, fold."""
    y = 76
    image = stack(card, 48, y + 6, GRID, FEATURES, "encoder")
    rows = in_rows(card, 184, y, FEATURES, "encoder")
    read = in_rows(card, 288, y, READ, "value")
    output = stack(card, 388, y + 3, GRID, READ, "value")
    card.chain([image, rows, read, output])
    for x, name in ((128, "unfold"), (240, "attend"), (328, "fold")):
        card.text(x, y - 15, name)
    for x, sizes in ((54, "IJM"), (391, "IJV")):
        label = " \u00d7 ".join(f"/{size}/" for size in sizes)
        card.text(x, 156, label, colour="muted")
    for x, size in ((184, "M"), (288, "V")):
        card.text(x, 156, f"/IJ/ \u00d7 /{size}/", colour="muted")


def in_rows(card: Canvas, x: Number, y: Number, width: int, colour: str) -> Box:
    """The places one below the other, each with its number."""
    names = [name for row in numbered(GRID) for name in row]
    blank = [[0.1] * width for _ in names]
    box = card.matrix(x, y, blank, colour, cell=(16, ROW))
    for k, name in enumerate(names):
        card.text(box.left[0] + 8, box.top[1] + (k + 0.5) * ROW, name)
    return box


def resized(card: Canvas) -> None:
    """A grid of another size asks."""
    asks = stack(card, 64, 246, ASKS, FEATURES, "query")
    memory = stack(card, 216, 346, GRID, FEATURES, "encoder")
    places, asked = GRID[0] * GRID[1], ASKS[0] * ASKS[1]
    label = f"attention\n{asked} \u00d7 {places} weights"
    layer = card.box(222, asks.y, 128, 56, label, "value")
    output = stack(card, 376, 243, ASKS, READ, "value")
    card.arrow(asks, layer, colour="query", width=2.4)
    card.arrow(memory, layer, colour="key", width=2.4)
    card.arrow(layer, output, colour="value", width=2.4)
    for x, y, size, name in (
        (67, 300, ASKS, "queries"),
        (219, 388, GRID, "memory"),
        (372, 300, ASKS, "output"),
    ):
        card.text(x, y, f"{name} {size[0]} \u00d7 {size[1]}", colour="muted")
