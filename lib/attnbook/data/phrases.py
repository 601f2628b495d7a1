"""`phrases`: an English-French grammar whose generator knows which word
translates which.

It has agreement (number and gender), adjectives after the noun, questions,
negation and numbers. French words are written apart ("l' arbre");
`Phrase.target` joins them. Built in chapter 2.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, NamedTuple
from zlib import crc32

import torch

from attnbook.data import lexicon

Links = frozenset[tuple[int, int]]
SPLITS = ("train", "val", "test")


class Phrase(NamedTuple):
    """English words, French words, and the links (French position, English
    position) between them.
    """

    english: tuple[str, ...]
    french: tuple[str, ...]
    alignment: Links

    @property
    def source(self) -> str:
        """The English sentence."""
        return " ".join(self.english)

    @property
    def target(self) -> str:
        """The French sentence, elided articles joined to their nouns."""
        return " ".join(self.french).replace("' ", "'")


def generate(count: int, generator: torch.Generator) -> list[Phrase]:
    """`count` different phrases in random order."""
    found: dict[Phrase, None] = {}
    while len(found) < count:
        found.setdefault(_sentence(_Choice(generator)))
    return list(found)


def split(name: str) -> tuple[Phrase, ...]:
    """The fixed train (4,000 or so), val and test phrases; no sentence stands
    in two of them.

    Raises ValueError for another name.
    """
    if name not in SPLITS:
        raise ValueError(
            f"unknown split: {name!r}; there are {', '.join(SPLITS)}"
        )
    return _splits()[name]


def part(phrase: Phrase) -> str:
    """The split in which a phrase stands, or would stand: it depends on its
    English alone, so that phrases generated anew are never those of a test.
    """
    share = crc32(phrase.source.encode()) % 10
    return {0: "test", 1: "val"}.get(share, "train")


@cache
def _splits() -> dict[str, tuple[Phrase, ...]]:
    parts: dict[str, list[Phrase]] = {name: [] for name in SPLITS}
    for phrase in generate(5000, torch.Generator().manual_seed(1)):
        parts[part(phrase)].append(phrase)
    return {name: tuple(part) for name, part in parts.items()}


class _Choice(NamedTuple):
    """Draws from lists and tables with the caller's generator."""

    generator: torch.Generator

    def of(self, options: Iterable) -> Any:
        """One of the options, all equally likely."""
        options = list(options)
        return options[
            int(torch.randint(len(options), (), generator=self.generator))
        ]

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return float(torch.rand((), generator=self.generator)) < probability


def _words(english: str, french: str) -> Phrase:
    """Words in the same order, one for one; or several on one side, all
    linked.
    """
    left, right = tuple(english.split()), tuple(french.split())
    linked: Any = zip if len(left) == len(right) else product
    return Phrase(
        left, right, frozenset(linked(range(len(right)), range(len(left))))
    )


def _join(whole: Phrase, *others: Phrase) -> Phrase:
    """The parts one after another, in the same order in both languages."""
    for part in others:
        moved = {
            (t + len(whole.french), s + len(whole.english))
            for t, s in part.alignment
        }
        whole = Phrase(
            whole.english + part.english,
            whole.french + part.french,
            whole.alignment | moved,
        )
    return whole


def _sentence(choice: _Choice) -> Phrase:
    """A statement, a negation or a question, with a subject and what follows
    the verb.
    """
    subject, plural, gender = _noun_phrase(choice, lexicon.ANIMATE)
    kind = choice.of(("statement", "statement", "negation", "question"))
    if kind != "question" and choice.chance(0.2):
        return _join(
            subject,
            _quality(choice, plural, gender, kind == "negation"),
            _words(".", "."),
        )
    (english, french), rest = _verb(choice)
    if kind == "question":
        que = "qu'" if subject.french[0] in ("un", "une") else "que"
        auxiliary = _words("do" if plural else "does", f"est-ce {que}")
        return _join(
            auxiliary,
            subject,
            _words(english, french[plural]),
            *rest,
            _words("?", "?"),
        )
    middle = (
        _negated(english, french, plural)
        if kind == "negation"
        else _plain(english, french, plural)
    )
    return _join(subject, middle, *rest, _words(".", "."))


