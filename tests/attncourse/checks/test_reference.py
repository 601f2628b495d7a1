"""The steps of each exercise give what `spec` gives, loop by loop."""

import math

import pytest
import torch

from attnbook import spec
from tests.check.toys import EXERCISES


def rows(function, *tensors):
    """A function of one sentence after the other."""
    return torch.stack([function(*row) for row in zip(*tensors, strict=True)])


def read(scores, memory, mask=None):
    """Context and weights of rows of scores."""
    mask = torch.ones_like(scores).bool() if mask is None else mask
    weights = rows(spec.softmax, scores, mask)
    return rows(spec.read, weights, memory), weights


def gru_step(x, h, W, U, b, c):
    gates = spec.Gates(W, U, b, c)
    return rows(lambda x, h: spec.gru(x, h, gates), x, h)


def last_states(h, source, pad):
    real = [[i for i, t in enumerate(row) if t != pad] for row in source]
    return torch.stack([h[b, seen[-1]] for b, seen in enumerate(real)])


def bias_for(share, steps):
    gates = [math.exp(math.log(p) / steps) for p in share.tolist()]
    return share.new_tensor([math.log(g / (1 - g)) for g in gates])


def additive_attention(s, h, W_q, W_k, v, mask=None):
    def scores(s, h):
        return torch.stack([spec.additive(s, k, W_q, W_k, v) for k in h])

    return read(rows(scores, s, h), h, mask)


def context(e, h, mask):
    pairs = [
        read(
            scores, h[b].expand(len(scores), -1, -1), mask[b].expand_as(scores)
        )
        for b, scores in enumerate(e)
    ]
    return tuple(torch.stack(part) for part in zip(*pairs, strict=True))


def dot_attention(s, h, mask, scale):
    def scores(s, h):
        return torch.stack([scale * spec.dot(s, k) for k in h])

    return read(rows(scores, s, h), h, mask)


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


def attend(Q, K, V, mask):
    masks = [None] * len(Q) if mask is None else mask
    inputs = [*zip(Q, K, V, masks, strict=True)]
    weights = [spec.weights(q, k, seen) for q, k, _, seen in inputs]
    return torch.stack([spec.attend(*row) for row in inputs]), torch.stack(
        weights
    )


def attention_layer(x, memory, W_q, W_k, W_v):
    return attend(x @ W_q, memory @ W_k, memory @ W_v, None)


def causal_attention(X, W_q, W_k, W_v):
    past = spec.causal(X.shape[1], X.shape[1]).expand(len(X), -1, -1)
    return attend(X @ W_q, X @ W_k, X @ W_v, past)


def regress(x, y, at, bandwidth):
    def score(q, k):
        return spec.gaussian(q, k, bandwidth)

    return spec.attend(at[:, None], x[:, None], y[:, None], None, score)[:, 0]


def mil_pooling(bag, V, w):
    def scores(h):
        return torch.stack([spec.dot(w, torch.tanh(V @ k)) for k in h])

    return read(rows(scores, bag), bag)


def scaled_scores(Q, K):
    return torch.stack(
        [torch.stack([spec.scaled_dot(q, k) for k in K]) for q in Q]
    )


def split_heads(x, H):
    K = x.shape[-1] // H
    return torch.stack([x[..., h * K : h * K + K] for h in range(H)], 1)


def multi_head(X, W_q, W_k, W_v, W_o, H, mask):
    Q, K, V = (split_heads(X @ W, H) for W in (W_q, W_k, W_v))
    heads = [
        attend(Q[:, h], K[:, h], V[:, h], None if mask is None else mask[:, 0])
        for h in range(H)
    ]
    joined = torch.cat([output for output, _ in heads], -1)
    return joined @ W_o, torch.stack([weights for _, weights in heads], 1)


def cost(T, D, H, K, V):
    parameters = sum(D * K + D * K + D * V + V * D for _ in range(H))
    pairs = sum(K + V for _ in range(H) for _ in range(T) for _ in range(T))
    return parameters, sum(parameters for _ in range(T)) + pairs


def frequencies(D, base):
    found = [spec.frequency(i, D, base) for i in range(D // 2)]
    return torch.tensor(found, dtype=torch.float64)


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


def to_patches(images, patch):
    """The library's order is channel, line, column; this one ends with the
    channel.
    """
    C = images.shape[1]
    order = [
        c * patch**2 + place for place in range(patch**2) for c in range(C)
    ]
    return torch.stack([spec.patchify(x, patch)[:, order] for x in images])


def by_convolution(images, E, b, patch):
    return torch.stack(
        [
            torch.stack([spec.times(E.T, row) + b for row in rows])
            for rows in to_patches(images, patch)
        ]
    )


def embed(images, E, b, token, positions, patch):
    words = by_convolution(2 * (images / 255) - 1, E, b, patch)
    return torch.stack(
        [
            torch.stack(
                [w + p for w, p in zip([token, *z], positions, strict=True)]
            )
            for z in words
        ]
    )


def class_rollout(weights):
    found = [spec.rollout([*blocks])[0, 1:] for blocks in weights]
    return torch.stack([row / row.sum() for row in found])


JUDGES = {
    "masked_softmax": lambda e, mask: rows(spec.softmax, e, mask),
    "alignment_error_rate": spec.alignment_error_rate,
}


@pytest.mark.parametrize("key", EXERCISES)
def test_the_steps_give_what_spec_gives(key):
    exercise = EXERCISES[key]
    name = key.split(".")[1]
    judge = JUDGES.get(name) or globals()[name]
    for case, values in exercise.traces().items():
        right = judge(**exercise.inputs(case))
        right = right if len(exercise.returns) > 1 else (right,)
        expected = dict(zip(exercise.returns, right, strict=True))
        assert exercise.same(values, expected), case


@pytest.mark.parametrize("key", EXERCISES)
def test_takes_names_the_arguments_and_cases_are_the_same_each_time(key):
    exercise = EXERCISES[key]
    for case in exercise.cases:
        assert [*exercise.inputs(case)] == [*exercise.takes]
        assert repr(exercise.inputs(case)) == repr(exercise.inputs(case))
