"""A scaling law: the loss by parameters and by tokens, fitted and predicted."""

from collections.abc import Sequence
from typing import NamedTuple

import torch

GRID = torch.linspace(0.02, 2.0, 100, dtype=torch.float64)
"""Exponents that are tried."""
DRAWS = 200


class Law(NamedTuple):
    """loss = floor + a / parameters^alpha + b / tokens^beta.

    Source: Hoffmann et al. 2022, equation 2.
    """

    floor: float
    a: float
    alpha: float
    b: float
    beta: float

    def loss(self, parameters: float, tokens: float) -> float:
        """What a model of that size costs that has read so much."""
        return (
            self.floor
            + self.a * parameters**-self.alpha
            + self.b * tokens**-self.beta
        )


def fit(
    parameters: Sequence[float],
    tokens: Sequence[float],
    losses: Sequence[float],
) -> Law:
    """The law of the smallest squared error: for each pair of exponents of
    GRID the other three numbers are a linear problem.
    """
    N, D, y = (
        torch.tensor(x, dtype=torch.float64)
        for x in (parameters, tokens, losses)
    )
    scale = N.log().mean().exp(), D.log().mean().exp()
    alpha, beta = (
        x.flatten() for x in torch.meshgrid(GRID, GRID, indexing="ij")
    )
    sides = torch.stack(
        [
            torch.ones(len(alpha), len(y), dtype=torch.float64),
            (N / scale[0]) ** -alpha[:, None],
            (D / scale[1]) ** -beta[:, None],
        ],
        -1,
    )  # G n 3
    found = torch.linalg.lstsq(
        sides, y.expand(len(alpha), -1)[..., None]
    ).solution
    error = (sides @ found)[..., 0].sub(y).square().sum(-1)
    error[(found[..., 0] < 0).any(-1)] = float("inf")
    best = int(error.argmin())
    floor, a, b = found[best, :, 0].tolist()
    return Law(
        floor,
        a * float(scale[0]) ** float(alpha[best]),
        float(alpha[best]),
        b * float(scale[1]) ** float(beta[best]),
        float(beta[best]),
    )


def drawn(
    parameters: Sequence[float],
    tokens: Sequence[float],
    losses: Sequence[float],
    draws: int = DRAWS,
) -> list[Law]:
    """Laws of as many of the models, drawn again with replacement (a
    bootstrap); draws of fewer than six different ones do not count.
    """
    generator = torch.Generator().manual_seed(1)
    count = len(losses)
    laws: list[Law] = []
    while len(laws) < draws:
        rows = torch.randint(count, (count,), generator=generator).tolist()
        if len(set(rows)) < 6:
            continue
        columns = parameters, tokens, losses
        laws.append(fit(*([column[k] for k in rows] for column in columns)))
    return laws