def _noun_phrase(
    choice: _Choice, nouns: Iterable[str] = tuple(lexicon.NOUNS)
) -> tuple[Phrase, bool, str]:
    """Determiner, up to two adjectives, noun; whether it is plural, and its
    gender.
    """
    noun = choice.of(nouns)
    many, french, french_many, gender = lexicon.NOUNS[noun]
    determiner = choice.of(
        ("the", "the", "a", "this", "number", "the plural", "these")
    )
    plural = determiner in ("number", "the plural", "these")
    english, right = (many, french_many) if plural else (noun, french)
    before = choice.of(lexicon.BEFORE) if choice.chance(0.25) else None
    after = choice.of(lexicon.AFTER) if choice.chance(0.5) else None
    left = [w for w in (before, after) if w] + [english]
    order = [w for w in (before, english, after) if w]
    target = [
        right
        if w == english
        else _agree((lexicon.BEFORE | lexicon.AFTER)[w], gender, plural)
        for w in order
    ]
    number = choice.of(lexicon.NUMBERS) if determiner == "number" else None
    first = _determiner(determiner, number, gender, vowel=target[0][0] in "aeo")
    links = {(t + 1, left.index(word) + 1) for t, word in enumerate(order)} | {
        (0, 0)
    }
    return (
        Phrase((first[0], *left), (first[1], *target), frozenset(links)),
        plural,
        gender,
    )


def _determiner(
    kind: str, number: str | None, gender: str, vowel: bool
) -> tuple[str, str]:
    if number:
        return number, lexicon.NUMBERS[number]
    forms = {
        "the plural": ("les", "les"),
        "these": ("ces", "ces"),
        "a": ("un", "une"),
    }
    forms["the"] = ("l'", "l'") if vowel else ("le", "la")
    forms["this"] = ("cet" if vowel else "ce", "cette")
    return kind.removesuffix(" plural"), forms[kind][gender == "f"]


def _agree(forms: tuple[str, str], gender: str, plural: bool) -> str:
    return forms[gender == "f"] + ("s" if plural else "")


def _quality(
    choice: _Choice, plural: bool, gender: str, negated: bool
) -> Phrase:
    """is (not) + adjective."""
    word = choice.of(lexicon.AFTER)
    verb = _words("are", "sont") if plural else _words("is", "est")
    if negated:
        ne = "ne" if plural else "n'"
        verb = Phrase(
            (*verb.english, "not"),
            (ne, *verb.french, "pas"),
            frozenset({(0, 1), (1, 0), (2, 1)}),
        )
    return _join(
        verb, _words(word, _agree(lexicon.AFTER[word], gender, plural))
    )


def _verb(choice: _Choice) -> tuple[tuple[str, tuple[str, str]], list[Phrase]]:
    """A verb with its French forms, and the object or the place that follows
    it.
    """
    if choice.chance(0.5):
        return choice.of(lexicon.TRANSITIVE.items()), [_noun_phrase(choice)[0]]
    rest = []
    if choice.chance(0.6):
        place = choice.of(lexicon.PLACES)
        rest = [
            _words(" ".join(place), lexicon.PLACES[place]),
            _noun_phrase(choice)[0],
        ]
    return choice.of(lexicon.INTRANSITIVE.items()), rest


def _plain(english: str, french: tuple[str, str], plural: bool) -> Phrase:
    first, *others = english.split()
    return _words(
        " ".join([first if plural else f"{first}s", *others]), french[plural]
    )


def _negated(english: str, french: tuple[str, str], plural: bool) -> Phrase:
    """does not V: ne V pas; "not" is linked to both French words, "does" to
    none.
    """
    verb = english.split()
    ne = "n'" if french[0][0] in "aeo" else "ne"
    links = {(0, 1), (2, 1)} | {(1, 2 + i) for i in range(len(verb))}
    return Phrase(
        ("do" if plural else "does", "not", *verb),
        (ne, french[plural], "pas"),
        frozenset(links),
    )
