"""The exercises of chapter 10 by loops of `spec`."""

import torch

from attncourse import spec
from tests.attncourse.checks.oracles import rows


def nucleus(probabilities, p):
    def row(q):
        left, kept, total = [*range(len(q))], [], 0.0
        while not kept or total < p:
            kept.append(max(left, key=lambda i: q[i]))
            left.remove(kept[-1])
            total += float(q[kept[-1]])
            if not left:
                break
        stays = torch.tensor([i in kept for i in range(len(q))])
        return spec.softmax(q.log(), stays)

    return rows(row, probabilities)


def induction_score(weights):
    B, H, T, _ = weights.shape
    found = [
        [weights[b, h, t, s] for b in range(B) for t, s in copies(T)]
        for h in range(H)
    ]
    return torch.stack([sum(head) / len(head) for head in found])


def copies(T):
    """Each position of a second half, and the one after its earlier copy."""
    text = [*range(T // 2)] * 2
    return [(t, text.index(text[t]) + 1) for t in range(T // 2, T)]


def back_score(weights, back):
    B, H, T, _ = weights.shape
    pairs = [(t, s) for t in range(T) for s in range(T) if s + back == t]
    found = torch.zeros(H).to(weights)
    for h in range(H):
        for b in range(B):
            for t, s in pairs:
                found[h] += weights[b, h, t, s]
    return found / (B * len(pairs))
