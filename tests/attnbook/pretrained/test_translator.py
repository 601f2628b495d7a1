"""Translating, and showing where the model looked."""

import pytest
import torch

from attnbook.data.tokenizer import tidy
from attnbook.pretrained import text, translator
from tests.attnbook.pretrained.toys import CORPUS, build, former
from tests.toys import refused

pytestmark = pytest.mark.long


@pytest.fixture(params=[build, former], ids=["seq2seq", "transformer"])
def model(request) -> translator.Translator:
    return request.param()


@pytest.mark.parametrize("beam", [1, 3])
def test_a_sentence_is_translated_alike_in_any_company(model, beam):
    alone = [model.translate([sentence], beam=beam)[0] for sentence in CORPUS]
    assert model.translate(CORPUS, beam=beam) == alone
    assert model.translate(reversed(CORPUS), beam=beam) == alone[::-1]


def test_empty_sentences_stay_empty_and_in_place(model):
    (expected,) = model.translate(["two cats"])
    assert expected
    found = model.translate(["", "two cats", "  ", "\t"])
    assert found == ["", expected, "", ""]
    assert model.translate([]) == []


@pytest.mark.parametrize(("limit", "value"), [("ROWS", 3), ("TOKENS", 20)])
def test_more_sentences_than_fit_at_once(model, monkeypatch, limit, value):
    whole = model.translate(CORPUS)
    monkeypatch.setattr(translator, limit, value)
    assert model.translate(CORPUS) == whole


def test_a_long_sentence_does_not_widen_the_others(model, monkeypatch):
    """No batch has more than TOKENS tokens, hypotheses counted, but for a
    single sentence.
    """
    sizes = []
    search = translator.Translator._search
    monkeypatch.setattr(
        translator.Translator,
        "_search",
        lambda self, source, *more: (
            sizes.append(source.shape) or search(self, source, *more)
        ),
    )
    monkeypatch.setattr(translator, "TOKENS", 60)
    model.translate([*CORPUS, "dog " * 40], beam=2)
    assert all(rows * length * 2 <= 60 or rows == 1 for rows, length in sizes)
    assert len(sizes) < 5


def test_typographic_sentences_are_plain_ones(model):
    """Wherever text enters."""
    odd, plain = "\u00a0\u201ctwo\u00a0 cats\u201d", '"two cats"'
    assert model.translate([odd, "\ufeff"]) == model.translate([plain, ""])
    assert model.trace(odd)["source"] == model.trace(plain)["source"]
    assert model.align(odd, odd)[:2] == model.align(plain, plain)[:2]


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ("two cats", TypeError, "not one string: 'two cats'"),
        (["a", None], TypeError, "sentence 1 is no string: None"),
        (
            ["\ud800"],
            ValueError,
            "sentence 0 is not Unicode text: .*surrogates",
        ),
        (["a", "dog " * 500 + "a"], ValueError, "sentence 1 has 2,001 char"),
    ],
)
def test_what_is_no_sentence_is_refused(model, given, kind, says):
    """What is tidied away is not counted."""
    assert not text.too_long("dog " * 500)
    with refused(says, kind):
        model.translate(given)
    with refused("sentence 0 has 2,001 characters: at most 2,000 are read"):
        model.weights([("dog " * 500 + "a", "un")])


def test_align_gives_pieces_and_a_row_of_weights_for_each_target_piece(model):
    read, said, weights = model.align(CORPUS[0], CORPUS[1])
    assert read == model.tokenizer.pieces(model.tokenizer.encode(CORPUS[0]))
    assert said == model.tokenizer.pieces(model.tokenizer.encode(CORPUS[1]))
    assert weights.shape == (len(said), len(read))
    torch.testing.assert_close(weights.sum(-1), torch.ones(len(said)))


def test_the_weights_of_a_pair_are_the_same_in_any_company(model):
    pairs = [(source, said) for source in CORPUS for said in ("un", *CORPUS)]
    for pair, found in zip(pairs, model.weights(pairs), strict=True):
        alone = model.align(*pair)[2]
        rows, columns = alone.shape
        torch.testing.assert_close(found[:rows, :columns], alone)


@pytest.mark.parametrize("sentence", [*CORPUS, "Two  DOGS", "é"])
def test_a_trace_is_the_translation_with_what_was_read_for_it(model, sentence):
    """The weights are those of the tokens just written, STOP's too."""
    traced = model.trace(sentence)
    assert [traced["text"]] == model.translate([sentence])
    source, target = traced["source"], traced["target"]
    read = model.tokenizer.encode(tidy(sentence))
    assert source == model.tokenizer.pieces(read)
    assert traced["weights"].shape == (len(target), len(source))
    rows = traced["weights"].sum(-1)
    torch.testing.assert_close(rows, torch.ones(len(target)))


def test_without_attention_a_trace_has_no_weights_and_nothing_is_aligned():
    traced = build("none").trace(CORPUS[0])
    assert traced["weights"] is None
    assert traced["target"]
    with refused("attention='none'"):
        build("none").align(*CORPUS[:2])
