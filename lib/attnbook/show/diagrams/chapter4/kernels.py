"""The drawing of four kernels, and of the sums that they divide by."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from attnbook.show.diagrams.canvas import DASH, Canvas, Look
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.letters import Number
from attnbook.show.diagrams.shapes import Command, Path

ROWS = (-1.0, 1.0)
"""The two rows of the memory, numbers as the row that asks is, which is 1."""
REACH = 1.4
"""The curves run from -REACH to REACH."""
UNIT = 14
"""Pixels of a kernel's 1."""
HALF = 46
"""Half of an axis, in pixels."""


EMBEDS = -0.8
"""What a row is multiplied by to be a key of the embedded Gaussian."""
JOINS = -3.0, 3.0
"""What the concatenation multiplies query and key by."""


class Kernel(NamedTuple):
    """A kernel of the row 1 and another: its name, its formula, what it may
    be.
    """

    name: str
    formula: str
    f: Callable[[Tensor], Tensor]
    sign: str


KERNELS = (
    Kernel("Gaussian", "exp(*x* \u00b7 *h*)", torch.exp, "always above 0"),
    Kernel(
        "embedded Gaussian",
        "exp(*q* \u00b7 *k*)",
        lambda k: torch.exp(EMBEDS * k),
        "always above 0",
    ),
    Kernel("dot product", "*q* \u00b7 *k*", lambda k: k, "can be negative"),
    Kernel(
        "concatenation",
        "ReLU(*w* \u00b7 [*q*; *k*])",
        lambda k: torch.relu(JOINS[0] + JOINS[1] * k),
        "can be 0",
    ),
)


def sums() -> list[float]:
    """The sum of each kernel over ROWS."""
    rows = torch.tensor(ROWS, dtype=torch.float64)
    return [kernel.f(rows).sum().item() for kernel in KERNELS]


def kernels() -> Drawing:
    """Four kernels as curves, what each can be, its sum over two rows."""
    card, total = Canvas(440, 406), sums()
    for x, name in ((246, "/f/ of a row"), (370, "sum over both")):
        card.text(x, 20, name, colour="muted")
    for n, (kernel, found) in enumerate(zip(KERNELS, total, strict=True)):
        y = 76 + 84 * n
        if n:
            card.arrow((12, y - 42), (428, y - 42), colour="rule", head=False)
        card.text(12, y - 13, kernel.name, anchor="start", bold=True)
        card.text(12, y + 13, kernel.formula, anchor="start")
        curve(card, 246, y, kernel)
        look: Look = {"tint": 0.14} if found else {"tint": 0, "dash": DASH}
        tone = "value" if found else "ink"
        card.box(370, y - 14, 58, 30, f"{found:.3g}", tone, bold=True, **look)
        card.text(370, y + 16, kernel.sign, colour="muted")
    written = [f"{row:g}".replace("-", "\u2212") for row in ROWS]
    for row, text in zip(ROWS, written, strict=True):
        card.text(246 + row / REACH * HALF, 388, text, colour="muted")
    asks = f"row 1 asks {' and '.join(written)}"
    card.text(12, 388, asks, anchor="start", colour="muted")
    told = "; ".join(
        f"{kernel.name} {found:.3g}, {kernel.sign}"
        for kernel, found in zip(KERNELS, total, strict=True)
    )
    return finish(
        card,
        f"""Four kernels of a row 1 that asks, as curves over the row that
        answers, and their sums over the rows {ROWS[0]:g} and {ROWS[1]:g}:
        {told}.""",
        f"""Which kernels can be divided by their sum. The two Gaussians are
        above 0 for every row, so their sum is too. The dot product can be
        negative and the ReLU can be 0: here their sums are 0, and no weights
        can be made by dividing by it. The first kernel takes the rows as they
        come, the others their query and key, and
        $[\\mathbf{{q}}; \\mathbf{{k}}]$ is one after the other. (Made up,
        in numbers: $q = x$; $k = {EMBEDS:g}\\,h$ in the embedded Gaussian,
        else $k = h$; $\\mathbf{{w}} = ({JOINS[0]:g}, {JOINS[1]:g})$ in the
        concatenation.)""",
    )


def curve(card: Canvas, x: Number, y: Number, kernel: Kernel) -> None:
    """One kernel over the rows from -REACH to REACH, its axis at 0."""
    rows = torch.linspace(-REACH, REACH, 29, dtype=torch.float64)
    f = kernel.f(rows)
    base = y + UNIT * (f.max() + f.min()).item() / 2
    points = [
        (x + row / REACH * HALF, base - UNIT * height)
        for row, height in zip(rows.tolist(), f.tolist(), strict=True)
    ]
    card.arrow((x - HALF, base), (x + HALF, base), colour="muted", head=False)
    card.text(x - HALF - 9, base, "0", colour="muted")
    start: Command = ("M", (points[0],))
    line = (start, *[("L", (point,)) for point in points[1:]])
    card.marks.append(Path(line, stroke="value", width=2.6))
    for row in ROWS:
        height = kernel.f(torch.tensor(row)).item()
        foot = x + row / REACH * HALF, base
        tip = foot[0], base - UNIT * height
        if height:
            card.arrow(foot, tip, dash=(3.0, 3.0), head=False)
        card.circle(*tip, 4, "", "ink", tint=1)
