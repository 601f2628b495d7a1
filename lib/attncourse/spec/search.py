"""Sequences, their probabilities, and the best of all."""

from collections.abc import Callable, Iterator

from jaxtyping import Float
from torch import Tensor

Following = Callable[[tuple[int, ...]], Float[Tensor, " N"]]
"""From the tokens so far to the log-probabilities of the next one."""


def greedy(following: Following, stop: int, L: int) -> tuple[int, ...]:
    """The likeliest token at every step, up to the first `stop` or to L tokens.
    Sutskever et al. 2014, section 3.2.
    """
    tokens: tuple[int, ...] = ()
    while len(tokens) < L and stop not in tokens:
        tokens += (int(following(tokens).argmax()),)
    return tokens


def sequences(
    N: int, stop: int, L: int, start: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Every sequence a search can end with: finished by its first `stop`, or L
    tokens long.
    """
    if stop in start or len(start) == L:
        yield start
    else:
        for token in range(N):
            yield from sequences(N, stop, L, (*start, token))


def log_probability(following: Following, tokens: tuple[int, ...]) -> float:
    """log p(y) = sum_t log p(y_t | y_1 .. y_{t-1}). Sutskever et al. 2014,
    equation 1.
    """
    return sum(
        float(following(tokens[:t])[tokens[t]]) for t in range(len(tokens))
    )


def search_score(log_probability: float, length: int, alpha: float) -> float:
    """log p(y) / |y|^alpha: what a search compares; alpha 0 compares
    probabilities. Wu et al. 2016, section 7.
    """
    return log_probability / length**alpha


def exhaustive(
    following: Following, N: int, stop: int, L: int, alpha: float = 0.0
) -> tuple[tuple[int, ...], float]:
    """The best of all sequences and its score. Wu et al. 2016, section 7, with
    nothing pruned.
    """
    scored = [
        (search_score(log_probability(following, y), len(y), alpha), y)
        for y in sequences(N, stop, L)
    ]
    score, tokens = max(scored)
    return tokens, score


def beam(
    following: Following, stop: int, L: int, width: int, alpha: float = 0.0
) -> list[tuple[tuple[int, ...], float]]:
    """The `width` best of what is found when the `width` likeliest extensions
    go on at every step, and their scores.

    Graves 2012, section 2.5; score as above.
    """
    live: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    found = []
    while live:
        grown = [
            (p + q, (*y, n))
            for p, y in live
            for n, q in enumerate(following(y).tolist())
        ]
        best = sorted(grown, reverse=True)[:width]
        found += [
            (search_score(p, len(y), alpha), y)
            for p, y in best
            if y[-1] == stop or len(y) == L
        ]
        live = [(p, y) for p, y in best if y[-1] != stop and len(y) < L]
    return [
        (tokens, score) for score, tokens in sorted(found, reverse=True)[:width]
    ]
