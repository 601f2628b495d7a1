"""The exercises of chapter 7 by loops of `spec`."""

from itertools import accumulate, pairwise

import torch

from attncourse import spec
from tests.attncourse.chapter4.oracles import attend
from tests.attncourse.checks.oracles import rows


def layer_norm(x, gain, shift):
    learned = spec.Norm(gain, shift)
    return rows(spec.at_each_word(lambda y: spec.layer_norm(y, learned)), x)


def post_norm_block(x, memory, own, cross, feed_forward, gain, shift):
    def each(x, memory):
        layers = (
            own.made,
            lambda y: cross.made(y, memory[None]),
            feed_forward.made,
        )
        for layer, *learned in zip(layers, gain, shift, strict=True):
            x = spec.around(
                x,
                lambda y, f=layer: f(y[None])[0],
                spec.Norm(*learned),
                first=False,
            )
        return x

    return rows(each, x, memory)


def token_losses(model, source, target, pad):
    found = torch.zeros(len(target), target.shape[1] - 1).double()
    for b, t in (target[:, 1:] != pad).nonzero().tolist():
        begin = target[b : b + 1, : t + 1]  # later tokens are not even there
        read = source[b : b + 1, source[b] != pad]
        masks = spec.causal(t + 1, t + 1), torch.ones_like(read).bool()
        log_p = model(read, begin, *masks)[0, -1].log_softmax(-1)
        found[b, t] = -log_p[target[b, t + 1]]
    return found


def cached_step(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys = torch.cat([kept_keys, (x @ W_k)[:, None]], 1)
    values = torch.cat([kept_values, (x @ W_v)[:, None]], 1)
    output = attend((x @ W_q)[:, None], keys, values, None)[0]
    return output[:, 0], keys, values


def pack(tokens, start, pad):
    B, T = len(tokens), tokens.shape[1] - 1
    wanted, places = torch.full((B, T), pad), torch.zeros(B, T).long()
    seen = torch.zeros(B, 1, T, T).bool()
    for b, row in enumerate(tokens.tolist()):
        begin = 0
        for t, (token, after) in enumerate(pairwise(row)):
            begin = t if token == start else begin
            places[b, t] = t - begin
            own = spec.causal(t - begin + 1, t - begin + 1)[-1]
            seen[b, 0, t, begin : t + 1] = own
            wanted[b, t] = pad if after == start else after
    return tokens[:, :-1], wanted, seen, places


def next_logits(inputs, seen, places, words, waves, first, second, norm):
    found = torch.zeros(*inputs.shape, len(words)).double()
    for b, row in enumerate(inputs.tolist()):
        for t in range(len(row)):
            mine = seen[b, 0, t]  # what is not seen is not even there
            x = torch.stack(
                [
                    len(words[0]) ** 0.5 * words[row[s]] + waves[places[b, s]]
                    for s in range(len(row))
                    if mine[s]
                ]
            )
            T = len(x)
            for block in (first, second):
                x = block(x[None], spec.causal(T, T)[None, None])[0]
            found[b, t] = (words * norm(x[-1])).sum(-1)
    return found


def back_off(contexts, wanted, lower, kappa, pad):
    pairs = list(
        zip(contexts.flatten().tolist(), wanted.flatten().tolist(), strict=True)
    )
    found = lower.clone()
    for c, row in enumerate(lower.tolist()):
        total = sum(a == c and token != pad for a, token in pairs)
        for n, share in enumerate(row):
            count = pairs.count((c, n)) if n != pad else 0
            found[c, n] = (count + kappa * share) / (total + kappa)
    return found


def pick(logits, draws, temperature):
    found = []
    for row, draw in zip(logits / temperature, draws.tolist(), strict=True):
        sums = list(
            accumulate(spec.softmax(row, torch.ones_like(row).bool()).tolist())
        )
        found.append(next(n for n, total in enumerate(sums) if total > draw))
    return torch.tensor(found)
