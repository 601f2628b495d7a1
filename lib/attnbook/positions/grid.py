"""Encodings for a grid of places, laid out row by row: S = I J rows.

Without a number of columns the grid is a square.
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attnbook import validation
from attnbook.positions.relative import Position


class Relative2D(Position):
    """A learned vector for each distance in rows and one for each distance in
    columns, up to `reach`; the heads share them.

    Source: Bello et al. 2019, equation 3. Raises ValueError for sizes too
    small.
    """

    def __init__(self, key_width: int, reach: int, columns: int | None = None):
        super().__init__()
        validation.at_least(0, reach=reach)
        validation.at_least(1, key_width=key_width, columns=columns)
        self.columns, self.reach = columns, reach
        rows = 2 * reach + 1, key_width
        self.down = nn.Parameter(0.1 * torch.randn(rows))
        self.across = nn.Parameter(0.1 * torch.randn(rows))

    def bias(
        self, q: Float[Tensor, "B H S K"], k: Float[Tensor, "B H S K"]
    ) -> Float[Tensor, "B H S S"]:
        """q_t . (a_rows + b_columns) / sqrt(K). Raises ValueError for places
        that do not fill the columns, and where not all of them ask.
        """
        if q.shape[2] != k.shape[2]:
            raise ValueError(
                f"every place of the grid asks: {q.shape[2]} queries, "
                f"{k.shape[2]} keys"
            )
        J = _columns(q.shape[2], self.columns)
        place = torch.arange(q.shape[2])
        rows = sum(
            table[(part - part[:, None]).clamp(-self.reach, self.reach)]
            for table, part in (
                (self.down.roll(-self.reach, 0), place // J),
                (self.across.roll(-self.reach, 0), place % J),
            )
        )
        return torch.einsum("bhtk,tsk->bhts", q * q.shape[-1] ** -0.5, rows)


class Conditional2D(nn.Module):
    """Adds to each place a small convolution of what stands around it: each
    feature by itself, zeros outside the grid.

    The zeros at the border are what tells places apart.
    Source: Chu et al. 2023, section 3. Raises ValueError for sizes too small,
    and for a side that is not odd, which has no middle.
    """

    def __init__(self, width: int, columns: int | None = None, side: int = 3):
        super().__init__()
        validation.at_least(1, width=width, columns=columns, side=side)
        if side % 2 == 0:
            raise ValueError(f"side must be odd: side={side}")
        self.columns = columns
        self.around = nn.Conv2d(
            width, width, side, padding=side // 2, groups=width
        )

    def forward(
        self,
        x: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "B S"] | None = None,
    ) -> Float[Tensor, "B S D"]:
        """The places with their neighbourhoods added; what `mask` hides counts
        as outside the grid. Raises ValueError for places that do not fill the
        columns.
        """
        J = _columns(x.shape[1], self.columns)
        seen = x if mask is None else x.masked_fill(~mask[..., None], 0.0)
        grid = seen.mT.unflatten(-1, (-1, J))  # B D I J
        return x + self.around(grid).flatten(2).mT


def _columns(places: int, given: int | None) -> int:
    """The columns of the grid that these places fill."""
    columns = math.isqrt(places) if given is None else given
    if places % columns or (given is None and columns**2 != places):
        raise ValueError(
            f"places must fill the grid: places={places}, columns={columns}"
        )
    return columns
