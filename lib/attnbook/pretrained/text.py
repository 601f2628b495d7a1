"""Which texts a model reads, and what one should know of what it answers."""

from collections.abc import Callable
from typing import Any

from attnbook.data.tokenizer import (
    SPECIAL,
    STOP,
    UNKNOWN,
    WORD,
    Tokenizer,
    tidy,
)

READ = 2000  # characters that a sentence may have

Warn = Callable[[int, str], None]
"""Is told what one should know of an answer, with its number, from 0."""


def silent(i: int, text: str) -> None:
    """Nobody wants to know."""


def checked_text(text: Any, name: str) -> str:
    """The text, tidied. Raises TypeError, with its name, for what is no string,
    ValueError for a string that is not Unicode text, or is too long.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} is no string: {text!r}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name} is not Unicode text: {text!r} ({error.reason})"
        ) from None
    if reason := too_long(text):
        raise ValueError(f"{name} {reason}")
    return tidy(text)


def warn_about(
    words: Tokenizer,
    i: int,
    read: list[int],
    written: list[int],
    limit: int,
    warn: Warn,
    text: str = "",
) -> None:
    """Tell what one should know of answer i, as the pages do: letters of what
    was read that have no token, a text that ended at the limit, and none.

    text: of which the tokens were read; the mark of a word in it is lost.
    """
    said = []
    signs = [piece for piece in words.pieces(read) if piece != WORD]
    signs += [SPECIAL[UNKNOWN]] * text.count(WORD)
    count = signs.count(SPECIAL[UNKNOWN])
    if count and count == len(signs):
        said.append(
            "the model knows none of these characters: what it writes is made "
            "up"
        )
    elif count:
        said.append(f"the model has no token for {count} of these characters")
    if signs and written == [STOP]:
        said.append("the model wrote nothing")
    if written[-1] != STOP:
        said.append(f"stopped after {limit} tokens")
    if said:
        warn(i, "; ".join(said))


def too_long(sentence: str) -> str:
    """Why a sentence is not read, "" if it is."""
    count = len(tidy(sentence))
    if count <= READ:
        return ""
    return f"has {count:,} characters: at most {READ:,} are read"
