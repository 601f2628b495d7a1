"""Two words on a ruler, and the clocks that tell their places. Chapter 6."""

import math
from typing import Any

import torch
import traitlets
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Card
from matplotlib.patches import Circle
from torch import Tensor

from attnbook import positions
from attncourse.figures import style
from attncourse.figures.figure import Figure, render
from attncourse.live.base import LiveFigure, small, within

PLACES, TRAINED = 97, 32  # of the ruler, and of its trained part
WIDTH = 12  # of queries and keys: six pairs, six clocks
BACK = 5  # the distance that q and k of a turned word ask for
HEADS, HEAD = 4, 2  # of ALiBi; the one that is shown, counted from 1
KINDS = {
    "none": "no encoding",
    "learned": "a learned table",
    "sinusoidal": "sinusoidal",
    "rotary": "rotary",
    "alibi": "ALiBi",
}


class LiveClocks(LiveFigure):
    """Drag a query and a key along a ruler; see clocks turn, and the score.

    `places` are those of the query and of the key, `encoding` is one of
    `KINDS`. Each pair of features is a clock with two hands, and the score is
    the mean of what they have in common: of p_t and p_s, rows of a `table`
    (random here; those from `trained` on count as never trained) or sines; or
    of one q and one k for all words, which `rotary` turns. ALiBi adds a line.
    Raises TraitError for places and encodings that are not there.
    Source: Vaswani et al. 2017, section 3.5; Su et al. 2021, equation 16;
    Press et al. 2022, section 3.
    """

    encoding = traitlets.Enum(list(KINDS), "sinusoidal")
    places: Any = traitlets.List([20, 15])
    table: Any = traitlets.List(read_only=True)
    trained = traitlets.Int(TRAINED, read_only=True)

    def __init__(self, **traits: Any) -> None:
        self.set_trait("table", _table())
        super().__init__(**traits)

    @traitlets.validate("places")
    def _known(self, proposal: Any) -> list[int]:
        found = list(proposal["value"])
        if len(found) != 2:
            raise traitlets.TraitError(
                f"a query and a key have two places: places={found}"
            )
        return [within("places", place, PLACES) for place in found]

    def reads(self) -> dict[str, Any]:
        """What the page shows of this state, by the library: the hands of
        "query" and "key" (6, 2), the "parts" of their product (6), the "score",
        and the "curve" of the scores of all places (97), None where a causal
        mask hides them.
        """
        t, s = self.places
        q, k = (x.unflatten(-1, (-1, 2)) for x in self._rows())
        parts = (q[t] * k).sum(-1)  # S, pairs
        scores = parts.mean(-1)
        curve: list[float | None] = scores.tolist()
        if self.encoding == "alibi":
            whole = torch.zeros(1, HEADS, PLACES, 1, dtype=torch.float64)
            bias = positions.Alibi(HEADS).bias(whole, whole)[0, HEAD - 1, t]
            seen = (scores + bias)[: t + 1].tolist()
            curve = [*seen, *[None] * (PLACES - t - 1)]
        return {
            "query": q[t].tolist(),
            "key": k[s].tolist(),
            "parts": parts[s].tolist(),
            "score": curve[s],
            "curve": curve,
        }

    def _rows(self) -> tuple[Tensor, Tensor]:
        """The vector of a query, and of a key, at each place."""
        if self.encoding == "sinusoidal":
            return (positions.sinusoidal(PLACES, WIDTH),) * 2
        if self.encoding == "learned":
            return (torch.tensor(self.table),) * 2
        one = torch.tensor([1.0, 0.0], dtype=torch.float64)
        q = one.repeat(1, 1, PLACES, WIDTH // 2)
        k = positions.rotary(q[:, :, :1], BACK).expand_as(q)
        if self.encoding == "rotary":
            q, k = positions.rotary(q), positions.rotary(k)
        return q[0, 0], k[0, 0]

    def still(self) -> Figure:
        """The clocks, and the curve below them."""
        found, (t, s) = self.reads(), self.places
        score = found["score"]
        said = "hidden" if score is None else f"{score:.2f}"
        listed = ", ".join(f"{part:.2f}" for part in found["parts"])

        def draw(card: Card) -> None:
            rows: Any = card.subfigures(2, 1, height_ratios=[1, 1.7])
            hands = zip(found["query"], found["key"], strict=True)
            clocks = rows[0].subplots(1, WIDTH // 2)
            for axes, pair, part in zip(
                clocks, hands, found["parts"], strict=True
            ):
                _clock(axes, [self._face(hand) for hand in pair], part)
            _curve(rows[1].subplots(), found["curve"], t, s)

        return small(
            render(
                draw,
                [(7.0, 4.2)],
                f"Six clocks by {KINDS[self.encoding]}, and the scores of the "
                f"query at position {t} with a key at each place",
                f"The key at position {s} stands {t - s} back; its score is "
                f"{said}. The products of the hands: {listed}.",
            )
        )

    def _face(self, hand: list[float]) -> list[float]:
        """Right and up, so that every clock turns clockwise from 12."""
        plain = self.encoding in ("learned", "sinusoidal")
        return hand if plain else hand[::-1]


def _table() -> list[list[float]]:
    """A row for each place, each pair anywhere in a circle."""
    draws = torch.Generator().manual_seed(6)
    shape = PLACES, WIDTH // 2
    turn = 2 * math.pi * torch.rand(shape, generator=draws)
    size = torch.rand(shape, generator=draws).sqrt()
    pairs = size[..., None] * torch.stack([turn.sin(), turn.cos()], -1)
    return [
        [round(x, 2) for x in row] for row in pairs.flatten(1).double().tolist()
    ]


def _clock(axes: Axes, hands: list[list[float]], part: float) -> None:
    axes.add_patch(Circle((0, 0), 1.1, fill=False, color=style.RULE))
    looks = ("query", "^", 10, 6), ("key", "o", 5, 2)
    for (x, y), (role, sign, size, width) in zip(hands, looks, strict=True):
        look: Any = {"color": style.ROLES[role], "linewidth": width}
        axes.plot([0, x], [0, y], **look)
        axes.plot(x, y, sign, markersize=size, **look)
    axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal")
    axes.axis("off")
    axes.set_title(f"{part:.2f}")


def _curve(axes: Axes, curve: list[float | None], query: int, key: int) -> None:
    shown = [math.nan if x is None else x for x in curve]
    axes.axvspan(TRAINED - 0.5, PLACES, color=style.RULE, alpha=0.5)
    axes.plot(range(PLACES), shown, color=style.PALETTE[1])
    axes.axvline(query, color=style.ROLES["query"], linestyle="--")
    axes.plot(key, shown[key], "o", color=style.ROLES["key"])
    axes.set(xlabel="position of the key", ylabel="score", xlim=(0, PLACES - 1))
    axes.grid(True)
