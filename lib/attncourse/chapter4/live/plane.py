"""A query that a reader drags among keys in the plane. Chapter 4."""

import math
from typing import Any

import torch
import traitlets
from matplotlib.axes import Axes

from attnbook import attention, scores
from attncourse.figures import plots, style
from attncourse.figures.figure import finish
from attncourse.live.base import LiveFigure, Numbers, small

REACH = 4.0  # queries and keys lie in -4 .. 4
COUNT = 5
KINDS = {"dot": "dot product", "gaussian": "Gaussian"}
# Key 2 has the direction of the query, and key 1, 39 degrees away from it, is
# long: the dot product gives key 1 more than 0.95, the Gaussian key 2 most.
QUERY = (2.4, 1.2)
KEYS = ((1.6, 3.5), (1, 0.5), (1.6, -1.4), (-1.8, 1), (-0.8, -1.6))
VALUES = ((-1.5, 1.5), (1.5, 1.5), (2, -0.5), (-2, -0.5), (0, -2))
MOVED = ("q", "k", "score", "temperature")


class LivePlane(LiveFigure):
    """Drag a query, or a key; see scores, weights and the output follow.

    The query `q` (2), the keys `k` (5, 2) and the values `v` (5, 2) are places
    in a plane, the values in -2 .. 2, the others in -4 .. 4. `score` is "dot"
    or "gaussian". Scores are divided by sqrt(2), the root of K here, and the
    weights are softmax(scores / temperature). All but the values is what the
    reader changes.
    Raises ValueError for shapes that disagree and for vectors outside the
    plane, TraitError for choices that are not there.
    Source: Vaswani et al. 2017, section 3.2.1; for the Gaussian, Nadaraya 1964
    and Watson 1964.
    """

    q: Any = Numbers((2,), REACH)
    k: Any = Numbers((COUNT, 2), REACH)
    v: Any = Numbers((COUNT, 2), 2.0, read_only=True)
    start = traitlets.Dict(read_only=True)
    score = traitlets.Enum(list(KINDS), "dot")
    temperature = traitlets.Float(1.0, min=0.1, max=10.0)

    def __init__(
        self,
        q: Any = QUERY,
        k: Any = KEYS,
        v: Any = VALUES,
        **traits: Any,
    ) -> None:
        self.set_trait("v", v)
        super().__init__(q=q, k=k, **traits)
        self.set_trait("start", {name: getattr(self, name) for name in MOVED})

    def reads(self, score: str = "") -> dict[str, list[float]]:
        """What the page shows of this state, by the library: "scores" (5),
        "weights" (5), "output" (2), and "read" (1), exp of the entropy of the
        weights. `score` takes the place of the figure's.
        """
        q, k, v = (
            torch.tensor([[rows]], dtype=torch.float64)
            for rows in ([self.q], self.k, self.v)
        )
        compare = {"dot": scores.dot, "gaussian": scores.gaussian}
        found = compare[score or self.score](q, k) / math.sqrt(2)
        weights = attention.masked_softmax(found / self.temperature)
        entropy = torch.special.entr(weights).sum(-1)
        return {
            "scores": found.flatten().tolist(),
            "weights": weights.flatten().tolist(),
            "output": attention.weighted_sum(weights, v).flatten().tolist(),
            "read": entropy.exp().flatten().tolist(),
        }

    def still(self) -> plots.Figure:
        """The plane, and the weights of both scores in it."""
        by_score = {
            name: self.reads(kind)["weights"] for kind, name in KINDS.items()
        }
        names = [f"k{i + 1}" for i in range(COUNT)]
        bars = plots.bars(
            names,
            by_score,
            xlabel="key",
            ylabel="weight",
            alt=f"The weights that the query gives the keys, temperature "
            f"{self.temperature:g}",
        )
        return small(plots.stack(self._drawn(), bars))

    def _drawn(self) -> plots.Figure:
        """The plane as it stands, with the numbers of the figure's score."""
        found = self.reads()
        weights, (read,) = found["weights"], found["read"]
        best = weights.index(max(weights))
        keys = ", ".join(f"k{i + 1} {_pair(k)}" for i, k in enumerate(self.k))
        drawn = (
            f"Places: {keys}, q {_pair(self.q)}. By the {KINDS[self.score]}, "
            f"q reads k{best + 1} most: weight {weights[best]:.3f}; output "
            f"{_pair(found['output'])}, effective number of keys {read:.2f}."
        )
        return finish(
            lambda axes: _draw(axes, self.q, self.k, weights),
            [(5.6, 4.6)],
            "first coordinate",
            "second coordinate",
            "A query and five keys as vectors in the plane; the more weight, "
            "the larger the disc of a key",
            drawn,
            None,
        )


def _draw(axes: Axes, q: Any, keys: Any, weights: list[float]) -> None:
    colour = style.ROLES["key"]
    words: dict[str, Any] = {"textcoords": "offset points", "ha": "center"}
    arrow = {"width": 3, "headwidth": 11, "color": style.ROLES["query"]}
    for x, y in keys:
        axes.plot([0, x], [0, y], color=colour, linewidth=1.5)
    axes.annotate("", q, (0, 0), arrowprops=arrow)
    axes.annotate("q", q, (6, 4), **words)
    for i, (x, y) in enumerate(keys):
        area = 50 + 600 * weights[i]
        axes.scatter(x, y, area, color=colour, edgecolor=style.INK, zorder=4)
        gap = (12 + math.sqrt(area) / 2) / (math.hypot(x, y) or 1)
        beside = (gap * y, -gap * x - 4)  # not on the line to the origin
        axes.annotate(f"k{i + 1}", (x, y), beside, **words)
    axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), aspect="equal")
    axes.grid(True)


def _pair(point: list[float]) -> str:
    return "({:.2f}, {:.2f})".format(*point)
