"""Alignment on phrases, in miniature, and by an oracle."""

from dataclasses import replace

import pytest
import torch

from attnbook import pretrained, recipes
from attnbook.data import phrases, tokenizer
from attnbook.models import seq2seq
from attnbook.pretrained import translator as verbs
from attnbook.recipes import align
from attnbook.recipes.workspace import Workspace
from tests.recipes.toys import SHORT
from tests.toys import unchecked

ALIGN = recipes.load("align-phrases")


class Oracle:
    """A translator that knows the alignment: one token for each word, all
    weight on the word linked first.
    """

    class tokenizer:  # noqa: N801 (stands where the real one does)
        @staticmethod
        def spans(sentence):
            ends = [
                i
                for i, letter in enumerate(sentence)
                if letter == "'" or letter == " "
            ]
            starts = [0, *[i + 1 for i in ends]]
            stops = [i + (sentence[i] == "'") for i in ends] + [len(sentence)]
            return list(zip(starts, stops, strict=True))

    def __init__(self, test):
        self.by_source = {p.source: p for p in test}

    class model:  # noqa: N801 (the same)
        config = seq2seq.Config(7)

    def weights(self, pairs):
        known = [self.by_source[source] for source, _ in pairs]
        T, S = (
            max(len(words) for words in side)
            for side in zip(
                *((p.french, p.english) for p in known), strict=True
            )
        )
        weights = torch.zeros(len(known), T, S)
        for i, phrase in enumerate(known):
            for t in range(len(phrase.french)):
                weights[
                    i, t, min(s for other, s in phrase.alignment if other == t)
                ] = 1.0
        return weights

    def translate(self, sources):
        return [self.by_source[source].target for source in sources]


def test_the_true_alignment_makes_hardly_an_error_and_the_diagonal_many():
    """One link for each French word finds every right link but those of words
    with two: nothing wrong is found.
    """
    test = [p for p in phrases.split("test") if "'" not in p.source][:101]
    with unchecked():
        measured = align.measure(Oracle(test), test)
    links = sum(len(p.alignment) for p in test)
    words = sum(len(p.french) for p in test)
    assert measured["bleu"] == pytest.approx(100)
    assert measured["all"] == pytest.approx(1 - 2 * words / (words + links))
    assert align.diagonal(test)["all"] > 2 * measured["all"]
    assert align.diagonal(test)["reordered"] > align.diagonal(test)["in_order"]


def test_reordered_phrases_are_those_whose_links_go_backward():
    black_dog = next(
        p for p in phrases.split("train") if "black dog" in p.source
    )
    assert align.reordered(black_dog)
    assert not align.reordered(
        phrases.Phrase(("a", "b"), ("x", "y"), frozenset({(0, 0), (1, 1)}))
    )


def test_alignment_is_measured_for_every_score_and_seed(tmp_path, monkeypatch):
    """The shipped model's place is taken by a small one; the phrases are
    few.
    """
    few = {
        split: phrases.split(split)[:30] for split in ("train", "val", "test")
    }
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(align.phrases, "split", few.__getitem__)
    monkeypatch.setattr(verbs, "LIMIT", 13)
    model = replace(ALIGN.model, vocabulary=151)
    recipe = replace(
        ALIGN,
        wirings=("luong",),
        attentions=("none", "dot"),
        seeds=(1, 2),
        model=model,
        settings=SHORT,
    )
    monkeypatch.setattr(
        pretrained,
        "load",
        lambda _: align.fit(recipe, "general", progress=False)[0],
    )
    result = recipe.run(Workspace(tmp_path), progress=False)
    cases = [(name, seed) for name in ("none", "dot") for seed in (1, 2)]
    rows = result.table("scores").rows
    assert [(row["attention"], row["seed"]) for row in rows] == cases
    assert {row["wiring"] for row in rows} == {"luong"}
    assert [row["all"] is None for row in rows] == [True, True, False, False]
    assert result.value("reordered_phrases") == sum(
        map(align.reordered, few["test"])
    )
    assert result.table("references").column("model") == [
        "diagonal",
        "translate-en-fr-bahdanau",
    ]
    assert sorted(
        path.name for path in (tmp_path / "runs" / "align-phrases").iterdir()
    ) == [f"luong-{name}-{seed}" for name, seed in sorted(cases)]


@pytest.mark.parametrize("wiring", ["luong", "bahdanau"])
@pytest.mark.parametrize("attention", ["dot", "additive"])
def test_each_score_comes_in_each_decoder(monkeypatch, attention, wiring):
    words = tokenizer.train(["a b"], 11)
    monkeypatch.setattr(
        align.sequences,
        "fit_pairs",
        lambda build, *_, **__: (build(151), words, []),
    )
    config = align.fit(ALIGN, attention, wiring)[0].model.config
    assert (config.attention, config.wiring) == (attention, wiring)
