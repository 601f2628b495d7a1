"""Answers to `split_heads`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("reshapes without a transpose")
def reshape_alone(x, H):
    B, T, D = x.shape
    return x.reshape(B, H, T, D // H)


bank.wrong("forgets the transpose")(lambda x, H: x.unflatten(-1, (H, -1)))
bank.wrong("takes H for the width of a head")(
    lambda x, H: x.unflatten(-1, (-1, H)).transpose(1, 2)
)


@bank.wrong("transposes before it cuts the axis")
def transpose_first(x, H):
    B, T, D = x.shape
    return x.transpose(1, 2).reshape(B, H, T, D // H)


@bank.wrong("gives the first block to all heads")
def first_block(x, H):
    K = x.shape[-1] // H
    return torch.stack([x[..., :K] for h in range(H)], 1)


@bank.wrong("moves on by one number, not by one block")
def sliding(x, H):
    K = x.shape[-1] // H
    return torch.stack([x[..., h : h + K] for h in range(H)], 1)


@bank.wrong("puts the heads before the batch, mixes sentences")
def heads_first(x, H):
    B, T, D = x.shape
    return x.reshape(H, B, T, D // H).transpose(0, 1)


bank.right(lambda x, H: torch.stack(x.chunk(H, -1), 1))


@bank.right
def number_by_number(x, H):
    B, T, D = x.shape
    out = x.new_empty(B, H, T, D // H)
    for d in range(D):
        out[:, d * H // D, :, d % (D // H)] = x[:, :, d]
    return out


@bank.right
def one_head_less(x, H):
    if H == 1:
        return x[:, None]
    K = x.shape[-1] // H
    rest = one_head_less(x[..., K:], H - 1)
    return torch.cat([x[:, None, :, :K], rest], 1)
