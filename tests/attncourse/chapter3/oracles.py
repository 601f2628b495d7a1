"""The exercises of chapter 3 by loops of `spec`."""

from attncourse import spec
from tests.attncourse.chapter2.oracles import additive_attention
from tests.attncourse.checks.oracles import rows


def grid_softmax(e):
    return rows(spec.softmax, e.flatten(1)).reshape(e.shape)


def grid_attention(s, z, W_q, W_k, v):
    found, weights = additive_attention(s, z.flatten(1, 2), W_q, W_k, v)
    return found, weights.reshape(z.shape[:3])


def lay_over(weights, rows, columns, side):
    maps = weights.new_zeros(len(weights), side, side)
    for y in range(side):
        for x in range(side):
            i, j = y * rows // side, x * columns // side
            maps[:, y, x] = weights[:, i * columns + j]
    return maps


def pointing(weights, boxes, side):
    hits = 0
    for grid, (left, top, right, bottom) in zip(weights, boxes, strict=True):
        rows, columns = grid.shape
        i, j = divmod(int(grid.argmax()), columns)
        x, y = (j + 0.5) * side / columns, (i + 0.5) * side / rows
        hits += bool(left <= x < right and top <= y < bottom)
    return hits / len(weights)


def coverage_penalty(weights, mask):
    totals = weights.new_zeros(len(weights), weights.shape[2])
    for b, t in mask.nonzero().tolist():
        totals[b] += weights[b, t]
    return (1 - totals).square().sum(1)
