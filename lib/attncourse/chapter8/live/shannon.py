"""Shannon's game: the reader guesses hidden words against two models.
Chapter 8.

Source: Shannon 1951, "Prediction and entropy of printed English", section 3.
"""

import re
from collections.abc import Sequence
from typing import Any

import traitlets

from attncourse.figures import plots
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
    """

    rounds: Any = traitlets.List(read_only=True)

    def __init__(self, rounds: Sequence[dict[str, Any]], **traits: Any) -> None:
        self.set_trait("rounds", [_plain(one) for one in rounds])
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


def _plain(one: dict[str, Any]) -> dict[str, Any]:
    """A round as plain JSON."""
    words, place = list(one["words"]), one["place"]
    before, _, after = _text(words, place).partition("\0")
    return {
        "before": before,
        "after": after,
        "offered": one["offered"],
        "true": one["offered"].index(words[place]),
        **{name: one[name] for name in PLAYERS},
    }


def _text(words: list[str], place: int) -> str:
    """The words as a sentence, its punctuation on the word before, a null
    character instead of the hidden one.
    """
    shown = [*words[:place], "\0", *words[place + 1 :]]
    spaced = "".join(w[1:] if w[:1] == "+" else f" {w}" for w in shown)
    bare = spaced.replace("\u2581 ", "").strip()
    return re.sub(r" ?(['-]) ?| ([.,;:!?])", r"\1\2", bare)
