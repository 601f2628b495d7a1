"""Every number of a small self-attention, for a reader to change. Chapter 5."""

from typing import Any

import torch
import traitlets
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Card
from matplotlib.patches import Rectangle

from attnbook import attention, masks, scores
from attncourse.figures import style
from attncourse.figures.figure import Figure, render
from attncourse.live.base import LiveFigure, Numbers, small

REACH = 10.0  # every number lies in -10 .. 10
FACTORS = [1, 3, 10, 100]
SWITCHES = ["heads", "masked"]
# Small whole numbers, so that one change is seen everywhere. By head 1 each of
# the first two words attends most to the other one, by head 2 to itself.
WORDS = ((1, 2, 3), (3, 1, 2), (2, 1, 0), (0, 1, 0))
W_Q = (((0, 1), (1, -1), (-1, 0)), ((0, -1), (-1, 0), (1, 1)))
W_K = (((0, -1), (1, -1), (0, 1)), ((0, -1), (-1, -1), (0, 1)))
W_V = (((2, 0), (0, 1), (1, 3)), ((1, 0), (0, 1), (2, 2)))
MOVED = [
    "X",
    "W_q",
    "W_k",
    "W_v",
    "order",
    "heads",
    "masked",
    "scaled",
    "factor",
]
ROLES = {"X": "encoder", "q": "query", "k": "key"}
ROLES |= {"v": "value", "weights": "weight", "output": "value"}


class LiveMatrices(LiveFigure):
    """Change a number of X or of a matrix; see all that is made of it follow.

    `X` (4, 3) are the rows of words 1 to 4, of which those in `order`, 2 to 4
    names, are there, in this order. `W_q`, `W_k`, `W_v` (2, 3, 2) are the
    matrices of two heads, of which the first `heads` read. W_q and W_k are
    taken `factor` times, scores are divided by sqrt(K) where `scaled`, and a
    word sees none after it where `masked`. The reader may turn the `switches`.
    Raises ValueError for shapes that disagree, for numbers outside -10 .. 10
    and for an order that is none, TraitError for choices that are not there.
    Source: Vaswani et al. 2017, sections 3.2.1 to 3.2.3.
    """

    X: Any = Numbers((4, 3), REACH)
    W_q: Any = Numbers((2, 3, 2), REACH)
    W_k: Any = Numbers((2, 3, 2), REACH)
    W_v: Any = Numbers((2, 3, 2), REACH)
    order: Any = traitlets.List()
    heads = traitlets.Enum([1, 2], 1)
    masked = traitlets.Bool(False)
    scaled = traitlets.Bool(True)
    factor = traitlets.Enum(FACTORS, 1)
    start = traitlets.Dict(read_only=True)
    switches: Any = traitlets.List(traitlets.Enum(SWITCHES))

    def __init__(
        self,
        X: Any = WORDS,
        W_q: Any = W_Q,
        W_k: Any = W_K,
        W_v: Any = W_V,
        order: Any = (1, 2),
        switches: Any = SWITCHES,
        **traits: Any,
    ) -> None:
        super().__init__(
            X=X,
            W_q=W_q,
            W_k=W_k,
            W_v=W_v,
            order=list(order),
            switches=list(switches),
            **traits,
        )
        self.set_trait("start", {name: getattr(self, name) for name in MOVED})

    @traitlets.validate("order")
    def _order(self, proposal: Any) -> list[int]:
        order = list(proposal["value"])
        known = set(order) <= {1, 2, 3, 4}
        if not known or not 2 <= len(order) == len(set(order)):
            raise ValueError(
                f"order must name 2 to 4 of the words 1 to 4, once: {order}"
            )
        return order

    def reads(self) -> dict[str, Any]:
        """What the page shows of this state, by the library: "heads", each with
        "q", "k", "v", "scores", "weights" and "output", and the "output" of all
        heads side by side. Scores are those before the mask.
        """
        rows = [self.X[word - 1] for word in self.order]
        x = torch.tensor(rows, dtype=torch.float64)
        found = [self._head(x, h) for h in range(self.heads)]
        joined = torch.cat([head["output"] for head in found], -1)
        listed = [
            {name: matrix.tolist() for name, matrix in head.items()}
            for head in found
        ]
        return {"heads": listed, "output": joined.tolist()}

    def _head(self, x: torch.Tensor, h: int) -> dict[str, torch.Tensor]:
        W_q, W_k, W_v = (
            torch.tensor(W[h], dtype=torch.float64)
            for W in (self.W_q, self.W_k, self.W_v)
        )
        q, k, v = x @ (self.factor * W_q), x @ (self.factor * W_k), x @ W_v
        mask = masks.causal(len(x)) if self.masked else None
        compared = scores.scaled_dot(
            q[None, None], k[None, None], None if self.scaled else 1.0
        )
        weights = attention.masked_softmax(compared, mask)
        output = attention.weighted_sum(weights, v[None, None])
        return {
            "q": q,
            "k": k,
            "v": v,
            "scores": compared[0, 0],
            "weights": weights[0, 0],
            "output": output[0, 0],
        }

    def still(self) -> Figure:
        """The matrices of the first head, from the words to the output."""
        found = self.reads()["heads"][0]
        rows = [self.X[word - 1] for word in self.order]
        alt = (
            "A small self-attention, every number of it: X is "
            f"{self._rows(rows, '{:g}')}"
        )
        drawn = (
            f"Head 1{self._settings()}: weights of "
            f"{self._rows(found['weights'])}; output of "
            f"{self._rows(found['output'])}."
        )
        matrices = {"X": rows} | found

        def draw(card: Card) -> None:
            axes = card.add_subplot()
            axes.set_axis_off()
            _draw(axes, matrices, self.order)

        height = 1.2 + 0.7 * len(rows)
        return small(render(draw, [(style.WIDTH, height)], alt, drawn))

    def _rows(self, matrix: list[list[float]], form: str = "{:.4f}") -> str:
        """Each row after the name of its word."""
        return ", ".join(
            f"word {word} ({', '.join(map(form.format, row))})"
            for word, row in zip(self.order, matrix, strict=True)
        )

    def _settings(self) -> str:
        """What is not as in the formula of scaled dot products."""
        said = {
            f", W_q and W_k times {self.factor}": self.factor > 1,
            ", not divided by the root of K": not self.scaled,
            ", the future masked": self.masked,
        }
        return "".join(text for text, holds in said.items() if holds)


