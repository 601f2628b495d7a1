"""A scaling law: the loss by parameters and by tokens, fitted and predicted."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares

DRAWS = 200
START = 0.2  # of both exponents


class Law(NamedTuple):
    """loss = [(n / parameters)^(alpha / beta) + d / tokens]^beta.

    With endless text the loss falls as parameters^-alpha, with an endless
    model as tokens^-beta. Source: Kaplan et al. 2020, equation 1.5.
    """

    n: float
    d: float
    alpha: float
    beta: float

    def loss(self, parameters: float, tokens: float) -> float:
        """What a model of that size costs that has learned from so much."""
        short = (self.n / parameters) ** (self.alpha / self.beta)
        return float((short + self.d / tokens) ** self.beta)


def fit(
    parameters: Sequence[float],
    tokens: Sequence[float],
    losses: Sequence[float],
) -> Law:
    """The law of the smallest squared error."""
    N, D, y = map(np.array, (parameters, tokens, losses))
    sizes = np.log(N).mean(), np.log(D).mean()

    def law(given: np.ndarray) -> Law:
        n, d, alpha, beta = map(float, given)
        whole = sizes[0] + n * beta / alpha
        return Law(
            float(np.exp(whole)), float(np.exp(sizes[1] + d)), alpha, beta
        )

    def errors(given: np.ndarray) -> np.ndarray:
        n, d, alpha, beta = given
        by_size = n - alpha / beta * (np.log(N) - sizes[0])
        by_text = d - (np.log(D) - sizes[1])
        return np.exp(beta * np.logaddexp(by_size, by_text)) - y

    each = np.log(y.mean()) / START - np.log(2)
    start = [each, each, START, START]
    low = [-np.inf, -np.inf, 1e-3, 1e-3]
    return law(least_squares(errors, start, bounds=(low, np.inf)).x)


def drawn(
    parameters: Sequence[float],
    tokens: Sequence[float],
    losses: Sequence[float],
) -> list[Law]:
    """DRAWS laws of as many of the models, drawn again with replacement (a
    bootstrap); draws of fewer than six different ones do not count.
    """
    generator = np.random.default_rng(1)
    count = len(losses)
    laws: list[Law] = []
    while len(laws) < DRAWS:
        rows = generator.integers(count, size=count).tolist()
        if len(set(rows)) < 6:
            continue
        columns = parameters, tokens, losses
        laws.append(fit(*([column[k] for k in rows] for column in columns)))
    return laws
