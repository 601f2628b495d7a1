"""How the loss of a language model falls with its size: a published formula and
where the model of captions stands on its axis.
"""

from dataclasses import dataclass

from attncourse.experiments import results
from attncourse.figures import plots
from attncourse.figures.figure import Captioned

MILLION, BILLION = 10**6, 10**9
FITTED = 70 * MILLION, 16 * BILLION
"""Parameters of the smallest and of the largest model that was fitted."""
TOKENS = 20
"""How many tokens are read for each parameter: Hoffmann et al. 2022 give their
largest model 1.4 trillion for 70 billion.
"""
SIZES = [10 ** (k / 8) for k in range(41)]
"""Millions of parameters, from 1 to 100,000."""
TOP, AXIS = 11.0, 0.4
"""Nats: how high the figure is, and a ring that stands on its axis."""


@dataclass(frozen=True)
class Law:
    """The loss as a floor and two terms that fall, one with the parameters and
    one with the tokens.
    """

    floor: float
    for_parameters: float
    for_tokens: float
    parameters_power: float
    tokens_power: float

    def loss(self, parameters: float, tokens: float) -> float:
        """Nats per token."""
        return (
            self.floor
            + self.for_parameters / parameters**self.parameters_power
            + self.for_tokens / tokens**self.tokens_power
        )


PUBLISHED = Law(1.69, 406.4, 410.7, 0.34, 0.28)
"""Equation 10 of Hoffmann et al. 2022, with what their third approach gives, as
printed.
"""
AGAIN = Law(1.8172, 482.01, 2085.43, 0.3478, 0.3658)
"""What Besiroglu et al. 2024 find for the same runs, read off a figure."""


def curve() -> Captioned:
    """The loss over parameters by both fits, and the size of our model."""
    ours = results.load("lm-captions").value("parameters")
    assert ours < FITTED[0] / 10, "far below all models that were fitted"
    curves = {
        name: [law.loss(n * MILLION, TOKENS * n * MILLION) for n in SIZES]
        for name, law in (("as published", PUBLISHED), ("refitted", AGAIN))
    }
    figure = plots.lines(
        SIZES,
        curves,
        "parameters (millions)",
        "loss (nats per token)",
        alt="Loss of language models against millions of parameters, by two "
        "fits of one formula; a ring on the axis at the size of our model.",
        logx=True,
        limits=(0, TOP),
        markers=False,
        dots=([ours / MILLION], [AXIS]),
    )
    small, large = (PUBLISHED.loss(n, TOKENS * n) for n in FITTED)
    p = PUBLISHED
    return figure.captioned(
        f"""The loss falls smoothly with size: from {small:.1f} nats per token
        at {FITTED[0] // MILLION} million parameters to {large:.1f} at
        {FITTED[1] // BILLION} billion, the smallest and the largest model that
        was fitted. Cited, not measured here: {p.floor} +
        {p.for_parameters} / parameters<sup>{p.parameters_power}</sup> +
        {p.for_tokens} / tokens<sup>{p.tokens_power}</sup>
        ([Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556), equation 10),
        and the same runs refitted by
        [Besiroglu et al. 2024](https://arxiv.org/abs/2404.10102); {TOKENS}
        tokens for each parameter. Elsewhere both are extrapolated. Ring: the
        size of our model, {ours / MILLION:.1f} million."""
    )