def _draw(axes: Axes, matrices: dict[str, Any], order: list[int]) -> None:
    """Two bands of matrices: X, Q, K, V; scores, weights, output."""
    count = len(order)
    top = [("X", "X"), ("q", "Q"), ("k", "K"), ("v", "V")]
    low = [(name, name) for name in ("scores", "weights", "output")]
    for band, y in ((top, 0.0), (low, count + 1.6)):
        left = 0.0
        for name, title in band:
            cells = [[_brief(x) for x in row] for row in matrices[name]]
            colour = style.ROLES.get(ROLES.get(name, ""), style.RULE)
            _table(axes, (left, y), title, cells, colour)
            left += len(cells[0]) + (0.5 if name != "output" else 0)
    for t, word in enumerate(order):
        for y in (t, t + count + 1.6):
            axes.text(-0.15, y + 0.5, f"word {word}", ha="right", va="center")
    width = max(10.5, 2 * count + 3)
    axes.set(xlim=(-1.4, width), ylim=(2 * count + 1.8, -0.8))


def _brief(x: float) -> str:
    """At most four decimals, so that a number fits into its cell."""
    return f"{round(x, 4):g}" if abs(x) < 10 else f"{x:.4g}"


def _table(
    axes: Axes,
    corner: tuple[float, float],
    title: str,
    cells: list[list[str]],
    colour: str,
) -> None:
    left, y = corner
    axes.text(left, y - 0.2, title, weight="bold")
    for i, row in enumerate(cells):
        for j, text in enumerate(row):
            place = (left + j, y + i)
            axes.add_patch(Rectangle(place, 1, 1, color=colour, alpha=0.3))
            axes.add_patch(Rectangle(place, 1, 1, fill=False, ec="white"))
            middle = (left + j + 0.5, y + i + 0.5)
            axes.annotate(text, middle, ha="center", va="center", fontsize=9.5)
