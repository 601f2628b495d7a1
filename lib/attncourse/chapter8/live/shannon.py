"""Shannon's game: the reader guesses hidden words against two models.
Chapter 8.

Source: Shannon 1951, "Prediction and entropy of printed English", section 3.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets

from attncourse.figures import plots, validate
from attncourse.live.base import LiveFigure, small

PLAYERS = {"left": "words before it", "both": "words on both sides"}


class LiveShannon(LiveFigure):
    """Guess the hidden word of a caption: first from the words before it, then
    from both sides; then see what each guess costs, in bits.

    Each of `rounds` gives the "words" of a caption as a model reads them ("+"
    goes on a word), the "place" of the hidden one, the words "offered", it
    among them, and what a model gives each of these: "left" one that sees the
    words before, "both" one that sees both sides. Kept are the texts before and
    after the hidden word, and which of the words is "true".
    Raises ValueError without rounds, for words that are not offered once, for
    probabilities that do not sum to 1, and for a true word that has none.
    """

    rounds: Any = traitlets.List(read_only=True)

    def __init__(self, rounds: Sequence[dict[str, Any]], **traits: Any) -> None:
        if not rounds:
            raise ValueError(f"a game needs rounds: {rounds}")
        kept = [_plain(k, one) for k, one in enumerate(rounds)]
        counts = {len(one["offered"]) for one in kept}
        if len(counts) > 1:
            raise ValueError(
                f"all rounds must offer the same number of words: "
                f"{sorted(counts)}"
            )
        self.set_trait("rounds", kept)
        super().__init__(**traits)

    def still(self) -> plots.Figure:
        """What both models give the words of the first caption."""
        first = self.rounds[0]
        text = f"{first['before']}[?]{first['after']}"
        word = first["offered"][first["true"]]
        return small(
            plots.bars(
                first["offered"],
                {said: first[name] for name, said in PLAYERS.items()},
                xlabel="word",
                ylabel="probability",
                alt=f"A word of a caption is hidden: {text} It is {word}. What "
                f"two models give the words offered, by what they see",
            )
        )


def _plain(k: int, one: dict[str, Any]) -> dict[str, Any]:
    """Round k as plain JSON."""
    words, offered = list(one["words"]), list(one["offered"])
    place = one["place"]
    if not 0 <= place < len(words):
        raise ValueError(
            f"round {k}: place must lie in 0 .. {len(words) - 1}: {place=}"
        )
    word = words[place]
    if len(set(offered)) < len(offered) or word not in offered:
        raise ValueError(
            f"round {k}: the words offered must differ and hold {word!r}: "
            f"{offered}"
        )
    true = offered.index(word)
    shares = {name: _shares(k, name, one[name], offered) for name in PLAYERS}
    for name, given in shares.items():
        if not given[true]:
            raise ValueError(
                f"round {k}: {word!r} costs without end where its probability "
                f"is 0: {name}={given}"
            )
    before, _, after = _text(words, place).partition("\0")
    return {
        "before": before,
        "after": after,
        "offered": offered,
        "true": true,
        **shares,
    }


def _shares(k: int, name: str, given: Any, offered: list[str]) -> list[float]:
    """The probabilities of the words offered, as the round has them."""
    shares = validate.shaped(f"round {k}: {name}", given, (len(offered),))
    if min(shares) < 0 or not np.isclose(sum(shares), 1, rtol=0, atol=1e-3):
        raise ValueError(
            f"round {k}: {name} must be a distribution: {shares}, which sums "
            f"to {sum(shares):g}"
        )
    return shares


def _text(words: list[str], place: int) -> str:
    """The words as a sentence, its punctuation on the word before, a null
    character instead of the hidden one.
    """
    shown = [*words[:place], "\0", *words[place + 1 :]]
    spaced = "".join(w[1:] if w[:1] == "+" else f" {w}" for w in shown)
    bare = spaced.replace("\u2581 ", "").strip()
    return re.sub(r" ?(['-]) ?| ([.,;:!?])", r"\1\2", bare)
