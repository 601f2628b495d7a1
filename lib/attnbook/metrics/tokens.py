"""How well the next token is predicted. Built in chapter 1."""

import math


def perplexity(loss: float) -> float:
    """exp of the mean cross-entropy per token (in nats): the number of equally likely tokens it amounts to."""
    return math.exp(loss)
