"""What heads have read, side by side, as it goes into the last matrix: found by
going back through that matrix.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Mistake
from attnbook.check.forms import close

LEAD = "the weights are right, but the output is not"
SIDE = "Side by side, head h fills the columns h K to h K + K - 1 of each word"


def blame(attempt: Attempt, V: Tensor) -> str:
    """The first block of columns that is not what its head has read from its
    values `V`, "B H T K".
    """
    output, W_o = attempt.found["output"].detach(), attempt.given["W_o"]
    read = attempt.expected["weights"] @ V  # B H T K
    if not output.isfinite().all():
        return f"{LEAD} finite."
    if close(output, side(read) @ W_o.mT):
        return f"{LEAD} right: W_o is transposed. Rows meet columns: ... @ W_o."
    parts = torch.linalg.solve(W_o.mT, output.mT).mT  # B T D
    blocks = parts.unflatten(-1, (read.shape[1], -1)).transpose(1, 2)
    return (
        f"{LEAD} made with what the heads have read. {_block(blocks, read, V)}"
    )


def side(read: Tensor) -> Tensor:
    """What the heads read, "B H T K", side by side: "B T D"."""
    return read.transpose(1, 2).flatten(2)


def _block(blocks: Tensor, read: Tensor, V: Tensor) -> str:
    """The first block that is wrong, and what stands in it."""
    H = read.shape[1]
    if close(
        blocks.transpose(1, 2).flatten(2), read.permute(0, 2, 3, 1).flatten(2)
    ):
        return f"The heads are dealt out, number by number. {SIDE}."
    if close(blocks.transpose(1, 2).flatten(2).flatten(1), read.flatten(1)):
        return (
            "Joined without a transpose, a row holds one head of many words. "
            f"{SIDE}."
        )
    h = next(h for h in range(H) if not close(blocks[:, h], read[:, h]))
    lead = f"Where W_o takes what head {h} has read, there"
    for other in range(H):
        if close(blocks[:, h], read[:, other]):
            return f"{lead} stands what head {other} has read. {SIDE}."
        if close(blocks[:, h], V[:, other]):
            return f"{lead} stand the values of head {other}, unweighted."
    if close(blocks[:, h], read.mean(1)):
        return f"{lead} stands the mean over all heads. {SIDE}."
    if close(blocks[:, h], read.sum(1)):
        return f"{lead} stands the sum over all heads. {SIDE}."
    scale = float((blocks[:, h] * read[:, h]).sum() / read[:, h].square().sum())
    if close(blocks[:, h], scale * read[:, h]):
        return f"{lead} stands {scale:.4g} times what it has read."
    shown = [
        ", ".join(f"{n:.3f}" for n in x[0, h, 0].tolist())
        for x in (blocks, read)
    ]
    return (
        f"{lead} stand for the first word {shown[0]}; head {h} has read "
        f"{shown[1]}."
    )


def mistakes(
    multi: Callable[..., tuple[Tensor, Tensor]],
) -> tuple[Mistake, ...]:
    """Mistakes in how the heads are cut out; `multi` is the right answer."""

    def dealt(X, W_q, W_k, W_v, W_o, H, mask):
        D = X.shape[-1]
        order = torch.arange(D).reshape(-1, H).T.flatten()
        parts = (W[:, order] for W in (W_q, W_k, W_v))
        return multi(X, *parts, W_o[order], H, mask)

    def turned(X, W_q, W_k, W_v, W_o, H, mask):
        return multi(X, W_q.T, W_k.T, W_v.T, W_o.T, H, mask)

    def mixed(X, W_q, W_k, W_v, W_o, H, mask):
        parts = ((X @ W).reshape(len(X), H, X.shape[1], -1) for W in (W_q, W_k))
        Q, K = parts
        e = Q @ K.mT / K.shape[-1] ** 0.5
        if mask is not None:
            e = e.masked_fill(~mask, -torch.inf)
        a = e.softmax(-1)
        V = (X @ W_v).reshape(len(X), H, X.shape[1], -1)
        return side(a @ V) @ W_o, a

    return (
        Mistake(
            "the columns are dealt out, every H-th to the same head. Head h "
            "takes the h-th block of K columns.",
            dealt,
        ),
        Mistake(
            "all matrices are transposed, as nn.Linear stores them. Here Q is "
            "X W_q.",
            turned,
        ),
        Mistake(
            "split by a reshape alone, a head holds pieces of many words: the "
            "words come before the heads, then a transpose.",
            mixed,
        ),
    )
