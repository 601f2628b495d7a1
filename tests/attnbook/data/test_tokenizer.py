"""Tokens and back: nothing is lost, and text is never taken for a control
token.
"""

import json

import pytest

from attnbook.data import tokenizer
from attnbook.data.tokenizer import (
    PAD,
    SPECIAL,
    START,
    STOP,
    UNKNOWN,
    WORD,
    Tokenizer,
)
from tests.toys import refused

CORPUS = [
    "A dog runs.",
    "Un chien court.",
    "The cat's hat is red, isn't it?",
    "L'arbre est là-bas.",
]


@pytest.fixture(scope="module")
def words():
    return tokenizer.train(CORPUS, 97)


@pytest.mark.parametrize("sentence", [*CORPUS, "", "  a dog  "])
def test_a_sentence_comes_back_in_lower_case(words, sentence):
    """It ends with STOP and holds no other control token; spaces around it do
    not come back.
    """
    assert words.decode(words.encode(sentence)) == sentence.lower().strip()
    *body, last = words.encode(sentence)
    assert last == STOP
    assert not set(body) & {PAD, START, STOP, UNKNOWN}


def test_decode_ends_at_the_first_stop_and_leaves_out_start_and_padding(words):
    one, two = words.encode("a dog")[:-1], words.encode("the hat")
    assert words.decode([START, *one, PAD, STOP, *two]) == "a dog"
    assert words.decode(one) == "a dog"


def test_what_was_never_seen_is_unknown(words):
    assert UNKNOWN in words.encode("a 猫 runs")
    assert SPECIAL[UNKNOWN] in words.decode(words.encode("a 猫 runs"))


@pytest.mark.parametrize("name", SPECIAL)
def test_the_name_of_a_control_token_is_only_text(words, name):
    tokens = words.encode(f"a {name} runs")
    assert tokens.index(STOP) == len(tokens) - 1
    assert PAD not in tokens
    assert START not in tokens


def test_accents_written_in_two_ways_are_one(words):
    assert words.encode("là") == words.encode("la\u0300")


def test_pieces_are_readable_and_say_what_goes_on_a_word(words):
    tokens = words.encode("a dog isn't a catdog")
    pieces = words.pieces(tokens)
    assert len(pieces) == len(tokens)
    assert (
        " ".join(pieces).replace(" +", "")
        == f"a dog isn ' t a catdog {SPECIAL[STOP]}"
    )


def test_pieces_may_begin_inside_a_word(words):
    """Nothing stands before the first piece, so it goes on no word; a number
    without a token is an empty piece.
    """
    inside = words.encode("catdog")[1:-1]
    assert "".join(words.pieces(inside)).replace("+", "") == "dog"
    assert not words.pieces(inside)[0].startswith("+")
    assert words.pieces([len(words)]) == [WORD]


def test_spans_cut_the_sentence_at_its_tokens(words):
    sentence = "the cat's hat"
    spans = words.spans(sentence)
    assert len(spans) == len(words.encode(sentence)) - 1
    assert "".join(sentence[start:stop] for start, stop in spans) == sentence


@pytest.mark.parametrize(
    ("sentence", "spans"),
    [
        ("te\u0301ta\u0300 bas", [(0, 3), (3, 4), (4, 6), (6, 10)]),
        ("a \u1112\u1161\u11ab a", [(0, 1), (1, 2), (2, 5), (5, 7)]),
        ("Is \u0130s", [(0, 2), (2, 3), (3, 4), (3, 4), (4, 5)]),
    ],
    ids=["accents", "jamo", "a letter that becomes two"],
)
def test_spans_cover_letters_that_are_written_in_parts(sentence, spans):
    """Each syllable is one token."""
    made = tokenizer.train(["té t à bas is a té t à bas is"] * 2, 97)
    assert made.spans(sentence) == spans


def test_the_text_form_is_the_whole_tokenizer(words):
    same = tokenizer.Tokenizer(str(words))
    assert str(same) == str(words)
    assert [same.encode(s) for s in CORPUS] == [words.encode(s) for s in CORPUS]


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        (
            "normalizer",
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaa"},
            "not one that `train` makes: normalizer is",
        ),
        ("post_processor", {"type": "ByteLevel"}, "post_processor is"),
        ("model", {"vocab": {}, "merges": []}, "its 0 tokens must be numbered"),
        ("model", {"dropout": 0.5}, "model is"),
        ("padding", "x" * 2**22, "at most 4,194,304 are read"),
    ],
    ids=["normalizer", "post_processor", "empty", "dropout", "long"],
)
def test_parts_of_other_tokenizers_are_refused(words, part, value, says):
    """A short text could take any amount of memory in them."""
    stored = json.loads(str(words))
    if part == "model":
        value = stored[part] | value
    if part == "post_processor":
        value |= {"add_prefix_space": True, "trim_offsets": True}
    with refused(says):
        Tokenizer(json.dumps(stored | {part: value}))


@pytest.mark.parametrize("kind", ["WordPiece", "Unigram", "WordLevel", "Other"])
def test_of_another_kind_it_is_said_what_it_is(kind):
    """The first thing that differs is the kind."""
    vocabulary = [["a", -1.0]] if kind == "Unigram" else {"a": 0}
    model = {"type": kind, "vocab": vocabulary, "unk_token": "a"}
    more = {"continuing_subword_prefix": "#", "max_input_chars_per_word": 9}
    says = "no tokenizer: " if kind == "Other" else f"makes: model is .*{kind}"
    with refused(says):
        Tokenizer(json.dumps({"added_tokens": [], "model": model | more}))


def test_the_vocabulary_is_filled_while_there_is_something_to_merge(words):
    """Alike each time, the control tokens first."""
    assert str(tokenizer.train(CORPUS, 97)) == str(words)
    assert tuple(words.pieces(range(4))) == SPECIAL
    assert len(tokenizer.train(CORPUS, 53)) == 53
    assert len(words) < 97


def test_no_text_or_no_room_for_the_letters_is_refused():
    with refused("empty corpus: 0 sentences"):
        tokenizer.train(["", "  "], 97)
    with refused("vocabulary=4"):
        tokenizer.train(CORPUS, 4)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("\ufeffa\u00a0dog\u202fruns .\n", "a dog runs ."),
        ("\u201chi\u201d, it\u2018s l\u2019herbe", "\"hi\", it's l'herbe"),
        ("a\x1fdog\x85runs", "a dog runs"),
        ("a dog\u200b r\u00adu\u200dns\u2060. \ufeff \x07", "a dog runs."),
        ("une \u00e9t\u00e9 \u2013 \u2026", "une \u00e9t\u00e9 \u2013 \u2026"),
    ],
)
def test_what_typesetting_adds_is_made_plain(typed, plain):
    assert tokenizer.tidy(typed) == tokenizer.tidy(plain) == plain
