"""The drawing of a search: a beam as a tree."""

import torch

from attncourse import spec
from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

TABLE = {
    "": (0.6, 0.4, 0.0),
    "A": (0.3, 0.3, 0.4),
    "B": (0.05, 0.05, 0.9),
    "stop": (0.0, 0.0, 1.0),
}
"""What follows each symbol: the probabilities of A, B and stop."""
SYMBOLS = ("A", "B", "stop")


def following(tokens: tuple[int, ...]) -> torch.Tensor:
    """The log-probabilities of the next symbol in `TABLE`."""
    last = SYMBOLS[tokens[-1]] if tokens else ""
    return torch.tensor(TABLE[last], dtype=torch.float64).log()


def row(last: str) -> str:
    """What follows a symbol, in words."""
    pairs = zip(SYMBOLS, TABLE[last], strict=True)
    return ", ".join(f"{symbol} {share:g}" for symbol, share in pairs)


def spelled(path: tuple[int, ...]) -> str:
    """The symbols of a path, in words."""
    return " and ".join(SYMBOLS[token] for token in path)


def beam() -> Drawing:
    """A beam of width 2 as a tree: the greedy path and the best one."""
    card, stop = Canvas(440, 350), SYMBOLS.index("stop")
    greedy = spec.greedy(following, stop, 2)
    kept = [path for path, _ in spec.beam(following, stop, 2, width=2)]
    looks: dict[tuple, Look] = {greedy: {"dash": DASH, "width": 3.0}}
    looks[kept[0]] = {"width": 3.0, "colour": "decoder"}
    names = {greedy: "greedy", kept[0]: "best"}
    root = card.token(38, 182, "start")
    heads = ((144, "step 1"), (260, "step 2"), (376, "probability"))
    for x, head in heads:
        card.text(x, 16, head, colour="muted")
    found: dict[tuple[int, ...], str] = {}
    for one, first in enumerate(TABLE[""][:stop]):
        node = card.circle(144, 104 + 156 * one, 19, SYMBOLS[one], "decoder")
        look: Look = next(
            (k for path, k in looks.items() if path[0] == one), {}
        )
        card.arrow(root, node, f"{first:g}", **look)
        for two, second in enumerate(TABLE[SYMBOLS[one]]):
            y, path = 54 + 156 * one + 50 * two, (one, two)
            tint = 0.3 if path in kept else 0.0
            end = card.token(260, y, SYMBOLS[two], "decoder", w=52, tint=tint)
            card.arrow(node, end, f"{second:g}", **looks.get(path, {}))
            found[path] = f"{first * second:.2f} {names.get(path, '')}".strip()
            known = path in names
            card.text(340, y, found[path], anchor="start", bold=known)
    return finish(
        card,
        f"""A tree of two steps. From the start: {row("")}. After A: {row("A")};
        after B: {row("B")}. Greedy search takes {spelled(greedy)}:
        {found[greedy]}. The beam of width 2 also keeps B and finds
        {spelled(kept[0])}: {found[kept[0]]}.""",
        """A beam of width 2 keeps two beginnings at each step (filled). Greedy
        search (dashed) keeps one, and misses the best sequence.""",
    )
