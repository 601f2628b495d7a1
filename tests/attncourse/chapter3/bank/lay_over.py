"""Answers to `lay_over`, wrong and right."""

from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    maps = weights.reshape(-1, rows, columns)
    maps = maps.repeat_interleave(high, 1)
    return maps.repeat_interleave(wide, 2)


@bank.right
def nearest(weights, rows, columns, side):
    maps = weights.unflatten(1, (rows, columns)).unsqueeze(1)
    return F.interpolate(maps, (side, side), mode="nearest").squeeze(1)


@bank.right
def place_by_place(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    maps = weights.new_empty(len(weights), side, side)
    for place, weight in enumerate(weights.T):
        y, x = place // columns * high, place % columns * wide
        maps[:, y : y + high, x : x + wide] = weight[:, None, None]
    return maps


GRID, LAST = "(-1, rows, columns)", "maps.repeat_interleave(wide, 2)"
TORN = "high, wide", "wide, high", GRID, "(-1, columns, rows)"
SHARED = LAST, f"{LAST} / (maps.sum((1, 2), True) * wide)"
SLIPS = {
    "exchanges x and y": (LAST, f"{LAST}.mT"),
    "reads the places column by column": (GRID, "(-1, columns, rows).mT"),
    "exchanges rows and columns in the reshape": TORN,
    "counts y from the bottom": (GRID, f"{GRID}.flip(1)"),
    "shares a weight out among its pixels": SHARED,
    "the height of a place for its width too": ("// columns", "// rows"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the largest weight becomes 1": (LAST, f"{LAST} / maps.amax((1, 2), True)"),
    "repeats the other axis": ("high, 1", "high, 2", "wide, 2", "wide, 1"),
    "does not repeat the columns": (LAST, "maps"),
}
bank.fresh(plain, FRESH)
bank.fresh(nearest, {"smooth between the places": ('nearest")', 'bilinear")')})
