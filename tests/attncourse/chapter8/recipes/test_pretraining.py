"""Few pairs and much text, in miniature."""

import torch

from attnbook.data import tokenizer, translation
from attncourse.chapter8.recipes import denoising
from attncourse.chapter8.recipes.language import normalised
from attncourse.chapter8.recipes.pretraining import FOLLOWED, WAYS
from attncourse.experiments import recipes
from tests.attncourse.chapter8.recipes.toys import DENOISERS, PRETRAINING
from tests.toys import multi30k, real_data


def test_every_way_is_trained_and_scored(ran):
    whole = ran("pretraining").result
    table = whole.table("scores")
    assert {*table.column("way")} == {*WAYS}
    assert {*table.column("seed")} == {1, 2}
    chosen = whole.table("runs").where(chosen=1)
    assert len(chosen.rows) == len(table.rows)
    curves = whole.table("epochs").where(way="pretrained").column("bleu")
    assert all(score >= 0 for score in curves)
    shown = PRETRAINING.shown
    texts = whole.samples["hypotheses"]
    assert {said["way"] for said in texts} == {*FOLLOWED}
    assert all(len(said["texts"]) == shown for said in texts)
    assert len(whole.samples["test"]) == shown


def test_no_text_is_a_side_of_a_pair_or_of_its_own_translation(
    monkeypatch, tmp_path
):
    """Whatever the case, the spaces and the full stops."""
    multi30k(tmp_path, monkeypatch, count=20)
    assert_apart(DENOISERS)


@real_data
def test_nor_is_any_of_the_real_ones():
    recipe = recipes.load("pretraining")
    texts = assert_apart(recipe.denoisers)
    counts = [count for _, pairs in recipe.sides for count in pairs]
    assert len(texts.pairs) >= max(counts)


def assert_apart(recipe):
    texts = recipe.texts
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


def test_what_is_taken_is_what_the_denoiser_has_learned(workspace):
    case, (rate,) = {"text": "whole"}, DENOISERS.rates
    denoiser, _ = DENOISERS.fit(case, 1, rate, workspace)
    learned, fresh = denoiser.state_dict(), DENOISERS.fresh({}, 2).state_dict()
    for name, way in WAYS.items():
        if way.rank or way.text == "shuffled":
            continue
        model = PRETRAINING.begun(way, 2, workspace)
        for key, weight in model.state_dict().items():
            part = "embedding" if key == "bias" else key.partition(".")[0]
            taken = way.text and part in way.taken
            expected = learned if taken else fresh
            assert torch.equal(weight, expected[key]), (name, key)


def test_low_rank_leaves_the_denoiser_as_it_was(workspace):
    way, count = WAYS["LoRA, rank 8"], 4
    model = PRETRAINING.begun(way, 1, workspace)
    before = {
        key: weight.clone()
        for key, weight in model.named_parameters()
        if not weight.requires_grad
    }
    case = {"way": "LoRA, rank 8", "pairs": count}
    tuned, _ = PRETRAINING.fit(case, 1, 0.01, workspace)
    after = dict(tuned.named_parameters())
    assert before and all(
        torch.equal(after[key], w) for key, w in before.items()
    )
    learned = [key for key, w in after.items() if w.requires_grad]
    assert learned and all(key.endswith((".up", ".down")) for key in learned)


def test_a_seed_draws_the_pairs():
    one, other = (PRETRAINING.pairs(4, seed) for seed in (1, 2))
    assert one != other and len(one) == len(other) == PRETRAINING.each
    assert len({str(pair) for pair in one}) == 4


def test_shuffled_texts_have_the_same_words():
    generator = torch.Generator().manual_seed(1)
    text = "two young women in red look at a small brown dog ."
    found = denoising.shuffle(text, generator)
    assert found != text
    assert sorted(found.split()) == sorted(text.split())
    whole = DENOISERS.monolingual(DENOISERS.texts.english)
    mixed = DENOISERS.monolingual(DENOISERS.texts.english, mixed=True)
    assert whole != mixed
    assert [sorted(s) for s, _ in whole] == [sorted(s) for s, _ in mixed]
    assert all(source == target for source, target in mixed)


def test_texts_are_told_apart_by_letters_and_digits():
    pairs = [("A dog.", "Un chien."), ("a cat", "un chat"), ("x", "a  DOG")]
    assert denoising.without(pairs, [("a dog", "b")]) == pairs[1:2]


def test_the_tokenizer_knows_no_pair():
    mono = [*DENOISERS.texts.english, *DENOISERS.texts.french]
    known = tokenizer.train(mono, DENOISERS.vocabulary)
    assert str(DENOISERS.words) == str(known)
