"""Check for the last real state of each sentence in a padded batch."""

import torch
from torch import Tensor

from attnbook.check.chapter1 import picks
from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting

_takes = {"h": "B S M", "source": "B S", "pad": ""}


def _last_states(h: Tensor, source: Tensor, pad: int) -> Tensor:
    """Sentence by sentence, token by token."""
    rows = []
    for states, tokens in zip(h, source.tolist(), strict=True):
        real = [i for i, token in enumerate(tokens) if token != pad]
        rows.append(states[real[-1]])
    return torch.stack(rows)


def _case(
    says: str, M: int, rows: tuple[tuple[int, ...], ...], pad: int
) -> Case:
    B, S = len(rows), len(rows[0])

    def make() -> dict[str, Tensor | int]:
        generator = torch.Generator().manual_seed(B * S * M)
        h = torch.randn(B, S, M, generator=generator, dtype=torch.float64)
        return {"h": h, "source": torch.tensor(rows), "pad": pad}

    return Case(f"{says} (B={B}, S={S}, M={M}, pad={pad})", make)


def _look(attempt: Attempt) -> Sighting:
    ends = attempt.given["source"] != attempt.given["pad"]
    return Sighting(picks.blame(attempt, ends.sum(1) - 1), part="last")


last_states = Check(
    name="last_states",
    takes=_takes,
    returns={"last": "B M"},
    reference=_last_states,
    cases=(
        _case(
            "sentences of 2, 4 and 3 tokens in rows of 5",
            7,
            ((5, 2, 0, 0, 0), (4, 9, 6, 2, 0), (2, 4, 8, 0, 0)),
            pad=0,
        ),
        _case(
            "padding is 3, and 0 is a word",
            11,
            (
                (4, 0, 2, 3, 3, 3, 3),
                (2, 3, 3, 3, 3, 3, 3),
                (0, 7, 7, 5, 2, 1, 8),
                (7, 0, 3, 3, 3, 3, 3),
                (9, 0, 1, 6, 0, 3, 3),
            ),
            pad=3,
        ),
        _case(
            "no padding at all",
            7,
            ((4, 9, 6, 8, 2), (5, 2, 7, 9, 2), (6, 4, 4, 8, 2)),
            pad=0,
        ),
        _case("one sentence alone, other sizes", 5, ((8, 2, 0),), pad=0),
    ),
    looks=(_look,),
    mistakes=(
        Mistake(
            "each sentence is read at the ends of all. Sentence b goes with "
            "its own end: index the first axis too.",
            lambda h, source, pad: h[:, (source != pad).sum(1) - 1],
        ),
        Mistake(
            "these are all real states, one below the other. Take one from "
            "each sentence, its last.",
            lambda h, source, pad: h[source != pad],
        ),
    ),
)
