"""Every recipe runs from its dataclass to its result file, in miniature."""

import json
from dataclasses import asdict, dataclass, replace

import pytest
import torch

from attnbook import pretrained, results
from attnbook.data import phrases, tokenizer, translation
from attnbook.metrics import bleu as metrics
from attnbook.metrics import tokens
from attnbook.models import seq2seq
from attnbook.recipes import align, compare, memory, record, translate
from attnbook.train import loop
from tests.toys import multi30k, unchecked

SHORT = loop.Settings(epochs=1, warmup=2, rate=0.01)


@dataclass(frozen=True)
class Tiny(translate.Recipe):
    """A translator with a model of a few thousand parameters."""

    vocabulary: int = 211
    dropouts: tuple[float, ...] = (0.0, 0.1)
    settings: loop.Settings = SHORT

    def config(self, dropout: float) -> seq2seq.Config:
        return seq2seq.Config(self.vocabulary, 7, 11, 13, attention=self.attention, dropout=dropout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A place for runs and results, with a small corpus beside it; translations are cut off early."""
    place = tmp_path_factory.mktemp("recipes")
    with pytest.MonkeyPatch.context() as monkeypatch:
        multi30k(place / "data", monkeypatch)
        monkeypatch.setenv("ATTNBOOK_RUNS", str(place / "runs"))
        monkeypatch.setattr(translate, "POSITIONS", 5)
        monkeypatch.setattr(pretrained, "LIMIT", 13)
        yield place


@pytest.fixture(scope="module")
def trained(folder):
    """A tiny translator with attention, its weights and its result."""
    recipe = Tiny("tiny", "additive")
    weights, measured = folder / "tiny.safetensors", folder / "tiny.json"
    return recipe, weights, measured, translate.train(recipe, weights, measured, progress=False)


def test_a_translator_is_searched_written_and_measured_on_its_file(trained):
    recipe, weights, measured, result = trained
    assert json.loads(measured.read_text(encoding="utf-8")) == json.loads(json.dumps(result))
    assert [c["dropout"] for c in result["search"]] == [0.0, 0.1]
    best = max(result["search"], key=lambda c: c["validation_bleu"])
    assert result["dropout"] == best["dropout"]
    assert result["bytes"] == weights.stat().st_size
    assert pretrained.read(weights).model.config == recipe.config(result["dropout"])
    sources, references = map(list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True))
    assert result["hypotheses"] == pretrained.read(weights).translate(sources, beam=translate.BEAM)
    assert result["test"]["bleu"] == pytest.approx(metrics.bleu(result["hypotheses"], references)[0], rel=1e-5)
    assert result["test"]["perplexity"] == pytest.approx(tokens.perplexity(result["test"]["loss"]), rel=1e-4)
    assert len(result["by_position"]["forced"]) == 5
    assert result["alignments"]


def test_training_again_goes_on_from_the_checkpoints_and_changes_nothing(trained, folder):
    recipe, weights, measured, result = trained
    before = weights.read_bytes()
    again = translate.train(recipe, folder / "again.safetensors", folder / "again.json", progress=False)
    assert [c["epochs"] for c in again["search"]] == [c["epochs"] for c in result["search"]]
    one, other = (pretrained.read(path).model.state_dict() for path in (weights, folder / "again.safetensors"))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert weights.read_bytes() == before


def test_free_running_and_forced_agree_until_the_first_mistake(trained):
    """The first token is fed the same start in both: the same share is right."""
    *_, result = trained
    assert result["by_position"]["forced"][0] == result["by_position"]["free"][0]
    assert all(free <= 1 for free in result["by_position"]["free"])


def test_lengths_share_out_all_sentences(trained):
    *_, result = trained
    assert sum(row["sentences"] for row in result["by_length"]) == len(result["hypotheses"])
    sources = ["one two", "a b c d e f g h i", " ".join("x" * 30)]
    groups = translate.length_groups(sources)
    assert {n for chosen in groups.values() for n in chosen} == {0, 1, 2}
    assert groups[(1, 8)] == [0]
    assert groups[(9, 11)] == [1]
    assert groups[(20, 99)] == [2]


def test_what_is_shown_is_chosen_by_length_alone():
    sources = [" ".join("w" * n) for n in (3, 8, 14, 15, 9, 10)]
    assert translate.shown(sources, count=3) == [1, 2, 4]


def test_comparing_a_system_with_itself_finds_nothing(trained, folder, monkeypatch):
    *_, result = trained
    monkeypatch.setattr(results, "load", lambda _: result)
    recipe = replace(compare.RECIPES["compare-en-fr"], resamples=20)
    compared = compare.train(recipe, folder / "compare.json", progress=False)
    assert [(row["value"], row["low_end"], row["high_end"]) for row in compared["rows"]] == [(0, 0, 0)] * 6
    assert compared["rows"][0]["sentences"] == sum(row["sentences"] for row in compared["rows"][1:])
    copied, nearest = compared["baselines"]
    sources, references = zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    assert copied["bleu"] == pytest.approx(metrics.bleu(sources, references)[0], rel=1e-5)
    assert nearest["bleu"] > copied["bleu"]


def test_the_nearest_sentence_is_the_sentence_itself_when_it_is_known(folder):
    pairs = translation.load("multi30k", "en-fr", "train")
    rows = compare.baselines(compare.RECIPES["compare-en-fr"], *map(list, zip(*pairs, strict=True)))
    assert rows[1]["bleu"] == pytest.approx(100)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_recall_of_the_only_symbol_is_learnt(cell):
    """Length 1: the first symbol is the last one, and every cell can name it."""
    recipe = memory.Recall(symbols=3, updates=60, settings=replace(SHORT, rate=0.02))
    assert memory.recall_once(recipe, cell, 1, 1, progress=False) == 1


def test_memory_recipes_write_a_row_for_each_case(tmp_path):
    recall = memory.Recall(cells=("gru",), lengths=(2, 3), seeds=(1, 2), symbols=3, updates=2, settings=SHORT)
    result = memory.train(recall, tmp_path / "recall.json", progress=False)
    assert [(row["cell"], row["length"], len(row["accuracy"])) for row in result["rows"]] == [
        ("gru", 2, 2),
        ("gru", 3, 2),
    ]
    copy = memory.Copy(longest=2, lengths=(1, 3), seeds=(1,), symbols=3, updates=2, settings=SHORT)
    result = memory.train(copy, tmp_path / "copy.json", progress=False)
    assert [(row["attention"], row["length"]) for row in result["rows"]] == [
        (attention, length) for attention in ("none", "additive") for length in (1, 3)
    ]
    for row in result["rows"]:
        assert row["free_mean"] == pytest.approx(row["free"][0], rel=1e-5)
    assert json.loads((tmp_path / "copy.json").read_text())["recipe"] == json.loads(json.dumps(asdict(copy)))


def test_the_copy_task_asks_for_the_same_again():
    batch = memory.sequences(memory.Copy(symbols=3), 5, 7, torch.Generator().manual_seed(0))
    assert torch.equal(batch.source, batch.target[:, 1:])
    assert (batch.source[:, -1] == tokenizer.STOP).all()
    assert (batch.target[:, 0] == tokenizer.START).all()
    assert set(batch.source[:, :-1].unique().tolist()) == {4, 5, 6}


class Oracle:
    """A translator that knows the alignment: one token for each word, all weight on the word linked first."""

    class tokenizer:  # noqa: N801 (stands where the real one does)
        @staticmethod
        def spans(sentence):
            ends = [i for i, letter in enumerate(sentence) if letter == "'" or letter == " "]
            starts = [0, *[i + 1 for i in ends]]
            stops = [i + (sentence[i] == "'") for i in ends] + [len(sentence)]
            return list(zip(starts, stops, strict=True))

    def __init__(self, test):
        self.by_source = {p.source: p for p in test}

    def align(self, source, target):
        phrase = self.by_source[source]
        weights = torch.zeros(len(phrase.french), len(phrase.english))
        for t in range(len(phrase.french)):
            weights[t, min(s for other, s in phrase.alignment if other == t)] = 1.0
        return list(phrase.english), list(phrase.french), weights

    def translate(self, sources):
        return [self.by_source[source].target for source in sources]


def test_the_true_alignment_makes_hardly_an_error_and_the_diagonal_many():
    """One link for each French word finds every right link but those of words with two: nothing wrong is found."""
    test = [p for p in phrases.split("test") if "'" not in p.source][:101]
    with unchecked():
        measured = align.measure(Oracle(test), test)
    links, words = sum(len(p.alignment) for p in test), sum(len(p.french) for p in test)
    assert measured["bleu"] == pytest.approx(100)
    assert measured["all"] == pytest.approx(1 - 2 * words / (words + links))
    assert align.diagonal(test)["all"] > 2 * measured["all"]
    assert align.diagonal(test)["reordered"] > align.diagonal(test)["in_order"]


def test_reordered_phrases_are_those_whose_links_go_backward():
    black_dog = next(p for p in phrases.split("train") if "black dog" in p.source)
    assert align.reordered(black_dog)
    assert not align.reordered(phrases.Phrase(("a", "b"), ("x", "y"), frozenset({(0, 0), (1, 1)})))


def test_alignment_is_measured_for_every_score_and_seed(tmp_path, monkeypatch):
    """The shipped model's place is taken by a small one; the phrases are few."""
    few = {split: phrases.split(split)[:30] for split in ("train", "val", "test")}
    monkeypatch.setattr(align.phrases, "split", few.__getitem__)
    monkeypatch.setattr(pretrained, "LIMIT", 13)
    recipe = align.Recipe(attentions=("additive", "dot"), seeds=(1, 2), vocabulary=151, settings=SHORT)
    monkeypatch.setattr(align.pretrained, "load", lambda _: align.fit(recipe, "general", progress=False))
    result = align.train(recipe, tmp_path / "align.json", progress=False)
    assert [(row["attention"], len(row["all"])) for row in result["rows"]] == [("additive", 2), ("dot", 2)]
    assert result["phrases"]["reordered"] + result["phrases"]["in_order"] == 30
    assert 0 <= result["shipped"]["all"] <= 1


def test_a_result_file_rounds_to_six_digits_and_keeps_one_key_a_line(tmp_path):
    written = record.write(tmp_path / "r.json", {"a": [1 / 3, (2, "é")], "b": {"c": 1e-9 / 7}})
    assert written == {"a": [0.333333, [2, "é"]], "b": {"c": 1.42857e-10}}
    lines = (tmp_path / "r.json").read_text(encoding="utf-8").splitlines()
    assert lines == ["{", '"a": [0.333333, [2, "é"]],', '"b": {"c": 1.42857e-10}', "}"]


def test_the_machine_is_described():
    assert record.machine()["torch"] == torch.__version__
    assert record.machine()["threads"] == torch.get_num_threads()
