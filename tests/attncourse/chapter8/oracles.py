"""The exercises of chapter 8 by loops of `spec`."""

import torch

from attncourse import spec
from tests.attncourse.checks.oracles import rows


def infill(tokens, spans, hidden):
    begins, rest = [begin for begin, _ in spans], {*range(len(tokens))}
    for begin, length in spans:
        rest -= {*range(begin, begin + length)}
    slots = [(i, 1, tokens[i]) for i in rest] + [(b, 0, hidden) for b in begins]
    return [token for _, _, token in sorted(slots)]


def masked_batch(tokens, draws, kinds, others, hidden):
    read, asked = tokens.tolist(), [[0 for _ in row] for row in tokens]
    for b, row in enumerate(tokens.tolist()):
        for t, token in enumerate(row):
            if token in (0, 1, 2, 3) or draws[b, t] >= 0.15:
                continue
            asked[b][t] = token
            if kinds[b, t] < 0.9:
                hides = kinds[b, t] < 0.8
                read[b][t] = hidden if hides else int(others[b, t])
    return torch.tensor(read), torch.tensor(asked)


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
