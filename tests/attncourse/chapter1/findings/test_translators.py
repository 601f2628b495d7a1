"""Odd words are marked, words that come back are counted, by their order."""

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    kept,
    texts,
)

CASE = {
    "source": "A green dog and a red cat.",
    "reference": "Un chien vert et un chat rouge.",
    "first": "Un chien vert et un chat rouge .",
    "second": "un chien rouge et un oiseau vert.",
}


def test_the_words_that_the_reference_has_not_there_are_marked():
    rows = {row["who"]: row["sentence"] for row in texts(CASE, (PLAIN,))}
    assert rows == {
        "English": CASE["source"],
        "reference": CASE["reference"],
        "one context vector": "un chien [rouge] et un [oiseau vert] .",
    }


def test_every_model_asked_for_has_its_row():
    *_, plain, attentive = texts(CASE, (PLAIN, ATTENTIVE))
    assert plain["who"] == "one context vector"
    assert attentive == {
        "who": "with attention",
        "sentence": "un chien vert et un chat rouge .",
    }


def test_a_word_that_moved_has_not_come_back():
    colours = {"vert", "rouge"}
    assert kept(CASE, ATTENTIVE, colours) == [True, True]
    assert kept(CASE, PLAIN, colours) == [False, False]
