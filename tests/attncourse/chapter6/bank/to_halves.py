"""Answers to `to_halves`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def halves(head):
    return torch.cat([head[:, 0::2], head[:, 1::2]], 1)


bank.wrong("forgets that there are heads")(lambda W, H: halves(W))
bank.wrong("a reshape moves nothing")(
    lambda W, H: (
        W.reshape(len(W), H, -1, 2).reshape(len(W), H, 2, -1).flatten(1)
    )
)
bank.wrong("second features first")(
    lambda W, H: W.unflatten(1, (H, -1, 2)).flip(-1).mT.flatten(1)
)


@bank.wrong("takes H for the width of a head")
def width(W, H):
    return torch.cat([halves(head) for head in W.split(H, 1)], 1)


@bank.wrong("reorders the first head alone")
def first_head(W, H):
    K = W.shape[1] // H
    return torch.cat([halves(W[:, :K]), W[:, K:]], 1)


@bank.wrong("leaves the axis of heads")
def with_heads(W, H):
    return W.unflatten(1, (H, -1, 2)).mT.flatten(2)


bank.wrong("stacks the heads in front of the rows, then reshapes")(
    lambda W, H: torch.stack([halves(h) for h in W.chunk(H, 1)]).reshape(
        W.shape
    )
)


@bank.wrong("takes the second features from columns already overwritten")
def overwritten(W, H):
    W = W.clone()
    for head in W.chunk(H, 1):
        half = head.shape[1] // 2
        head[:, :half] = head[:, 0::2].clone()
        head[:, half:] = head[:, 1::2].clone()
    return W


@bank.right
def by_chunks(W, H):
    return torch.cat([halves(head) for head in W.chunk(H, 1)], 1)


bank.right(lambda W, H: W.unflatten(1, (H, -1, 2)).mT.flatten(1))


@bank.right
def by_a_permutation_matrix(W, H):
    K = W.shape[1] // H
    one = torch.eye(K, dtype=W.dtype)
    P = torch.cat([one[:, ::2], one[:, 1::2]], 1)
    return W @ torch.block_diag(*[P] * H)
