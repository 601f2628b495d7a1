"""Sentences to tokens and back: byte-pair encoding, in lower case or not, one
vocabulary for both languages.

Source: Sennrich et al. 2016. The work is done by Hugging Face's `tokenizers`,
which is imported where it is used: the rest needs PyTorch alone.
"""

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tokenizers

PAD, START, STOP, UNKNOWN = range(4)
WORD = "▁"  # what the tokenizer puts before a word
SPECIAL = ("[pad]", "[start]", "[stop]", "[unknown]")
LONGEST = 2**22  # characters that a stored tokenizer may have
QUOTES = str.maketrans("‘’“”", "''\"\"")
INVISIBLE = re.compile(
    "[\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f"
    "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f"
    "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f"
    "\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3"
    "\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]+"
)
"""Control characters that are no space, and Unicode's property
Default_Ignorable_Code_Point: what has no look of its own, such as the soft
hyphen, joiners, marks of direction.
"""


class Tokenizer:
    """A trained vocabulary. Source sentences end with STOP, target sentences
    start with START too.
    """

    def __init__(self, text: str):
        """`text` is what `str(tokenizer)` gave. Raises ValueError for a text
        that no tokenizer of `train` gives.
        """
        if len(text) > LONGEST:
            raise ValueError(
                f"{len(text):,} characters: at most {LONGEST:,} are read"
            )
        import tokenizers

        try:
            self._inner = tokenizers.Tokenizer.from_str(text)
        except Exception as error:  # the package raises no other
            raise ValueError(f"no tokenizer: {error}") from error
        _check(self._inner)
        self._inner.encode_special_tokens = (
            True  # "[stop]" in a sentence is text, never the stop token
        )

    def __str__(self) -> str:
        return self._inner.to_str()

    def __len__(self) -> int:
        return self._inner.get_vocab_size()

    def encode(self, sentence: str) -> list[int]:
        """Token numbers of the sentence, STOP at the end."""
        return [*self._inner.encode(sentence).ids, STOP]

    def spans(self, sentence: str) -> list[tuple[int, int]]:
        """Where each token of `encode` stands in the sentence: first character
        and one past the last; no STOP.

        What `tokenizers` leaves out, as the accent of a letter in two parts,
        goes with the token before it.
        """
        found = self._inner.encode(sentence).offsets
        following = [start for start, _ in found[1:]] + [len(sentence)]
        return [
            (start, max(end, after))
            for (start, end), after in zip(found, following, strict=True)
        ]

    def decode(self, tokens: Iterable[int]) -> str:
        """The sentence up to the first STOP; START, PAD and the like are left
        out.
        """
        kept = []
        for token in map(int, tokens):
            if token == STOP:
                break
            if token not in (PAD, START):
                kept.append(token)
        return self._inner.decode(kept, skip_special_tokens=False).strip()

    def pieces(self, tokens: Iterable[int]) -> list[str]:
        """One readable string for each token; "+" stands before a piece that
        goes on a word.
        """
        readable: list[str] = []
        for token in tokens:
            piece: str = self._inner.id_to_token(token) or ""
            goes_on = (
                piece[:1].isalnum() and readable and readable[-1][-1].isalnum()
            )
            readable.append(
                f"+{piece}" if goes_on else piece.removeprefix(WORD) or WORD
            )
        return readable


def tidy(sentence: str) -> str:
    """A sentence as models know it: plain quotes, nothing that is invisible,
    and one space where there is space of any kind.
    """
    seen = INVISIBLE.sub("", sentence.translate(QUOTES))
    return " ".join(seen.split())


def train(
    sentences: Iterable[str], vocabulary: int, *, lower: bool = True
) -> Tokenizer:
    """Learn at most `vocabulary` tokens from the sentences; fewer if there is
    nothing left to merge. Case is lost, or kept where not `lower`.

    Raises ValueError for an empty corpus, and for a vocabulary that does not
    hold its letters.
    """
    from tokenizers import trainers

    sentences = [s for s in sentences if s.strip()]
    if not sentences:
        raise ValueError(
            "cannot train a tokenizer on an empty corpus: 0 sentences with text"
        )
    inner = _untrained(lower)
    inner.train_from_iterator(
        sentences,
        trainers.BpeTrainer(
            vocab_size=vocabulary,
            special_tokens=list(SPECIAL),
            show_progress=False,
        ),
    )
    if inner.get_vocab_size() > vocabulary:
        raise ValueError(
            f"letters alone need {inner.get_vocab_size()} tokens: "
            f"vocabulary={vocabulary}"
        )
    return Tokenizer(inner.to_str())


def _untrained(lower: bool) -> "tokenizers.Tokenizer":
    """A tokenizer without a vocabulary."""
    import tokenizers
    from tokenizers import decoders, models, normalizers, pre_tokenizers

    inner = tokenizers.Tokenizer(models.BPE(unk_token=SPECIAL[UNKNOWN]))
    inner.normalizer = normalizers.Sequence(
        [normalizers.NFC()] + [normalizers.Lowercase()] * lower
    )
    inner.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(), pre_tokenizers.Punctuation("isolated")]
    )
    inner.decoder = decoders.Metaspace()
    return inner


def _check(inner: "tokenizers.Tokenizer") -> None:
    """Raise ValueError unless it is as `train` makes them, but for its tokens
    and merges: with other parts a short text can take any amount of memory.
    """
    lower = "Lowercase" in str(inner.normalizer)
    bare = _untrained(lower)
    bare.add_special_tokens(list(SPECIAL))
    given, made = (json.loads(x.to_str()) for x in (inner, bare))
    tokens = given["model"].get("vocab", {})
    for parts in (given, made):
        parts["model"] |= {"vocab": None, "merges": None}
    for name in ("model", *given):
        if given[name] != made[name]:
            raise ValueError(
                f"not one that `train` makes: {name} is {given[name]}"
            )
    first = {token: k for k, token in enumerate(SPECIAL)}
    numbers = sorted(tokens.values())
    if numbers != [*range(len(tokens))] or not first.items() <= tokens.items():
        raise ValueError(
            f"its {len(tokens)} tokens must be numbered from 0, first "
            f"{', '.join(SPECIAL)}"
        )
