"""The exercises of chapter 5 by loops of `spec`."""

import torch

from attncourse import spec
from tests.attncourse.chapter4.oracles import attend


def causal_attention(X, W_q, W_k, W_v):
    past = spec.causal(X.shape[1], X.shape[1]).expand(len(X), -1, -1)
    return attend(X @ W_q, X @ W_k, X @ W_v, past)


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
