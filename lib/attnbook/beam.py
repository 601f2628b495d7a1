"""What a beam search holds: hypotheses that are live, and those that are
finished. Built in chapter 1.
"""

import math
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor


class Hypothesis(NamedTuple):
    """A sequence, the logarithm of its probability, and that divided by length
    ** penalty.
    """

    tokens: list[int]
    log_probability: float
    score: float


class Beam:
    """The live hypotheses of every source, as tensors, and the finished ones,
    as lists.
    """

    def __init__(
        self,
        size: int,
        width: int,
        limit: int,
        penalty: float,
        stop: int,
        device: torch.device,
    ):
        self.width, self.limit = width, limit
        self.penalty, self.stop = penalty, stop
        self.finished: list[list[Hypothesis]] = [[] for _ in range(size)]
        # log-probabilities
        self.live = torch.full((size, width), float("-inf"), device=device)
        self.live[:, 0] = 0.0
        self.history = torch.empty(
            size, width, 0, dtype=torch.long, device=device
        )

    def done(self) -> bool:
        """True when no live hypothesis is left."""
        return bool((self.live == float("-inf")).all())

    def extend(
        self, scores: Float[Tensor, "B N"], best: Float[Tensor, " B"]
    ) -> tuple[Tensor, Tensor]:
        """Choose the survivors; the rows of the state they come from, and their
        last tokens. `best` is the largest score of each row.
        """
        size, symbols = len(self.live), scores.shape[-1]
        (live,) = (self.live.flatten() > float("-inf")).nonzero(as_tuple=True)
        check_possible(best[live], self.history.shape[-1], live // self.width)
        candidates = self.live.flatten()[:, None] + scores
        self.live, chosen = candidates.view(size, -1).topk(self.width)
        first = self.width * torch.arange(size, device=chosen.device)[:, None]
        origin = chosen // symbols + first
        tokens = chosen % symbols
        self.history = torch.cat(
            (self.history.flatten(0, 1)[origin], tokens[..., None]), -1
        )
        self._keep_finished(tokens)
        return origin.flatten(), tokens.flatten()

    def _keep_finished(self, tokens: Tensor) -> None:
        """Move what has ended out of the live ones, and drop those that can no
        longer win.
        """
        length = self.history.shape[-1]
        ended = (tokens == self.stop) | (length == self.limit)
        for row, slot in (
            (ended & (self.live > float("-inf"))).nonzero().tolist()
        ):
            log_probability = float(self.live[row, slot])
            sequence = self.history[row, slot].tolist()
            score = log_probability / length**self.penalty
            self.finished[row].append(
                Hypothesis(sequence, log_probability, score)
            )
        self.live[ended] = float("-inf")
        for row, hypotheses in enumerate(self.finished):
            if len(hypotheses) >= self.width:
                scores = sorted((h.score for h in hypotheses), reverse=True)
                live, bar = self.live[row], scores[self.width - 1]
                live[self._bound(live, length + 1) <= bar] = float("-inf")

    def _bound(self, live: Tensor, length: int) -> Tensor:
        """The best score that a live hypothesis can still reach: its log p only
        falls, its length only grows.
        """
        return live / max(length**self.penalty, self.limit**self.penalty)


def check_possible(best: Tensor, t: int, rows: Tensor) -> None:
    """Raise ValueError where no token can follow; `rows` of the source."""
    dead = best == float("-inf")
    if dead.any():
        raise ValueError(
            f"no token is possible at step {t} of row {int(rows[dead][0])}: "
            f"all log-probabilities are -inf"
        )


def check_penalty(penalty: float, limit: int) -> None:
    """Raise ValueError where limit ** penalty leaves the range of float32."""
    if not abs(penalty) * math.log(limit) < math.log(
        torch.finfo(torch.float32).max
    ):
        # not: NaN is out of range, too
        raise ValueError(
            f"limit ** penalty is out of range: limit={limit}, "
            f"penalty={penalty}"
        )
