"""The drawing of a table of distances, and what three methods make of it."""

from collections.abc import Callable

from attnbook.positions import distances as library
from attnbook.positions import slopes
from attncourse.chapter6.drawings.clocks import COLOUR, written
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.spec import positions

T, REACH, HEADS = 5, 2, 8
LIT = -1
"""The distance whose diagonal is lit."""
CELL = (36, 26)


def apart() -> list[list[int]]:
    """s - t for each query t and each key s."""
    return library(T, T).tolist()


def shaw(d: int) -> str:
    """The learned vector of a distance."""
    row = positions.clipped(d, REACH) - REACH
    return f"*d*_{{{row}}}"


def alibi(d: int) -> str:
    """What the first head adds to the score."""
    return f"{slopes(HEADS)[0].item() * d:g}".replace("-", "\u2212")


def rotary(d: int) -> str:
    """How far a pair of the key is turned, seen from the query."""
    if d == 0:
        return "0"
    factor = written([-d], 0)[0]
    return factor.removesuffix("1") + "/\u03c9/_i"


PANELS: tuple[tuple[str, Callable[[int], str]], ...] = (
    ("*distance* /s/ \u2212 /t/", lambda d: written([d], 0)[0]),
    ("*Shaw: a vector*", shaw),
    ("*ALiBi: a penalty*", alibi),
    ("*rotary: an angle,* /t/ \u2212 /s/", rotary),
)


def distances() -> Drawing:
    """The distances, and what three methods put in their place."""
    card = Canvas(440, 388)
    for k, (title, entry) in enumerate(PANELS):
        x, y = (122, 332)[k % 2], (119, 309)[k // 2]
        card.text(x, y - 101, title)
        panel(card, x, y, entry, past=k > 0)
    shown = ", ".join(map(str, apart()[-1]))
    rows, m = 2 * REACH + 1, slopes(HEADS)[0].item()
    return finish(
        card,
        f"""Four squares of {T} queries t, from top to bottom, and {T} keys s,
        from left to right. The first holds the distances s - t; the last query
        has {shown}, and the distances to later keys are pale. In the others
        Shaw puts a learned vector d in place of each distance, one for all that
        are {-REACH} or less; ALiBi adds {m:g} times the distance, from 0 down
        to {m * (1 - T):g}; rotary turns by t - s times omega_i. Lit is
        the diagonal of the distance {LIT}: it holds one entry in each
        square.""",
        f"""Each diagonal holds one entry, wherever the two words stand. Shaw
        learns {rows} vectors (a causal layer uses {REACH + 1}); larger
        distances use the outermost one.""",
    )


def panel(
    card: Canvas,
    x: Number,
    y: Number,
    entry: Callable[[int], str],
    past: bool,
) -> None:
    """A square of entries, one for each distance; later keys are pale, or
    empty where only the `past` is shown.
    """
    w, h = CELL
    left, top = x - w * T / 2, y - h * T / 2
    for t in range(T):
        if not past:
            down = top + h * (t + 0.5)
            card.text(left - 8, down, str(t), anchor="end", colour="muted")
        across = left + w * (t + 0.5)
        card.text(across, top - 12, str(t), colour="muted")
    for d in sorted({d for row in apart() for d in row}, reverse=True):
        tone, ink = (COLOUR, "ink") if d <= 0 else ("rule", "muted")
        look: Look = {"corner": 3, "tint": 0.4 if d == LIT else 0.1}
        for t in range(max(0, -d), T - max(0, d)):
            at = left + w * (t + d + 0.5), top + h * (t + 0.5)
            card.box(*at, w, h, "", tone, **look)
            if d <= 0 or not past:
                card.text(*at, entry(d), colour=ink)
