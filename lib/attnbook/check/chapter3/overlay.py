"""The check of maps of weights, each place laid over its pixels.

What a map shows at a pixel is looked up among the weights, which are all
different: so a wrong map tells which place stands where.
"""

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Case, Check, Sighting
from attnbook.check.forms import close

NUMBERED = "Place i J + j stands in row i, column j."


def _lay_over(weights: Tensor, rows: int, columns: int, side: int) -> Tensor:
    """Pixel by pixel."""
    maps = weights.new_zeros(len(weights), side, side)
    for y in range(side):
        for x in range(side):
            i, j = y * rows // side, x * columns // side
            maps[:, y, x] = weights[:, i * columns + j]
    return maps


def _case(says: str, words: int, rows: int, columns: int, side: int) -> Case:
    def make() -> dict:
        generator = torch.Generator().manual_seed(rows * columns)
        e = torch.randn(
            words, rows * columns, generator=generator, dtype=torch.float64
        )
        sizes = {"rows": rows, "columns": columns, "side": side}
        return {"weights": e.softmax(-1)} | sizes

    return Case(f"{says} (T={words}, {rows=}, {columns=}, {side=})", make)


def _look(attempt: Attempt) -> Sighting:
    found = attempt.found["maps"].detach()
    says, shows = _other_numbers(attempt, found) or _other_places(
        attempt, found
    )
    return Sighting(says, shows, part="maps")


def _other_numbers(
    attempt: Attempt, found: Tensor
) -> tuple[str, tuple[str, ...]] | None:
    """Does a map hold what is no weight of its word?"""
    weights, right = attempt.given["weights"], attempt.expected["maps"]
    own = _equal(found[..., None], weights[:, None, None]).any(-1)
    if own.all():
        return None
    t, y, x = (~own).nonzero()[0].tolist()
    place = f"maps[{t}, {y}, {x}]"
    words = _equal(found[t, y, x], weights).any(-1).nonzero().flatten()
    if len(words):
        says = (
            f"{place} shows a weight of word {int(words[0])}. Map {t} belongs "
            f"to word {t} alone."
        )
        return says, ()
    if not found[t, y, x]:
        says = (
            f"{place} is 0: no weight is laid over this pixel. A place covers "
            "side / I rows and side / J columns of pixels."
        )
        return says, ()
    factor = found / right
    each = factor.flatten(1)[:, 0]
    if close(factor, each[:, None, None]):
        changed = (
            "all maps are the right ones times one number"
            if close(each, each[0])
            else "each map is the right one times a number of its own"
        )
        says = (
            f"{changed}, {float(each[0]):.4g} for word 0. Show the weights "
            "as they are."
        )
        return says, ()
    says = (
        f"{place} is {float(found[t, y, x]):.4g}, which is no weight at all. "
        "Each pixel shows the weight of one place, as it is: no mean, nothing "
        "in between."
    )
    return says, ()


def _other_places(
    attempt: Attempt, found: Tensor
) -> tuple[str, tuple[str, ...]]:
    """Each pixel shows a weight of its word: the one of which place?"""
    weights, columns = attempt.given["weights"], attempt.given["columns"]
    shown = _equal(found[..., None], weights[:, None, None]).int().argmax(-1)
    due = _places(**_sizes(attempt))["right"]
    t, y, x = (shown != due).nonzero()[0].tolist()
    got, wanted = int(shown[t, y, x]), int(due[y, x])
    pixel = (
        f"maps[{t}, {y}, {x}] shows place {got} (row {got // columns}, column "
        f"{got % columns} of the grid), and lies over place {wanted} (row "
        f"{wanted // columns}, column {wanted % columns})"
    )
    for says, places in _places(**_sizes(attempt)).items():
        if torch.equal(shown[t], places):
            return says, (pixel,)
    return f"{pixel}. {NUMBERED}", ()


def _sizes(attempt: Attempt) -> dict[str, int]:
    return {name: attempt.given[name] for name in ("rows", "columns", "side")}


def _places(rows: int, columns: int, side: int) -> dict[str, Tensor]:
    """For each way to lay a map, which place stands at each pixel."""
    y, x = torch.meshgrid(*[torch.arange(side)] * 2, indexing="ij")
    i, j = y * rows // side, x * columns // side
    tall, wide = y * columns // side, x * rows // side
    tiled = "Stretch each place (repeat_interleave); repeat sets copies of the "
    tiled += "grid side by side."
    return {
        "right": i * columns + j,
        "your maps are transposed: what belongs at row y, column x stands at "
        "row x, column y. y counts rows i, x counts columns j.": (
            wide * columns + tall
        ),
        "you number the places column by column. They are numbered row by "
        f"row. {NUMBERED}": j * rows + i,
        "rows and columns of the grid are exchanged: it has I rows of J "
        "places. Is it a reshape to (J, I)?": tall * rows + wide,
        "your maps are upside down.": (rows - 1 - i) * columns + j,
        "left and right are exchanged.": i * columns + columns - 1 - j,
        "your maps are turned by half: the first place belongs at the upper "
        "left.": (rows - 1 - i) * columns + columns - 1 - j,
        f"the whole grid comes again and again, down and across. {tiled}": (
            y % rows * columns + x % columns
        ),
        f"the columns of the grid come again and again. {tiled}": (
            i * columns + x % columns
        ),
        f"the rows of the grid come again and again. {tiled}": (
            y % rows * columns + j
        ),
        "each weight is stretched along one row of pixels after the other: "
        "make the grid first, then stretch both its axes.": (
            (y * side + x) * rows * columns // side**2
        ),
        f"row i is taken to begin at place i I. A row has J places. {NUMBERED}"
        "": i * rows + j,
    }


def _equal(a: Tensor, b: Tensor) -> Tensor:
    return torch.isclose(a, b, rtol=0.0, atol=1e-9)


lay_over = Check(
    name="lay_over",
    takes={"weights": "T S", "rows": "", "columns": "", "side": ""},
    returns={"maps": "T Y X"},
    reference=_lay_over,
    cases=(
        _case("more columns than rows", 5, 2, 3, 12),
        _case("more rows than columns", 3, 4, 2, 8),
        _case("as many rows as columns", 2, 3, 3, 6),
        _case("one word, one pixel for each place", 1, 2, 2, 2),
    ),
    looks=(_look,),
)
