"""Masks: boolean, True = may attend, four axes, broadcastable, combined with
`&`. Built in chapters 2 and 5.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def causal(
    T: int, S: int | None = None, device: torch.device | None = None
) -> Bool[Tensor, "1 1 T S"]:
    """Query t sees key s when s <= t + S - T: the last query sees every key.

    Aligned at the end, as decoding with a cache needs: there the T queries are
    the last of S positions. Source: Vaswani et al. 2017, section 3.2.3.
    """
    S = T if S is None else S
    return torch.ones(T, S, dtype=torch.bool, device=device).tril(S - T)[
        None, None
    ]


def padding(tokens: Int[Tensor, "B S"], pad: int) -> Bool[Tensor, "B 1 1 S"]:
    """True where a key is a real token: every query may attend there, and
    nowhere else.
    """
    if tokens.ndim != 2:
        raise ValueError(
            f"tokens must have two axes (B, S): shape={tuple(tokens.shape)}"
        )
    return (tokens != pad)[:, None, None, :]
