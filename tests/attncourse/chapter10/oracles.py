"""The exercises of chapter 10 by loops of `spec`."""

import math

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


def bits_per_byte(read, asked, N, size):
    read, bits = read.tolist(), 0.0
    for token in asked.tolist():
        bits -= math.log2((read.count(token) + 1) / (len(read) + N))
    return bits / size


def backed_off(contexts, wanted, asked, answers, lower, kappa):
    found = torch.zeros_like(lower)
    for i in range(len(asked)):
        followed = [
            w for c, w in zip(contexts, wanted, strict=True) if c == asked[i]
        ]
        count = sum(bool(w == answers[i]) for w in followed)
        found[i] = (count + kappa * lower[i]) / (len(followed) + kappa)
    return found


def decoder_block(x, attend, g_own, g_inner, W_gate, W_wide, W_narrow):
    def norm(word, gain):
        size = math.sqrt(sum(float(n) ** 2 for n in word) / len(word))
        return word / size * gain

    def inner(word):
        gate, wide = word @ W_gate, word @ W_wide
        return (gate / (1 + (-gate).exp()) * wide) @ W_narrow

    read = [[norm(word, g_own) for word in sentence] for sentence in x]
    y = x + attend(torch.stack([torch.stack(sentence) for sentence in read]))
    return rows(
        lambda sentence: rows(
            lambda word: word + inner(norm(word, g_inner)), sentence
        ),
        y,
    )


def longest_copy(text, source):
    best = 0, 0
    for i in range(len(text)):
        for j in range(len(source)):
            n = 0
            while (text[i + n :] and source[j + n :]) and (
                text[i + n] == source[j + n]
            ):
                n += 1
            best = max(best, (i, n), key=lambda pair: pair[1])
    return best


def bet_bits(bets, lower, answers):
    found = torch.zeros(len(bets)).to(bets)
    for t, token in enumerate(answers.tolist()):
        rest = 1 - sum(bets[t].tolist())
        found[t] = -math.log2(bets[t, token] + rest * lower[token])
    return found
