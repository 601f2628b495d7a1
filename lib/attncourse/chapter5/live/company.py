"""What company does to a word: its vector before the encoder of the shipped
Transformer and after it. Chapter 5.
"""

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import traitlets
from matplotlib.figure import Figure as Card

from attncourse.figures import style
from attncourse.figures.figure import Figure, render
from attncourse.live.base import ModelFigure, small

NEAREST = 4
COLUMNS = "word", "embedding", "after the encoder"


class LiveCompany(ModelFigure):
    """Type a sentence; see which words each of its words is near to, as it
    comes in and when all have attended to each other.

    `models` gives the name, label and bytes of the one model; `words` are those
    that are compared, and `vectors` theirs, "N D" whole numbers of 8 bits as
    base64. Each of `examples` is {"sentence": text, "answers": one}; an answer
    is what `look` gives.
    """

    words: Any = traitlets.List(read_only=True)
    vectors = traitlets.Unicode(read_only=True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        words: Sequence[str],
        vectors: str,
        **traits: Any,
    ) -> None:
        super().__init__(models, examples, **traits)
        self.set_trait("words", list(words))
        self.set_trait("vectors", vectors)

    def still(self) -> Figure:
        """The rows of the chosen sentence, as a picture of words."""
        example = self._answered()
        found = example["answers"][0]["rows"]
        said = "; ".join(
            f"{w}: {a}, then {b}" for w, a, b in map(_texts, found)
        )

        def draw(card: Card) -> None:
            axes = card.add_subplot()
            axes.axis("off")
            phone = card.get_figwidth() < style.WIDTH
            rows = [
                _texts(row, NEAREST // 2 if phone else NEAREST) for row in found
            ]
            for down, row in enumerate([COLUMNS, *rows]):
                y = 1 - (down + 0.5) / (len(rows) + 1)
                for x, text in zip((0.01, 0.18, 0.58), row, strict=True):
                    weight = "bold" if down == 0 or x < 0.1 else "normal"
                    axes.text(x, y, text, va="center", weight=weight)

        high = 0.32 * (len(found) + 1)
        return small(
            render(
                draw,
                [(style.WIDTH, high), (style.PHONE, high)],
                f"The words of “{example['sentence']}”, each with the words "
                "that are nearest before the encoder and after it.",
                said,
            )
        )


def _texts(row: dict[str, Any], count: int = NEAREST) -> list[str]:
    """A row in words, of the nearest so many."""
    return [
        row["word"],
        *(", ".join(row[name][:count]) for name in ("before", "after")),
    ]


@torch.no_grad()
def look(
    translator: Any, words: Sequence[str], vectors: str, sentence: str
) -> dict[str, Any]:
    """The "source" pieces of a sentence, and "rows", one for each that has
    letters: the "word" and the NEAREST of `words` by cosine, "before" by their
    embeddings and "after" by `vectors`; the word itself is left out.
    """
    model, tokenizer = translator.model, translator.tokenizer
    tokens = tokenizer.encode(sentence)
    pieces = tokenizer.pieces(tokens)
    memory = model.encode(torch.tensor([tokens]))[0][0].double()
    table = model.embedding.weight.double()
    known = table[[tokenizer.encode(word)[0] for word in words]]
    whole = np.frombuffer(base64.b64decode(vectors), np.int8)
    after = torch.tensor(whole.reshape(len(words), -1)).double()

    def nearest(rows: torch.Tensor, x: torch.Tensor, word: str) -> list[str]:
        cosines = torch.nn.functional.cosine_similarity(rows, x[None])
        order = cosines.sort(descending=True, stable=True).indices.tolist()
        return [words[k] for k in order if words[k] != word][:NEAREST]

    return {
        "source": pieces,
        "rows": [
            {
                "word": piece,
                "before": nearest(known, table[token], piece),
                "after": nearest(after, x, piece),
            }
            for piece, token, x in zip(pieces, tokens, memory, strict=True)
            if piece.lstrip("+").isalpha()
        ],
    }
