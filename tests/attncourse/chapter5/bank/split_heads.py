"""Answers to `split_heads`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, H):
    B, T, D = x.shape
    return x.reshape(B, T, H, D // H).transpose(1, 2)


@bank.right
def block_by_block(x, H):
    K = x.shape[-1] // H
    return torch.stack([x.narrow(-1, h * K, K) for h in range(H)], 1)


@bank.right
def number_by_number(x, H):
    B, T, D = x.shape
    out = x.new_empty(B, H, T, D // H)
    for d in range(D):
        out[:, d * H // D, :, d % (D // H)] = x[:, :, d]
    return out


bank.slips(
    plain,
    {
        "reshapes without a transpose": (
            "T, H",
            "H, T",
            ".transpose(1, 2)",
            "",
        ),
        "forgets the transpose": (".transpose(1, 2)", ""),
        "takes H for the width of a head": ("H, D // H", "D // H, H"),
        "transposes before it cuts the axis": (
            "x.reshape(B, T, H, D // H).transpose(1, 2)",
            "x.transpose(1, 2).reshape(B, H, T, D // H)",
        ),
        "puts the heads before the batch, mixes sentences": (
            "(B, T, H, D // H).transpose(1, 2)",
            "(H, B, T, D // H).transpose(0, 1)",
        ),
    },
)
bank.slips(
    block_by_block,
    {
        "gives the first block to all heads": ("h * K", "0"),
        "moves on by one number, not by one block": ("h * K", "h"),
    },
)
bank.fresh(
    plain,
    {
        "the words come last": ("transpose(1, 2)", "permute(0, 2, 3, 1)"),
        "cuts the axis into H, K, T": (
            "(B, T, H, D // H).transpose(1, 2)",
            "(B, H, D // H, T).mT",
        ),
        "a head takes every H-th number": (
            "(B, T, H, D // H).transpose(1, 2)",
            "(B, T, D // H, H).permute(0, 3, 1, 2)",
        ),
        "one head below the other": ("2)", "2).flatten(1, 2)"),
    },
)
