"""Answers to `pointing`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def centres(weights, side, half=0.5):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(-1)
    x = (place % columns + half) * side / columns
    return x, (place // columns + half) * side / rows


def inside(x, y, boxes):
    left, top, right, bottom = boxes.T
    return (left <= x) & (x < right) & (top <= y) & (y < bottom)


def share(hits):
    return float(hits.double().mean())


@bank.wrong("right and bottom belong to the box")
def closed(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
    return share(hits)


@bank.wrong("left and top do not belong to the box")
def open_box(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    return share((left < x) & (x < right) & (top < y) & (y < bottom))


@bank.wrong("takes right and bottom for width and height")
def widths(weights, boxes, side):
    boxes = torch.cat([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], 1)
    return share(inside(*centres(weights, side), boxes))


@bank.wrong("the share of the weight in the box")
def weight_inside(weights, boxes, side):
    _, rows, columns = weights.shape
    y = ((torch.arange(rows) + 0.5) * side / rows)[:, None, None]
    x = ((torch.arange(columns) + 0.5) * side / columns)[:, None]
    hits = inside(x, y, boxes).movedim(-1, 0)
    return float((weights * hits).sum() / weights.sum())


@bank.wrong("a tensor, not a number")
def tensor(weights, boxes, side):
    return inside(*centres(weights, side), boxes).double().mean()


@bank.right
def word_by_word(weights, boxes, side):
    hits, (T, rows, columns) = 0, weights.shape
    for one, (left, top, right, bottom) in zip(weights, boxes, strict=True):
        i, j = divmod(int(one.argmax()), columns)
        x, y = (j + 0.5) * side / columns, (i + 0.5) * side / rows
        hits += bool(left <= x < right and top <= y < bottom)
    return hits / T


@bank.right
def whole_numbers(weights, boxes, side):
    places = weights.flatten(1).argmax(-1)
    i, j = places // weights.shape[2], places % weights.shape[2]
    at = side * torch.stack([2 * j + 1, 2 * i + 1], 1)
    low, high = (2 * boxes * torch.tensor(weights.shape[:0:-1] * 2)).chunk(2, 1)
    return ((low <= at) & (at < high)).all(1).sum().item() / len(boxes)


@bank.right
def all_places(weights, boxes, side):
    _, rows, columns = weights.shape
    y = ((torch.arange(rows) + 0.5) * side / rows)[:, None, None]
    x = ((torch.arange(columns) + 0.5) * side / columns)[:, None]
    covered = inside(x, y, boxes).flatten(0, 1).T  # T S
    best = weights.flatten(1).max(1).indices
    return covered.gather(1, best[:, None]).double().mean().item()
