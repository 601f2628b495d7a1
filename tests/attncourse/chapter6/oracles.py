"""The exercises of chapter 6 by loops of `spec`."""

from itertools import product

import torch

from attncourse import spec
from tests.attncourse.checks.oracles import rows


def frequencies(D, base):
    found = [spec.frequency(i, D, base) for i in range(D // 2)]
    return torch.tensor(found, dtype=torch.float64)


def own_bias(q, rows, slopes, anchors):
    found = torch.zeros(*q.shape[:3], q.shape[2]).double()
    for b, h, t in product(*map(range, q.shape[:3])):
        for s in range(t + 1):
            key = rows[min(t - s, len(rows) - 1)]
            key = key + anchors[s] if s < len(anchors) else key
            asked = spec.dot(q[b, h, t], key) / q.shape[-1] ** 0.5
            found[b, h, t, s] = asked - slopes[h] * (t - s)
    return found


def rotary(x, place, base):
    def turned(words, row):
        pairs = zip(words, row.tolist(), strict=True)
        return torch.stack([spec.rotary(word, t, base) for word, t in pairs])

    return rows(turned, x, place)


def to_halves(W, H):
    K = W.shape[1] // H
    order = [*range(0, K, 2), *range(1, K, 2)]
    return torch.stack([W[:, h * K + k] for h in range(H) for k in order], 1)


def places(mask):
    counts = [
        [sum(row[:t]) * row[t] for t in range(len(row))]
        for row in mask.long().tolist()
    ]
    return torch.tensor(counts)
