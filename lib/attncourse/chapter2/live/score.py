"""The decoder state moves: which score sees it? Chapter 2."""

from typing import Any

import numpy as np
import traitlets

from attncourse.figures import plots
from attncourse.live.base import LiveFigure, small

STATES = [[1, 0], [0, 1], [1, 1]]
# Found by a search over small integers: as s goes from -2 over 0 to 2, the
# largest weight goes from the first state over the third to the second.
ADDITIVE = {"W_q": [[1], [1]], "W_k": [[2, -1], [1, -2]], "v": [4, -4]}
# Weights that are those of the scores 2, 0, 1, whatever s is.
LINEAR = {"w_q": [1], "w_k": [1, -1]}
RANGE = 3.0  # s lies in -3 .. 3


class ScoreFigure(LiveFigure):
    """Move the decoder state s, see which of two scores sees it.

    `memory` (3, 2) are the encoder states h_i, s is one number, which the
    reader moves. The additive score v . tanh(W_q s + W_k h_i) with W_q (A, 1),
    W_k (A, 2), v (A) stands beside the linear one w_q . s + w_k . h_i with
    w_q (1), w_k (2).
    Raises TraitError for s beyond -3 .. 3.
    Source: Bahdanau et al. 2015, appendix A.1.2; the linear score is refuted
    in chapter 2 (claim S04).
    """

    memory: Any = traitlets.List(STATES, read_only=True)
    additive: Any = traitlets.Dict(ADDITIVE, read_only=True)
    linear: Any = traitlets.Dict(LINEAR, read_only=True)
    s = traitlets.Float(0.0, min=-RANGE, max=RANGE)

    def still(self) -> plots.Figure:
        """Weights against s, additive and linear."""
        W_q, W_k, v = map(np.array, ADDITIVE.values())
        w_q, w_k = map(np.array, LINEAR.values())
        s, h = np.linspace(-RANGE, RANGE, 25), np.array(STATES)
        scores = {
            "additive": np.tanh(s[:, None, None] * W_q[:, 0] + h @ W_k.T) @ v,
            "linear": s[:, None] * w_q + h @ w_k,
        }
        moves = [
            plots.lines(
                s,
                dict(zip(("h₁", "h₂", "h₃"), _softmax(e).T, strict=True)),
                xlabel="decoder state s",
                ylabel=f"weight, {kind} score",
                alt=f"Weights of the {kind} score while s moves",
                limits=(0, 1.02),
                markers=False,
            )
            for kind, e in scores.items()
        ]
        return small(plots.stack(*moves))


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)
