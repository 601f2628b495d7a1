"""The grammar: its alignments are true, its French agrees, its splits do not
meet.
"""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
import torch

from attnbook.data import lexicon, phrases

ADJECTIVES = lexicon.BEFORE | lexicon.AFTER
NOUNS = {
    one: (right, gender, "")
    for one, (_, right, _, gender) in lexicon.NOUNS.items()
} | {
    many: (right, gender, "s")
    for many, _, right, gender in lexicon.NOUNS.values()
}
"""For each form of a noun: its translation, its gender, its ending."""

LEXICON = (
    {(word, right) for word, (right, *_) in NOUNS.items()}
    | {
        (word, form + s)
        for word, forms in ADJECTIVES.items()
        for form in forms
        for s in ("", "s")
    }
    | set(lexicon.NUMBERS.items())
    | {
        (verb.split()[0] + s, form)
        for verbs in (lexicon.TRANSITIVE, lexicon.INTRANSITIVE)
        for verb, forms in verbs.items()
        for form in forms
        for s in ("", "s")
    }
)
CONTENT = {english for english, _ in LEXICON}


@cache
def every() -> list[phrases.Phrase]:
    return [p for split in phrases.SPLITS for p in phrases.split(split)]


def translations(phrase: phrases.Phrase, s: int) -> set[str]:
    """The French words that are linked to an English one."""
    return {phrase.french[t] for t, other in phrase.alignment if other == s}


def test_every_content_word_is_linked_to_its_translation_and_to_nothing_else():
    for phrase in every():
        for s, word in enumerate(phrase.english):
            if word in CONTENT:
                found = translations(phrase, s)
                assert found, (phrase, word)
                assert {(word, x) for x in found} <= LEXICON, (phrase, word)


def test_every_french_word_comes_from_somewhere():
    for phrase in every():
        places = {t for t, _ in phrase.alignment}
        assert places == set(range(len(phrase.french))), phrase


def test_colours_come_after_the_noun_and_small_before():
    """The links of "small black dog" cross: noun second, colour last."""
    for phrase in every():
        linked = dict(sorted((s, t) for t, s in phrase.alignment))
        for s, (word, following) in enumerate(pairwise(phrase.english)):
            if following in NOUNS and word in lexicon.AFTER:
                assert linked[s] == linked[s + 1] + 1, phrase
            elif following in NOUNS and word in lexicon.BEFORE:
                assert linked[s] < linked[s + 1], phrase


def test_adjectives_agree_in_gender_and_number():
    checked = 0
    for phrase in every():
        for s, (word, noun) in enumerate(pairwise(phrase.english)):
            if word in ADJECTIVES and noun in NOUNS:
                _, gender, ending = NOUNS[noun]
                expected = ADJECTIVES[word][gender == "f"] + ending
                assert translations(phrase, s) == {expected}, phrase
                checked += 1
    assert checked > 1000


def test_vowels_take_the_elided_forms():
    for phrase in every():
        for word, following in pairwise(phrase.french):
            vowel = following[0] in "aeiou"
            assert not (word in ("le", "la", "ce", "ne") and vowel), phrase
            assert not (word in ("l'", "n'", "cet") and not vowel), phrase


def test_both_texts_are_their_words_and_the_target_joins_elided_articles():
    for phrase in every():
        assert phrase.source.split() == list(phrase.english)
        assert "l' " not in phrase.target
        assert phrase.target.replace("'", "' ").split() == list(phrase.french)


def test_no_sentence_stands_in_two_splits_or_twice_with_one_translation():
    sources = {
        split: {p.source for p in phrases.split(split)}
        for split in phrases.SPLITS
    }
    assert not sources["train"] & sources["val"]
    assert not sources["train"] & sources["test"]
    assert not sources["val"] & sources["test"]
    assert max(Counter(every()).values()) == 1


def test_sizes_of_the_splits():
    sizes = [len(phrases.split(split)) for split in phrases.SPLITS]
    assert sum(sizes) == 5000
    assert sizes[0] > 7 * min(sizes[1:]) > 7 * 300


def test_an_unknown_split_is_told_which_there_are():
    with pytest.raises(
        ValueError, match="unknown split: 'dev'; there are train, val, test"
    ):
        phrases.split("dev")


def test_generate_depends_on_the_generator_alone():
    one, same, other = (
        phrases.generate(101, torch.Generator().manual_seed(seed))
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert len(set(one)) == 101


def test_one_english_sentence_has_one_translation():
    """The grammar is a function: nothing in the French is left to chance."""
    pairs = {(p.source, p.target) for p in every()}
    assert len({p.source for p in every()}) == len(pairs)
