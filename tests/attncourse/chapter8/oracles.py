"""The exercises of chapter 8 by loops."""

import torch


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
