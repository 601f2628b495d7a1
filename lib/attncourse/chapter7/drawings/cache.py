"""The drawing of decoding with a cache and without: what is computed anew."""

from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

STEPS, TOP, W, H = 4, 62, 38, 34


def computed(t: int, kept: bool) -> list[bool]:
    """Whose keys and values step t computes, of the words 0 to t."""
    return [not kept or s == t for s in range(t + 1)]


def cache() -> Drawing:
    """The steps of decoding, one row each, twice."""
    card = Canvas(440, 282)
    for t in range(STEPS):
        y = TOP + H * (t + 0.5)
        card.text(10, y, f"/t/ = {t}", anchor="start", colour="muted")
    whole = triangle(card, 128, "without a cache", False)
    few = triangle(card, 328, "with the cache", True)
    for x, new, said in ((92, True, "computed now"), (262, False, "kept")):
        pair(card, x, 260, new)
        card.text(x + 26, 260, said, anchor="start")
    return finish(
        card,
        f"""Two triangles of cells, a row for each of {STEPS} steps of decoding;
        row t has the keys and values of the words 0 to t. Without a cache all
        cells are lit: step t computes all t + 1 pairs anew, {whole} in {STEPS}
        steps. With the cache only the last cell of each row is lit, the new
        word; the others are grey, kept from before: {few} are computed.""",
        f"""With a cache {STEPS} steps compute {few} pairs of keys and values in
        each layer instead of {whole}. Step $t$ needs those of the words 0 to
        $t$. The mask hides later words, so the earlier ones never change and
        are kept.""",
    )


def triangle(card: Canvas, x: Number, title: str, kept: bool) -> int:
    """A row for each step, a cell for each word; how many are computed."""
    rows = [computed(t, kept) for t in range(STEPS)]
    left, counts = x - W * STEPS / 2, [sum(row) for row in rows]
    card.text(x, 18, title, bold=True)
    for t, row in enumerate(rows):
        y = TOP + H * (t + 0.5)
        card.text(left + W * (t + 0.5), TOP - 14, str(t), colour="muted")
        card.text(left + W * STEPS + 16, y, str(counts[t]), bold=True)
        for s, new in enumerate(row):
            pair(card, left + W * (s + 0.5), y, new)
    total = f"{' + '.join(map(str, counts))} = *{sum(counts)}*"
    card.text(x, TOP + H * STEPS + 22, total)
    return sum(counts)


def pair(card: Canvas, x: Number, y: Number, new: bool) -> None:
    """A key and a value, lit where they are computed anew."""
    for at, name, role in ((x - 8.5, "k", "key"), (x + 8.5, "v", "value")):
        look: Look = {"corner": 3, "tint": 0.45 if new else 0.1}
        card.box(at, y, 17, 26, "", role if new else "muted", **look)
        card.text(at, y, f"*{name}*", colour="ink" if new else "muted")
