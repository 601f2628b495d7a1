"""The check of maps of weights, each place laid over its pixels.

What a map shows at a pixel is looked up among the weights, which are all
different: so a wrong map tells which place stands where.
"""

import torch
from torch import Tensor

from attnbook.check.chapter3 import laid
from attnbook.check.chapter3.laid import NONE, NUMBERED
from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting
from attnbook.check.forms import close


def _lay_over(weights: Tensor, rows: int, columns: int, side: int) -> Tensor:
    """Pixel by pixel."""
    maps = weights.new_zeros(len(weights), side, side)
    for y in range(side):
        for x in range(side):
            i, j = y * rows // side, x * columns // side
            maps[:, y, x] = weights[:, i * columns + j]
    return maps


def _case(
    says: str,
    words: int,
    rows: int,
    columns: int,
    side: int,
    total: float = 1.0,
) -> Case:
    def make() -> dict:
        generator = torch.Generator().manual_seed(rows * columns)
        e = torch.randn(
            words, rows * columns, generator=generator, dtype=torch.float64
        )
        sizes = {"rows": rows, "columns": columns, "side": side}
        return {"weights": total * e.softmax(-1)} | sizes

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
    other = ~own & (found != 0)
    if not other.any():
        return None
    t, y, x = other.nonzero()[0].tolist()
    place = f"maps[{t}, {y}, {x}]"
    words = _equal(found[t, y, x], weights).any(-1).nonzero().flatten()
    if len(words):
        says = (
            f"{place} shows a weight of word {int(words[0])}. Map {t} belongs "
            f"to word {t} alone."
        )
        return says, ()
    if (found - right).abs().max() < 0.006:
        return "nearly right: are they rounded? Leave them as they are.", ()
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
    """Each pixel shows a weight of its word, the one of which place? Or 0."""
    weights, columns = attempt.given["weights"], attempt.given["columns"]
    equal = _equal(found[..., None], weights[:, None, None])
    shown = torch.where(equal.any(-1), equal.int().argmax(-1), NONE)
    due = laid.due(**_sizes(attempt))
    t, y, x = (shown != due).nonzero()[0].tolist()
    got, wanted = int(shown[t, y, x]), laid.told(int(due[y, x]), columns)
    shows = f"shows {laid.told(got, columns, ' of the grid')}"
    shows = shows if got != NONE else "is 0"
    pixel = f"maps[{t}, {y}, {x}] {shows}, and lies over {wanted}"
    if says := laid.known(shown[t], **_sizes(attempt)):
        return says, (pixel,)
    if got == NONE:
        says = (
            f"maps[{t}, {y}, {x}] is 0: no weight is laid over this pixel. A "
            "place covers side / I rows and side / J columns of pixels."
        )
        return says, ()
    return f"{pixel}. {NUMBERED}", ()


def _sizes(attempt: Attempt) -> dict[str, int]:
    return {name: attempt.given[name] for name in ("rows", "columns", "side")}


def _equal(a: Tensor, b: Tensor) -> Tensor:
    return torch.isclose(a, b, rtol=0.0, atol=1e-9)


def _stretched(
    weights: Tensor,
    rows: int,
    columns: int,
    times: tuple[int, int],
    axes: tuple[int, int],
) -> Tensor:
    """The grid of each word, two axes stretched so many times."""
    maps = weights.reshape(-1, rows, columns)
    for each, axis in zip(times, axes, strict=True):
        maps = maps.repeat_interleave(each, axis)
    return maps


lay_over = Check(
    name="lay_over",
    takes={"weights": "T S", "rows": "", "columns": "", "side": ""},
    returns={"maps": "T Y X"},
    reference=_lay_over,
    cases=(
        _case("more columns than rows", 5, 2, 3, 12),
        _case("more rows than columns", 3, 4, 2, 8),
        _case("as many rows as columns", 2, 3, 3, 6),
        _case(
            "one word, one pixel for each place, a sum of 2", 1, 2, 2, 2, 2.0
        ),
    ),
    looks=(_look,),
    mistakes=(
        Mistake(
            "the rows are stretched by side / J and the columns by side / I: "
            "it is the other way round.",
            lambda weights, rows, columns, side: _stretched(
                weights, rows, columns, (side // columns, side // rows), (1, 2)
            ),
        ),
        Mistake(
            "axis 0 holds the words. Stretch axis 1, the rows, and axis 2, "
            "the columns.",
            lambda weights, rows, columns, side: _stretched(
                weights, rows, columns, (side // rows, side // columns), (0, 1)
            ),
        ),
        Mistake(
            "a softmax is taken of the weights. They are weights already: "
            "show them as they are.",
            lambda weights, **sizes: _lay_over(weights.softmax(-1), **sizes),
        ),
    ),
)
