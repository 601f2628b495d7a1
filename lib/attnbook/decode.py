"""Search: from log-probabilities of the next token to whole sequences. It knows
no model. Built in chapter 1.

A model is anything with `start(source) -> state`, `step(state, tokens) ->
(log-probabilities "B N", state)` and
`reorder(state, rows) -> state`; a source has one row for each sequence wanted,
whatever the row holds. A translator reads `source` and begins with the token
`start`. A language model goes on with a prompt "1 T": its source is
prompt[:, :-1], and its start the last token, int(prompt[0, -1]). Sequences come
back as lists of tokens without the start token; the stop token is the last one
of a sequence that reached it within `limit` tokens. Every search raises
ValueError for a limit or a width below 1, for log-probabilities that are NaN,
and where all of them are -inf.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor

from attnbook import validation
from attnbook.beam import Beam, Hypothesis, check_penalty, check_possible


@runtime_checkable
class Model(Protocol):
    """What a search needs of a model."""

    def start(self, source: Tensor) -> Any:
        """The state before the first token."""

    def step(self, state: Any, tokens: Tensor) -> tuple[Tensor, Any]:
        """Log-probabilities "B N" of the token after `tokens` "B", and the new
        state.
        """

    def reorder(self, state: Any, rows: Tensor) -> Any:
        """The state of the batch rows named."""


def greedy(
    model: Model, source: Tensor, *, start: int, stop: int, limit: int
) -> list[list[int]]:
    """The most probable next token at every step, until `stop` or `limit`
    tokens.
    """
    return _generate(
        model, source, start, stop, limit, lambda scores: scores.argmax(-1)
    )


def sample(
    model: Model,
    source: Tensor,
    *,
    start: int,
    stop: int,
    limit: int,
    generator: torch.Generator,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
) -> list[list[int]]:
    """A token drawn from softmax(log p / temperature) at every step, cut as
    `truncated` does, until `stop` or `limit` tokens.

    Temperature 1 is the model's own distribution; near 0 it becomes greedy.
    Raises ValueError unless it is positive and finite, and as `truncated` and
    every search do.
    """
    if not 0 < temperature < math.inf:
        raise ValueError(
            f"temperature must be positive and finite: "
            f"temperature={temperature}"
        )
    # greedy already; scores divided by much less are infinite
    temperature = max(temperature, 1e-30)

    def draw(scores: Tensor) -> Tensor:
        # half precision has no room for a small temperature or a small share
        scores = scores.float() if scores.itemsize < 4 else scores
        scores = truncated(scores / temperature, top_k, top_p)
        p = scores.softmax(-1)
        return torch.multinomial(p, 1, generator=generator)[:, 0]

    return _generate(model, source, start, stop, limit, draw)


def truncated(
    scores: Float[Tensor, "B N"], top_k: int | None = None, top_p: float = 1.0
) -> Float[Tensor, "B N"]:
    """The scores of each row with -inf at all but the `top_k` largest, and then
    at all but the fewest that have the share `top_p` of the probability left,
    at least one.

    Source: Fan et al. 2018 (top-k); Holtzman et al. 2020, section 3.1 (top-p).
    Raises ValueError for a top_k below 1, and a top_p outside 0 .. 1.
    """
    validation.at_least(1, top_k=top_k)
    validation.between(0, 1, top_p=top_p)
    if top_k is None and top_p == 1:
        return scores
    ranked, order = scores.sort(dim=-1, descending=True, stable=True)
    if top_k is not None:
        ranked[:, top_k:] = float("-inf")
    if top_p < 1:
        share = ranked.softmax(-1)
        before = share.cumsum(-1) - share
        before[:, 0] = -1.0  # the first one stays
        ranked[before >= top_p] = float("-inf")
    return torch.empty_like(scores).scatter_(-1, order, ranked)


@torch.no_grad()
def _generate(
    model: Model,
    source: Tensor,
    start: int,
    stop: int,
    limit: int,
    choose: Callable[[Tensor], Tensor],
) -> list[list[int]]:
    """One token after another by `choose`; rows that have stopped are left
    behind.
    """
    validation.at_least(1, limit=limit)
    state = model.start(source)
    tokens = torch.full((len(source),), start, device=source.device)
    output: list[list[int]] = [[] for _ in range(len(source))]
    # the rows of the source that the state holds
    active = torch.arange(len(source), device=source.device)
    for t in range(limit):
        scores, best, state = _step(model, state, tokens)
        check_possible(best, t, active)
        tokens = choose(scores)
        for row, token in zip(active.tolist(), tokens.tolist(), strict=True):
            output[row].append(token)
        (unfinished,) = (tokens != stop).nonzero(as_tuple=True)
        if not len(unfinished):
            break
        if len(unfinished) < len(tokens):
            state = model.reorder(state, unfinished)
            tokens, active = tokens[unfinished], active[unfinished]
    return output


def _step(
    model: Model, state: Any, tokens: Tensor
) -> tuple[Tensor, Tensor, Any]:
    """The model's step, with the best score of each row; ValueError where one
    is NaN, which no comparison would notice.
    """
    scores, state = model.step(state, tokens)
    best = scores.amax(-1)  # NaN if one of them is
    if (wrong := best.isnan()).any():
        raise ValueError(
            f"the model gives log-probabilities that are NaN, after tokens "
            f"{tokens[wrong].unique().tolist()}"
        )
    return scores, best, state


@torch.no_grad()
def beam(
    model: Model,
    source: Tensor,
    *,
    start: int,
    stop: int,
    limit: int,
    width: int,
    penalty: float = 1.0,
) -> list[list[Hypothesis]]:
    """For each source, at most `width` hypotheses, best first.

    At every step the `width` most probable extensions survive; those that end
    with `stop` leave the beam and are finished. The score is log p / length **
    penalty, the stop token counted (0: no normalisation, 1: mean per token).
    With width 1 it is greedy; with enough width it is exhaustive. Raises
    ValueError for a penalty with which limit ** penalty leaves the range of
    float32, and as every search does. Source: Graves 2012, section 2.5;
    normalisation as in Wu et al. 2016, section 7, without its constants.
    """
    validation.at_least(1, limit=limit, width=width)
    check_penalty(penalty, limit)
    size = len(source)
    search = Beam(size, width, limit, penalty, stop, source.device)
    rows = torch.arange(size, device=source.device).repeat_interleave(width)
    state = model.reorder(model.start(source), rows)
    tokens = torch.full((size * width,), start, device=source.device)
    while not search.done():
        scores, best, state = _step(model, state, tokens)
        rows, tokens = search.extend(scores, best)
        state = model.reorder(state, rows)
    return [
        sorted(hypotheses, key=lambda h: -h.score)[:width]
        for hypotheses in search.finished
    ]
