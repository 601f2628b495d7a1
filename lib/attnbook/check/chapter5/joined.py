"""What heads have read, side by side, as it goes into the last matrix: found by
going back through that matrix.
"""

import torch
from torch import Tensor

from attnbook.check.chapter5 import ways
from attnbook.check.checker import Attempt
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
    if close(output - attempt.given["X"], attempt.expected["output"]):
        return f"{LEAD} right: X is added to it. Return the product with W_o."
    parts = torch.linalg.solve(W_o.mT, output.mT).mT  # B T D
    blocks = ways.cut(parts, read.shape[1])
    wrong = _all(blocks, attempt, V) or _one(blocks, attempt, V)
    return f"{LEAD} made with what the heads have read. {wrong}"


def side(read: Tensor) -> Tensor:
    """What the heads read, "B H T K", side by side: "B T D"."""
    return read.transpose(1, 2).flatten(2)


def _all(blocks: Tensor, attempt: Attempt, V: Tensor) -> str | None:
    """What is wrong in all blocks at once."""
    a, given = attempt.expected["weights"], attempt.given
    read = a @ V
    if close(side(blocks), read.permute(0, 2, 3, 1).flatten(2)):
        return f"The heads are dealt out, number by number. {SIDE}."
    if close(side(blocks).flatten(1), read.flatten(1)):
        return (
            "Joined without a transpose, a row holds one head of many words. "
            f"{SIDE}."
        )
    for says, values in ways.made(given["X"], given["W_v"], len(V[0])).items():
        if close(blocks, a @ values):
            return f"The mistake is in the values: {says}"
    if close(blocks, a.mT @ V):
        return (
            "The weights are transposed where they meet the values: row t of "
            "the weights is for word t."
        )
    if given["mask"] is None:
        return None
    before = attempt.right({"mask": None})["weights"]
    return (
        "It is made with weights from before the mask."
        if close(blocks, before @ V)
        else None
    )


def _one(blocks: Tensor, attempt: Attempt, V: Tensor) -> str:
    """The first block that is wrong, and what stands in it."""
    a = attempt.expected["weights"]
    read, H = a @ V, a.shape[1]
    h = next(h for h in range(H) if not close(blocks[:, h], read[:, h]))
    lead, block = (
        f"Where W_o takes what head {h} has read, there",
        blocks[:, h],
    )
    for i in range(H):
        if close(block, read[:, i]):
            return f"{lead} stands what head {i} has read. {SIDE}."
        if close(block, V[:, i]):
            return f"{lead} stand the values of head {i}, unweighted."
        for j in range(H):
            if close(block, a[:, i] @ V[:, j]):
                return (
                    f"{lead} stand the values of head {j}, read with the "
                    f"weights of head {i}."
                )
    if close(block, read.mean(1)):
        return f"{lead} stands the mean over all heads. {SIDE}."
    if close(block, read.sum(1)):
        return f"{lead} stands the sum over all heads. {SIDE}."
    scale = float((block * read[:, h]).sum() / read[:, h].square().sum())
    if close(block, scale * read[:, h]):
        return (
            f"{lead} stands {round(scale, 9) + 0.0:.4g} times what it has read."
        )
    return _shown(blocks, read, h, lead)


def _shown(blocks: Tensor, read: Tensor, h: int, lead: str) -> str:
    """All that is left: the numbers are at other places, or are others."""
    moved, due = (x.flatten(1).sort().values for x in (blocks, read))
    if close(moved, due):
        return (
            f"All numbers are there, at other places. {SIDE}: transpose, so "
            "that the words come before the heads, then flatten."
        )
    shown = [
        ", ".join(f"{n:.3f}" for n in x[0, h, 0].tolist())
        for x in (blocks, read)
    ]
    return (
        f"{lead} stand for the first word {shown[0]}; head {h} has read "
        f"{shown[1]}."
    )
