"""Answers to `class_rollout`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_product(weights):
    A = weights.mean(2)  # B L T T
    one = torch.eye(A.shape[-1]).to(A)
    A = (A + one) / 2
    found = A[:, 0]
    for block in range(1, A.shape[1]):
        found = A[:, block] @ found
    row = found[:, 0, 1:]
    return row / row.sum(-1, keepdim=True)


ONCE = "(A + one) / 2", "A", "row = found", "row = ((found + one) / 2)"
SLIPS = {
    "no residual connection": ("(A + one) / 2", "A"),
    "the first block from the left": (
        "A[:, block] @ found",
        "found @ A[:, block]",
    ),
    "the column of the class token": ("0, 1:", "1:, 0"),
    "the last block alone": ("found[:, 0, 1:]", "A[:, -1, 0, 1:]"),
    "the mean of the blocks": ("found[:, 0, 1:]", "A.mean(1)[:, 0, 1:]"),
    "the first head": ("weights.mean(2)", "weights[:, :, 0]"),
    "not rescaled": (" / row.sum(-1, keepdim=True)", ""),
    "the class token is kept": ("0, 1:", "0"),
    "all rows": ("[:, 0, 1:]", ""),
    "products entry by entry": ("@", "*"),
    "the largest is 1": ("row.sum", "row.amax"),
    "divided by the sum of all images": ("-1, keepdim=True", ""),
    "halves the identity alone: no brackets": ("(A + one)", "A + one"),
    "adds 1 to every weight, not the identity": ("A + one", "A + 1"),
    "the mean over the blocks: multiplies the heads": ("mean(2)", "mean(1)"),
    "starts from the identity, and leaves the first block out": (
        "A[:, 0]",
        "one[None]",
    ),
}
bank.slips(by_product, SLIPS)
FRESH = {
    "the residual connection once, after all blocks": ONCE,
    "the last patch is cut off, not the class token": ("1:]", ":-1]"),
    "the first block twice": ("range(1, ", "range("),
    "the sum of the heads, not their mean": ("mean(2)", "sum(2)"),
}
bank.fresh(by_product, FRESH)


@bank.right
def row_by_row(weights):
    """One row from the last block down, without any matrix."""
    A = (weights.mean(2) + torch.eye(weights.shape[-1]).to(weights)) / 2
    row = A[:, -1, :1]  # B 1 T
    for block in range(A.shape[1] - 2, -1, -1):
        row = row @ A[:, block]
    return row[:, 0, 1:] / row[:, :, 1:].sum(-1)


@bank.right
def by_chain(weights):
    A = (weights.mean(2) + torch.eye(weights.shape[-1]).to(weights)) / 2
    found = [
        torch.linalg.multi_dot(list(one.flip(0))) if len(one) > 1 else one[0]
        for one in A
    ]
    row = torch.stack(found)[:, 0, 1:]
    return row / row.sum(-1, keepdim=True)


@bank.right
def with_numpy(weights):
    A = weights.numpy().mean(2)
    A = (A + np.eye(A.shape[-1])) / 2
    found = np.eye(A.shape[-1])[None]
    for block in range(A.shape[1]):
        found = A[:, block] @ found
    row = found[:, 0, 1:]
    return torch.from_numpy(row / row.sum(-1, keepdims=True))
