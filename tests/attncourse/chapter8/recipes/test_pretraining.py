"""Few pairs and much text, in miniature."""

from dataclasses import replace

import pytest
import torch

from attnbook.data import tokenizer, translation
from attncourse.chapter8.recipes import pretraining, tuning
from attncourse.chapter8.recipes.language import normalised
from attncourse.chapter8.recipes.tuning import (
    CONVERGED,
    EQUAL,
    SHORT,
    WAYS,
    Case,
)
from attncourse.experiments import recipes
from attncourse.experiments.workspace import Workspace
from tests.attncourse.chapter8.recipes.toys import PRETRAINING as SMALL
from tests.toys import real_data

FULL = recipes.load("pretraining")


@pytest.fixture
def trainer(workspace):
    return tuning.Trainer(SMALL, workspace, progress=False)


def test_every_way_is_trained_and_scored(ran, workspace):
    whole = ran("pretraining").result
    table = whole.table("scores")
    for way in WAYS:
        row = table.where(way=way, pairs=4, seed=1, until=CONVERGED).rows[0]
        assert (row["before"] > 0) == (WAYS[way].text != "none"), way
        assert row["updates"] <= SMALL.most
    for way in ("scratch", "pretrained"):
        for until in (EQUAL, SHORT):
            row = table.where(way=way, pairs=4, seed=1, until=until).rows[0]
            before = row["before"] if until == EQUAL else 0
            pretraining_too = max(table.column("before")) + SMALL.after
            limit = pretraining_too if until == EQUAL else SMALL.short[1]
            assert row["epochs"] == 1 or row["updates"] + before <= limit
    assert {row["seed"] for row in table.where(pairs=4).rows} == {1, 2}
    texts = whole.samples["hypotheses"]
    assert all(len(said["texts"]) == SMALL.shown for said in texts)
    test = translation.load("multi30k", "en-fr", "test")
    assert whole.samples["test"] == [list(p) for p in test[: SMALL.shown]]


@pytest.mark.long
def test_budgets_may_be_added(workspace, monkeypatch):
    """What a result holds is not trained again; with what is added it is the
    result of all at once.
    """
    small = replace(SMALL, parts=(4, 0), short=(4, 2))
    less, more = (
        replace(small, budgets=budgets)
        for budgets in (((4, 1, 0),), ((4, 2, 0), (8, 1, 1)))
    )
    first = less.run(workspace, progress=False)
    trained = []
    tuned = tuning.Trainer.tuned
    monkeypatch.setattr(
        tuning.Trainer,
        "tuned",
        lambda self, case, *args, **how: (
            trained.append(case) or tuned(self, case, *args, **how)
        ),
    )
    added = more.run(workspace, progress=False)
    assert Case("scratch", 4, 1) not in trained
    assert {case.seed for case in trained} == {1, 2}
    assert added.made["seconds"] >= first.made["seconds"]
    whole = more.run(Workspace(workspace.out / "whole"), progress=False)
    for name, rows in whole.tables.items():
        assert in_order(added.tables[name]) == in_order(rows), name
    assert in_order(added.samples["hypotheses"]) == in_order(
        whole.samples["hypotheses"]
    )
    assert workspace.earlier(replace(more, after=3), "budgets") is None


def in_order(rows):
    """In an order of their own."""
    return sorted(map(str, rows))


def test_no_text_is_a_side_of_a_pair_or_of_its_own_translation(workspace):
    """Whatever the case, the spaces and the full stops."""
    assert_apart(SMALL)


@real_data
def test_nor_is_any_of_the_real_ones():
    texts = assert_apart(FULL)
    assert len(texts.pairs) >= max(pairs for pairs, *_ in FULL.budgets)


def assert_apart(recipe):
    texts = recipe.texts()
    sides = [{normalised(text) for text in side} for side in texts[:2]]
    assert all(sides)
    other = [
        pair
        for part in ("val", "test")
        for pair in translation.load("multi30k", "en-fr", part)
    ]
    paired = {normalised(text) for pair in texts.pairs for text in pair}
    held = {normalised(text) for pair in other for text in pair}
    assert not paired & held
    assert not (sides[0] | sides[1]) & (paired | held)
    for english, french in translation.load("multi30k", "en-fr", "train"):
        both = (
            normalised(english) in sides[0] and normalised(french) in sides[1]
        )
        assert not both, (english, french)
    return texts


def test_what_is_taken_is_what_the_denoiser_has_learned(trainer):
    learned = trainer.denoiser("whole", 1)
    fresh = trainer.build(None, 1).state_dict()
    for name, way in WAYS.items():
        if way.rank:
            continue
        model = trainer.begun(way, 1)
        for key, weight in model.state_dict().items():
            part = "embedding" if key == "bias" else key.partition(".")[0]
            taken = way.text == "whole" and part in way.taken
            expected = learned if taken else fresh
            if way.text != "shuffled":
                assert torch.equal(weight, expected[key]), (name, key)
        for key, weight in model.named_parameters():
            frozen = key.startswith(way.frozen) if way.frozen else False
            assert weight.requires_grad == (not frozen), (name, key)


def test_what_is_frozen_stays_and_the_rest_learns(trainer):
    learned = trainer.denoiser("whole", 1)
    for name in ("encoder frozen", "decoder frozen"):
        model, *_ = trainer.tuned(Case(name, 4, 1), rate=0.01)
        (part,) = WAYS[name].frozen
        for key, weight in model.state_dict().items():
            same = torch.equal(weight, learned[key])
            if key.startswith(part):
                assert same, (name, key)
        moved = [
            key
            for key, weight in model.state_dict().items()
            if not torch.equal(weight, learned[key])
        ]
        assert moved, name


def test_shuffled_texts_have_the_same_words(trainer):
    generator = torch.Generator().manual_seed(1)
    text = "two young women in red look at a small brown dog ."
    found = tuning.shuffle(text, generator)
    assert found != text
    assert sorted(found.split()) == sorted(text.split())
    whole = trainer.monolingual(trainer.texts.english)
    mixed = trainer.monolingual(trainer.texts.english, shuffled=True)
    assert whole != mixed
    assert [sorted(s) for s, _ in whole] == [sorted(s) for s, _ in mixed]
    assert all(source == target for source, target in mixed)


def test_texts_are_told_apart_by_letters_and_digits():
    pairs = [("A dog.", "Un chien."), ("a cat", "un chat"), ("x", "a  DOG")]
    assert pretraining.without(pairs, [("a dog", "b")]) == pairs[1:2]


def test_the_tokenizer_knows_no_pair(trainer):
    mono = [*trainer.texts.english, *trainer.texts.french]
    assert str(trainer.words) == str(tokenizer.train(mono, SMALL.vocabulary))
