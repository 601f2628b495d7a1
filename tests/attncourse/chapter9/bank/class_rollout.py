"""Answers to `class_rollout`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def half(A):
    """Half of the weights, half by the residual connection."""
    return (A + torch.eye(A.shape[-1]).to(A)) / 2


def product(A):
    """The later block from the left."""
    found = A[:, 0]
    for block in range(1, A.shape[1]):
        found = A[:, block] @ found
    return found


def patches(row):
    """Without the class token, rescaled."""
    row = row[:, 1:]
    return row / row.sum(-1, keepdim=True)


@bank.wrong("no residual connection")
def no_residual(weights):
    return patches(product(weights.mean(2))[:, 0])


@bank.wrong("the first block from the left")
def other_order(weights):
    A = half(weights.mean(2)).flip(1)
    return patches(product(A)[:, 0])


@bank.wrong("the column of the class token")
def column(weights):
    return patches(product(half(weights.mean(2)))[:, :, 0])


@bank.wrong("the last block alone")
def last(weights):
    return patches(half(weights.mean(2))[:, -1, 0])


@bank.wrong("the mean of the blocks")
def mean(weights):
    return patches(half(weights.mean(2)).mean(1)[:, 0])


@bank.wrong("the first head")
def first_head(weights):
    return patches(product(half(weights[:, :, 0]))[:, 0])


@bank.wrong("not rescaled")
def as_it_is(weights):
    return product(half(weights.mean(2)))[:, 0, 1:]


@bank.wrong("the class token is kept")
def with_the_token(weights):
    return product(half(weights.mean(2)))[:, 0]


@bank.wrong("all rows")
def all_rows(weights):
    return product(half(weights.mean(2)))


@bank.wrong("products entry by entry")
def by_entry(weights):
    return patches(half(weights.mean(2)).prod(1)[:, 0])


@bank.wrong("the largest is 1")
def by_largest(weights):
    row = product(half(weights.mean(2)))[:, 0, 1:]
    return row / row.amax(-1, keepdim=True)


@bank.wrong("divided by the sum of all images")
def by_total(weights):
    row = product(half(weights.mean(2)))[:, 0, 1:]
    return row / row.sum()


@bank.wrong("halves the identity alone: no brackets")
def no_brackets(weights):
    A = weights.mean(2)
    A = A + torch.eye(A.shape[-1]).to(A) / 2
    return patches(product(A)[:, 0])


@bank.wrong("adds 1 to every weight, not the identity")
def ones(weights):
    return patches(product((weights.mean(2) + 1) / 2)[:, 0])


@bank.wrong("the mean over the blocks: multiplies the heads")
def over_blocks(weights):
    return patches(product(half(weights.mean(1)))[:, 0])


@bank.wrong("starts from the identity, and leaves the first block out")
def without_the_first(weights):
    A = half(weights.mean(2))
    A[:, 0] = torch.eye(A.shape[-1]).to(A)
    return patches(product(A)[:, 0])


@bank.right
def row_by_row(weights):
    """One row from the last block down, without any matrix."""
    A = half(weights.mean(2))
    row = A[:, -1, :1]  # B 1 T
    for block in range(A.shape[1] - 2, -1, -1):
        row = row @ A[:, block]
    return patches(row[:, 0])


@bank.right
def by_chain(weights):
    A = half(weights.mean(2))
    found = [
        torch.linalg.multi_dot(list(one.flip(0))) if len(one) > 1 else one[0]
        for one in A
    ]
    return patches(torch.stack(found)[:, 0])


@bank.right
def with_numpy(weights):
    A = weights.numpy().mean(2)
    A = (A + np.eye(A.shape[-1])) / 2
    found = np.eye(A.shape[-1])[None]
    for block in range(A.shape[1]):
        found = A[:, block] @ found
    row = found[:, 0, 1:]
    return torch.from_numpy(row / row.sum(-1, keepdims=True))
