"""Answers to `to_halves`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(W, H):
    heads = []
    for head in W.chunk(H, 1):
        heads.append(torch.cat([head[:, 0::2], head[:, 1::2]], 1))
    return torch.cat(heads, 1)


@bank.right
def by_axes(W, H):
    return W.unflatten(1, (H, -1, 2)).mT.flatten(1)


@bank.right
def by_a_permutation_matrix(W, H):
    K = W.shape[1] // H
    one = torch.eye(K, dtype=W.dtype)
    P = torch.cat([one[:, ::2], one[:, 1::2]], 1)
    return W @ torch.block_diag(*[P] * H)


bank.slips(
    plain,
    {
        "forgets that there are heads": ("W.chunk(H, 1)", "[W]"),
        "takes H for the width of a head": ("chunk", "split"),
        "reorders the first head alone": (
            "cat(heads, 1)",
            "cat([heads[0], W[:, heads[0].shape[1] :]], 1)",
        ),
        "stacks the heads in front of the rows, then reshapes": (
            "cat(heads, 1)",
            "stack(heads).reshape(W.shape)",
        ),
    },
)
bank.slips(
    by_axes,
    {
        "a reshape moves nothing": (".mT", ".reshape(len(W), H, 2, -1)"),
        "second features first": (".mT", ".flip(-1).mT"),
        "leaves the axis of heads": ("flatten(1)", "flatten(2)"),
    },
)


@bank.wrong("takes the second features from columns already overwritten")
def overwritten(W, H):
    W = W.clone()
    for head in W.chunk(H, 1):
        half = head.shape[1] // 2
        head[:, :half] = head[:, 0::2].clone()
        head[:, half:] = head[:, 1::2].clone()
    return W


bank.fresh(
    by_axes,
    {
        "from halves to neighbours": ("H, -1, 2", "H, 2, -1"),
        "cuts the heads inside the pairs": ("H, -1", "-1, H"),
        "exchanges heads and pairs": ("mT", "transpose(1, 2)"),
        "takes the first features twice": ("mT", "mT[:, :, [0, 0]]"),
    },
)
