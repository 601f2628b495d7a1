"""The exercises of chapter 7 by loops of `spec`."""

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
