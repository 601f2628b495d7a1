"""Scores become weights, weights mix values; masks say which keys a query may
see.
"""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from attncourse.spec.scores import scaled_dot

Mask = Bool[Tensor, "T S"] | None
Score = Callable[[Tensor, Tensor], Tensor]
"""From one query and one key to one number."""


def softmax(
    scores: Float[Tensor, " S"], seen: Bool[Tensor, " S"] | None = None
) -> Float[Tensor, " S"]:
    """exp(e_s) / sum_r exp(e_r) over the keys r that are seen, 0 elsewhere.
    Bahdanau et al. 2015, equation 6.
    """
    visible = [s for s in range(len(scores)) if seen is None or seen[s]]
    if not visible:
        return torch.zeros_like(scores)
    # subtracted so that no power overflows; it cancels
    top = max(scores[s].detach() for s in visible)
    powers = {s: torch.exp(scores[s] - top) for s in visible}
    total = sum(powers.values())
    return torch.stack(
        [
            powers[s] / total if s in powers else scores.new_zeros(())
            for s in range(len(scores))
        ]
    )


def weights(
    q: Float[Tensor, "T D"],
    k: Float[Tensor, "S M"],
    mask: Mask = None,
    score: Score = scaled_dot,
) -> Float[Tensor, "T S"]:
    """The softmax of each query's scores. Vaswani et al. 2017, equation 1."""
    rows = []
    for t in range(len(q)):
        scores = torch.stack([score(q[t], k[s]) for s in range(len(k))])
        rows.append(softmax(scores, None if mask is None else mask[t]))
    return torch.stack(rows)


def read(
    weights: Float[Tensor, " S"], v: Float[Tensor, "S V"]
) -> Float[Tensor, " V"]:
    """sum_s a_s v_s: the context. Bahdanau et al. 2015, equation 5."""
    return sum(
        (weights[s] * v[s] for s in range(len(v))), v.new_zeros(v.shape[1])
    )


def attend(
    q: Float[Tensor, "T D"],
    k: Float[Tensor, "S M"],
    v: Float[Tensor, "S V"],
    mask: Mask = None,
    score: Score = scaled_dot,
) -> Float[Tensor, "T V"]:
    """What each query reads from the values. Vaswani et al. 2017, equation
    1.
    """
    return torch.stack([read(row, v) for row in weights(q, k, mask, score)])


def causal(T: int, S: int) -> Bool[Tensor, "T S"]:
    """Query t sees no key of its future; the last query stands at the last key.
    Vaswani et al. 2017, section 3.2.3.
    """
    return torch.tensor(
        [[s - (S - 1) <= t - (T - 1) for s in range(S)] for t in range(T)]
    ).reshape(T, S)


def padding(tokens: Int[Tensor, " S"], pad: int) -> Bool[Tensor, " S"]:
    """True where a real token stands: only there may a query attend. Vaswani et
    al. 2017, section 3.2.3.
    """
    return torch.tensor(
        [int(token) != pad for token in tokens], dtype=torch.bool
    )


def context(
    s: Float[Tensor, " D"], memory: Float[Tensor, "S M"], score: Score
) -> tuple[Tensor, Tensor]:
    """The context "M" that a decoder in state s_{t-1} reads, and its weights
    "S". Bahdanau et al. 2015, equation 5.
    """
    a = softmax(torch.stack([score(s, h) for h in memory]))
    return read(a, memory), a
