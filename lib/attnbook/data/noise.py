"""Texts with a part hidden, and what was hidden: the tasks on which models are
pretrained. Built in chapter 8.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Int
from torch import Tensor

from attnbook import validation
from attnbook.data import batches
from attnbook.data.tokenizer import PAD, SPECIAL


def hide(
    tokens: Int[Tensor, "B T"],
    hidden: int,
    generator: torch.Generator,
    *,
    share: float = 0.15,
    kept: float = 0.1,
    other: float = 0.1,
) -> tuple[Int[Tensor, "B T"], Int[Tensor, "B T"]]:
    """What a masked model reads, and what it is asked: the true token where one
    was chosen, else PAD.

    Each real token is chosen with the probability `share`; of the chosen ones
    the share `kept` stays as it is, the share `other` becomes any token below
    `hidden` that is not special, and the rest becomes `hidden`. Special tokens
    are never chosen. Source: Devlin et al. 2019, section 3.1. Raises ValueError
    for shares outside 0 .. 1.
    """
    validation.between(0, 1, **{"share": share, "kept + other": kept + other})

    def draw() -> Tensor:
        return torch.rand(tokens.shape, generator=generator)

    chosen = (draw() < share) & (tokens >= len(SPECIAL))
    kind = draw()
    random = torch.randint(
        len(SPECIAL), hidden, tokens.shape, generator=generator
    )
    read = torch.where(kind < kept + other, random, hidden)
    read = torch.where(chosen & (kind >= kept), read, tokens)
    return read, torch.where(chosen, tokens, PAD)


def drop_spans(
    tokens: Sequence[int],
    hidden: int,
    generator: torch.Generator,
    *,
    share: float = 0.3,
    mean: float = 3.0,
) -> list[int]:
    """A text with spans of tokens replaced, each by one token `hidden`, until
    the share `share` of the tokens is gone; the text itself is the target.

    The lengths of the spans are Poisson with that `mean`; one of length 0 only
    adds `hidden`. The last token, STOP, stays. Source: Lewis et al. 2020,
    section 2.2 (text infilling). Raises ValueError for a share outside 0 .. 1.
    """
    validation.between(0, 1, share=share)
    *left, last = tokens
    gone, wanted = 0, round(share * len(left))
    while gone < wanted:
        rate = torch.tensor(mean)
        length = int(torch.poisson(rate, generator=generator))
        length = min(length, wanted - gone)
        # places where a span of true tokens can begin
        free = [
            i
            for i in range(len(left) - length + 1)
            if hidden not in left[i : i + length]
        ]
        if not free:
            continue
        pick = int(torch.randint(len(free), (), generator=generator))
        i = free[pick]
        left[i : i + length] = [hidden]
        gone += length
    return [*left, last]


def masked(
    batch: batches.Batch,
    hidden: int,
    generator: torch.Generator,
    *,
    share: float = 0.15,
) -> batches.Batch:
    """What a masked model reads of the targets of a batch, and what it is
    asked, as `hide` says.
    """
    texts = batch.target[:, 1:]
    return batches.Batch(*hide(texts, hidden, generator, share=share))


def infilled(
    batch: batches.Batch, hidden: int, generator: torch.Generator
) -> batches.Batch:
    """The targets of a batch, and as sources the same texts as `drop_spans`
    leaves them.
    """
    texts = [
        [t for t in row if t != PAD] for row in batch.target[:, 1:].tolist()
    ]
    read = [drop_spans(text, hidden, generator) for text in texts]
    return batches.Batch(batches.pad(read), batch.target)
