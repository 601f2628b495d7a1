"""Answers to `to_halves`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()

bank.wrong("forgets that there are heads")(
    lambda W, H: torch.cat([W[:, ::2], W[:, 1::2]], 1)
)
bank.wrong("goes the other way, from halves to neighbours")(
    lambda W, H: W.unflatten(1, (H, 2, -1)).mT.flatten(1)
)
bank.wrong("reorders rows, as for the weight of a Linear")(
    lambda W, H: W.unflatten(0, (H, -1, 2)).transpose(1, 2).flatten(0, 2)
)
bank.wrong("a reshape moves nothing")(
    lambda W, H: (
        W.reshape(len(W), H, -1, 2).reshape(len(W), H, 2, -1).flatten(1)
    )
)
bank.wrong("second features first")(
    lambda W, H: W.unflatten(1, (H, -1, 2)).flip(-1).mT.flatten(1)
)
bank.wrong("swaps heads and pairs")(
    lambda W, H: W.unflatten(1, (H, -1, 2)).permute(0, 3, 1, 2).flatten(1)
)


@bank.wrong("takes H for the width of a head")
def width(W, H):
    heads = [
        torch.cat([head[:, ::2], head[:, 1::2]], 1) for head in W.split(H, 1)
    ]
    return torch.cat(heads, 1)


@bank.wrong("reorders the first head alone")
def first_head(W, H):
    K = W.shape[1] // H
    head = W[:, :K]
    return torch.cat([head[:, ::2], head[:, 1::2], W[:, K:]], 1)


@bank.wrong("leaves the axis of heads")
def with_heads(W, H):
    return W.unflatten(1, (H, -1, 2)).mT.flatten(2)


@bank.right
def by_chunks(W, H):
    heads = [
        torch.cat([head[:, ::2], head[:, 1::2]], 1) for head in W.chunk(H, 1)
    ]
    return torch.cat(heads, 1)


bank.right(lambda W, H: W.unflatten(1, (H, -1, 2)).mT.flatten(1))


@bank.right
def by_index(W, H):
    order = torch.arange(W.shape[1]).reshape(H, -1, 2).transpose(1, 2)
    return W[:, order.reshape(-1)]


@bank.right
def column_by_column(W, H):
    K = W.shape[1] // H
    out = torch.empty_like(W)
    for h in range(H):
        for k in range(K):
            to = h * K + k // 2 + (k % 2) * K // 2
            out[:, to] = W[:, h * K + k]
    return out


@bank.right
def by_a_permutation_matrix(W, H):
    K = W.shape[1] // H
    one = torch.eye(K, dtype=W.dtype)
    P = torch.cat([one[:, ::2], one[:, 1::2]], 1)
    return W @ torch.block_diag(*[P] * H)


@bank.right
def turned_over(W, H):
    rows = W.T.reshape(H, -1, 2, W.shape[0])
    return rows.transpose(1, 2).reshape(W.shape[1], -1).T


@bank.right
def by_numpy(W, H):
    a = W.detach().numpy().reshape(len(W), H, -1, 2)
    return torch.from_numpy(np.moveaxis(a, 3, 2).reshape(W.shape).copy())
