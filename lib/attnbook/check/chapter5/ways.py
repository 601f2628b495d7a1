"""Heads that are made in another way than from blocks of columns: which way
gives just this answer?
"""

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import visible

BLOCK = "Head h takes the h-th block of K columns."
CUT = "Cut the last axis, then transpose."


def cut(rows: Tensor, H: int) -> Tensor:
    """Blocks of columns, "B T D" to "B H T K"."""
    return rows.unflatten(-1, (H, -1)).transpose(1, 2)


def made(X: Tensor, W: Tensor, H: int) -> dict[str, Tensor]:
    """Heads "B H T K" made in wrong ways, by what to say of each."""
    rows, K = X @ W, len(W) // H
    right = cut(rows, H)
    blocks = W.reshape(H, K, H, K)
    return {
        "split by a reshape alone, a head holds pieces of many words. "
        f"{CUT}": rows.reshape(right.shape),
        "words and numbers change places before the cut, and a head holds "
        f"pieces of many words. {CUT}": rows.mT.reshape(right.shape),
        "the columns are dealt out, every H-th to the same head. "
        f"{BLOCK}": rows.unflatten(-1, (K, H)).permute(0, 3, 1, 2),
        f"all heads take the columns of head 0. {BLOCK}": right[
            :, :1
        ].expand_as(right),
        "the matrix is transposed, as nn.Linear stores it. Here rows meet "
        "columns: X @ W.": cut(X @ W.mT, H),
        "X is cut into heads before it meets the matrix, and each head knows "
        "a part of a word alone. First the product, then the cut.": (
            torch.einsum("bhtk,hkhj->bhtj", cut(X, H), blocks)
        ),
    }


def look(attempt: Attempt) -> Sighting | None:
    """Are these the weights of queries and keys that are made in such a way?"""
    found, right = attempt.found["weights"].detach(), attempt.expected
    X, W_q, W_k, _, _, H, mask = attempt.given.values()
    if close(found, right["weights"]):
        return None
    seen = torch.ones_like(found, dtype=torch.bool) if mask is None else mask
    Q, K = cut(X @ W_q, H), cut(X @ W_k, H)
    tried = {"score: queries and keys are exchanged. Q asks, Q K^T.": (K, Q)}
    keys = made(X, W_k, H)
    for says, queries in made(X, W_q, H).items():
        tried |= {
            f"queries and keys: {says}": (queries, keys[says]),
            f"queries: {says}": (queries, K),
            f"keys: {says}": (Q, keys[says]),
        }
    for says, (q, k) in tried.items():
        if close(found, visible(q @ k.mT / k.shape[-1] ** 0.5, seen)):
            return Sighting(f"the mistake is in the {says}", part="weights")
    return None
