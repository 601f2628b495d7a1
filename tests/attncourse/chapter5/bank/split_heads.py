"""Answers to `split_heads`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, H):
    B, T, D = x.shape
    K = D // H
    return x.reshape(B, T, H, K).transpose(1, 2)


@bank.right
def block_by_block(x, H):
    K = x.shape[-1] // H
    return torch.stack([x[..., h * K : h * K + K] for h in range(H)], 1)


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


bank.slips(
    plain,
    {
        "reshapes without a transpose": (
            "(B, T, H, K).transpose(1, 2)",
            "(B, H, T, K)",
        ),
        "forgets the transpose": (".transpose(1, 2)", ""),
        "takes H for the width of a head": ("H, K)", "K, H)"),
        "transposes before it cuts the axis": (
            "reshape(B, T, H, K).transpose(1, 2)",
            "transpose(1, 2).reshape(B, H, T, K)",
        ),
        "puts the heads before the batch, mixes sentences": (
            "(B, T, H, K).transpose(1, 2)",
            "(H, B, T, K).transpose(0, 1)",
        ),
    },
)
bank.slips(
    block_by_block,
    {
        "gives the first block to all heads": ("h * K : h * K + K", ":K"),
        "moves on by one number, not by one block": (
            "h * K : h * K + K",
            "h : h + K",
        ),
    },
)
bank.fresh(
    plain,
    {
        "the words come last": ("transpose(1, 2)", "permute(0, 2, 3, 1)"),
        "cuts the axis into H, K, T": (
            "(B, T, H, K).transpose(1, 2)",
            "(B, H, K, T).mT",
        ),
    },
)
bank.fresh(
    block_by_block,
    {
        "a head takes every H-th number": ("h * K : h * K + K", "h::H"),
        "puts the blocks one below the other": ("torch.stack", "torch.cat"),
    },
)
