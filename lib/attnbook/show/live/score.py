"""Scores that a reader moves, and the weights that they become. Chapter 2."""

from typing import Any

import numpy as np
import traitlets

from attnbook.show import plots
from attnbook.show.live import frontend
from attnbook.show.live.base import LiveFigure, small
from attnbook.show.validate import shaped

STATES = ((1, 0), (0, 1), (1, 1))
SCORES = (2, 1, 0)
# Found by a search over small integers: as s goes from -2 over 0 to 2, the
# largest weight goes from the first state over the third to the second.
W_Q, W_K, V = ((1,), (1,)), ((2, -1), (1, -2)), (4, -4)
# Weights that are those of the scores 2, 0, 1, whatever s is.
LINEAR = (1,), (1, -1)
RANGE = 3.0  # s lies in -3 .. 3


class ScoreFigure(LiveFigure):
    """Move three scores, see weights and context; move s, see which score sees.

    `memory` (3, 2) are the encoder states h_i, `scores` (3) those of the first
    part. In the second part the decoder state s is one number: the additive
    score v . tanh(W_q s + W_k h_i) with `W_q` (A, 1), `W_k` (A, 2), `v` (A)
    beside the linear one w_q . s + w_k . h_i with `w_q` (1), `w_k` (2).
    `scores` and `s` are what the reader moves.
    Raises ValueError for shapes that disagree, TraitError for s beyond -3 .. 3.
    Source: Bahdanau et al. 2015, equations 5 and 6 and appendix A.1.2; the
    linear score is refuted in chapter 2 (claim S04).
    """

    _esm, _css = frontend.figure("score")

    memory: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    additive = traitlets.Dict(read_only=True).tag(sync=True, live=True)
    linear = traitlets.Dict(read_only=True).tag(sync=True, live=True)
    start: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    scores = traitlets.List(traitlets.Float(), minlen=3, maxlen=3).tag(
        sync=True, live=True
    )
    s = traitlets.Float(0.0, min=-RANGE, max=RANGE).tag(sync=True, live=True)

    def __init__(
        self,
        memory: Any = STATES,
        scores: Any = SCORES,
        *,
        W_q: Any = W_Q,
        W_k: Any = W_K,
        v: Any = V,
        w_q: Any = LINEAR[0],
        w_k: Any = LINEAR[1],
        **traits: Any,
    ) -> None:
        width = len(v)
        start = shaped("scores", scores, (3,))
        self.set_trait("memory", shaped("memory", memory, (3, 2)))
        additive = {
            "W_q": shaped("W_q", W_q, (width, 1)),
            "W_k": shaped("W_k", W_k, (width, 2)),
            "v": shaped("v", v, (width,)),
        }
        linear = {
            "w_q": shaped("w_q", w_q, (1,)),
            "w_k": shaped("w_k", w_k, (2,)),
        }
        self.set_trait("additive", additive)
        self.set_trait("linear", linear)
        self.set_trait("start", start)
        super().__init__(scores=start, **traits)

    def still(self) -> plots.Figure:
        """Weights of the scores; weights against s, additive and linear."""
        names = ["h₁", "h₂", "h₃"]
        weights = _softmax(np.array(self.scores))
        bars = plots.bars(
            names,
            {"score": self.scores, "weight": weights},
            xlabel="encoder state",
            ylabel="score and weight",
            alt="Score explorer, first part: three scores and the weights that "
            f"the softmax makes of them; context {self._context(weights)}",
        )
        s = np.linspace(-RANGE, RANGE, 25)
        moves = [
            plots.lines(
                s,
                dict(zip(names, _softmax(scores).T, strict=True)),
                xlabel="decoder state s",
                ylabel=f"weight, {kind} score",
                alt=f"Weights of the {kind} score while s moves",
                limits=(0, 1.02),
                markers=False,
            )
            for kind, scores in (
                ("additive", self._additive(s)),
                ("linear", self._linear(s)),
            )
        ]
        return small(plots.stack(bars, *moves))

    def _context(self, weights: np.ndarray) -> str:
        first, second = weights @ np.array(self.memory)
        return f"({first:.3f}, {second:.3f})"

    def _additive(self, s: np.ndarray) -> np.ndarray:
        """The scores (len(s), 3)."""
        W_q, W_k, v = (np.array(self.additive[k]) for k in ("W_q", "W_k", "v"))
        keys = np.array(self.memory) @ W_k.T
        return np.tanh(s[:, None, None] * W_q[:, 0] + keys) @ v

    def _linear(self, s: np.ndarray) -> np.ndarray:
        """The scores (len(s), 3)."""
        w_q, w_k = (np.array(self.linear[k]) for k in ("w_q", "w_k"))
        return s[:, None] * w_q + np.array(self.memory) @ w_k


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)
