"""A text with some of its words marked, for a cell of a table."""

from collections.abc import Sequence
from html import escape


class Marked(str):
    """Marked words stand [in brackets]; as HTML they are `mark` elements."""

    __slots__ = ()

    @property
    def html(self) -> str:
        """The text as HTML."""
        text = escape(self)
        return text.replace("[", "<mark>").replace("]", "</mark>")


def marked(words: Sequence[str], odd: Sequence[bool]) -> Marked:
    """The words as one text; odd ones are marked, neighbours together."""
    text = " ".join(
        f"[{w}]" if o else w for w, o in zip(words, odd, strict=True)
    )
    return Marked(text.replace("] [", " "))
