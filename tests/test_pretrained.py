"""Models in files: what was written is read, what is shipped is what was measured."""

from importlib import resources

import pytest
import torch
from safetensors.torch import save

from attnbook import pretrained, results
from attnbook.data import tokenizer, translation
from attnbook.metrics import bleu as metrics
from attnbook.models import seq2seq
from tests.toys import real_data

CORPUS = ["a dog runs on the grass .", "un chien court dans l'herbe .", "two cats sleep .", "deux chats dorment ."]
SHIPPED = ("translate-en-fr-bahdanau", "translate-en-fr-seq2seq")


def build(attention: str = "additive") -> pretrained.Translator:
    words = tokenizer.train(CORPUS, 71)
    config = seq2seq.Config(len(words), 7, 11, 13, attention=attention, dropout=0.5)
    model = seq2seq.build(config, torch.Generator().manual_seed(1))
    with torch.no_grad():
        model.bias.normal_(generator=torch.Generator().manual_seed(2))
    return pretrained.Translator(model.eval(), words)


@pytest.fixture
def translator() -> pretrained.Translator:
    return build()


def test_a_file_holds_model_tokenizer_and_configuration(tmp_path, translator):
    path = pretrained.write(tmp_path / "model.safetensors", "seq2seq", translator.model, translator.tokenizer)
    same = pretrained.read(path)
    assert same.model.config == translator.model.config
    assert str(same.tokenizer) == str(translator.tokenizer)
    assert not same.model.training
    for name, weight in translator.model.state_dict().items():
        assert torch.equal(same.model.state_dict()[name], weight.half().float()), name


@pytest.mark.parametrize(
    "content",
    [b"", b"not a model", save({"x": torch.zeros(2)}), save({"x": torch.zeros(2)}, {"kind": "other", "config": "{}"})],
    ids=["empty", "text", "no metadata", "other kind"],
)
def test_any_other_file_is_refused_by_name(tmp_path, content):
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=f"not a model of this package: {path}"):
        pretrained.read(path)


def test_a_truncated_file_is_refused(tmp_path, translator):
    path = pretrained.write(tmp_path / "model.safetensors", "seq2seq", translator.model, translator.tokenizer)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match=f"not a model of this package: {path}"):
        pretrained.read(path)


def test_a_file_without_one_of_its_weights_is_refused(tmp_path, translator):
    model = translator.model
    kept = {name: x for name, x in model.state_dict().items() if name != "bias"}
    model.state_dict = lambda: kept
    path = pretrained.write(tmp_path / "model.safetensors", "seq2seq", model, translator.tokenizer)
    with pytest.raises(ValueError, match=f"(?s)not a model of this package: {path}.*bias"):
        pretrained.read(path)


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises((ValueError, OSError), match="absent.safetensors"):
        pretrained.read(tmp_path / "absent.safetensors")


def test_names_and_load_find_what_lies_in_the_folder(tmp_path, monkeypatch, translator):
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    assert pretrained.names() == []
    with pytest.raises(ValueError, match="unknown model: 'b'; there are none"):
        pretrained.load("b")
    for name in ("b", "a"):
        path = tmp_path / "weights" / f"{name}.safetensors"
        pretrained.write(path, "seq2seq", translator.model, translator.tokenizer)
    assert pretrained.names() == ["a", "b"]
    assert pretrained.load("a").model.config == translator.model.config
    with pytest.raises(ValueError, match="unknown model: 'c'; there are a, b"):
        pretrained.load("c")


@pytest.mark.parametrize("beam", [1, 3])
def test_a_sentence_is_translated_alike_in_any_company(translator, beam):
    alone = [translator.translate([sentence], beam=beam)[0] for sentence in CORPUS]
    assert translator.translate(CORPUS, beam=beam) == alone
    assert translator.translate(reversed(CORPUS), beam=beam) == alone[::-1]


def test_empty_sentences_stay_empty_and_in_place(translator):
    (expected,) = translator.translate(["two cats"])
    assert expected
    assert translator.translate(["", "two cats", "  ", "\t"]) == ["", expected, "", ""]
    assert translator.translate([]) == []


def test_more_sentences_than_fit_at_once(translator, monkeypatch):
    whole = translator.translate(CORPUS)
    monkeypatch.setattr(pretrained, "ROWS", 3)
    assert translator.translate(CORPUS) == whole


def test_one_string_is_not_a_list_of_sentences(translator):
    with pytest.raises(TypeError, match="not one string: 'two cats'"):
        translator.translate("two cats")


def test_the_name_of_a_control_token_in_a_sentence_is_only_text(translator):
    assert isinstance(translator.translate(["[pad]", "a [stop] [pad] dog"])[1], str)


def test_align_gives_pieces_and_a_row_of_weights_for_each_target_piece(translator):
    read, said, weights = translator.align(CORPUS[0], CORPUS[1])
    assert read == translator.tokenizer.pieces(translator.tokenizer.encode(CORPUS[0]))
    assert said == translator.tokenizer.pieces(translator.tokenizer.encode(CORPUS[1]))
    assert weights.shape == (len(said), len(read))
    torch.testing.assert_close(weights.sum(-1), torch.ones(len(said)))


def test_a_model_without_attention_aligns_nothing():
    with pytest.raises(ValueError, match="attention='none'"):
        build("none").align(*CORPUS[:2])


# What is shipped


def test_the_course_ships_its_translators():
    assert set(SHIPPED) <= set(pretrained.names())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_translator_is_small_and_measured_as_it_is(name):
    size = len(resources.files("attnbook").joinpath("weights", f"{name}.safetensors").read_bytes())
    result, model = results.load(name), pretrained.load(name).model
    assert size <= 6_000_000
    assert result["bytes"] == size
    assert result["parameters"] == sum(p.numel() for p in model.parameters())
    assert len(result["hypotheses"]) == 1000
    assert "tok:13a" in result["test"]["signature"]
    assert "case:lc" in result["test"]["signature"]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_translator_speaks_french(name):
    said = pretrained.load(name).translate(["A black dog runs on the grass.", "Two men are talking."])
    assert "chien" in said[0]
    assert "deux hommes" in said[1]


@real_data
@pytest.mark.parametrize("name", SHIPPED)
def test_stored_translations_have_the_stored_bleu_and_are_the_models_own(name):
    """BLEU of all 1,000; a dozen is translated again (a beam may turn on the last digit: one may differ)."""
    result = results.load(name)
    sources, references = zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    score, signature = metrics.bleu(result["hypotheses"], references)
    assert score == pytest.approx(result["test"]["bleu"], rel=1e-5)
    assert signature == result["test"]["signature"]
    again = pretrained.load(name).translate(sources[:12], beam=result["test"]["beam"])
    assert sum(one == other for one, other in zip(again, result["hypotheses"], strict=False)) >= 11
