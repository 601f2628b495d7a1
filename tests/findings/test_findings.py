"""What the chapters say of stored measurements, and that the measurements are of the stored models."""

import pytest

from attnbook import results
from attnbook.cli import RECIPES
from attnbook.data import translation
from attnbook.metrics import bleu as metrics
from attnbook.recipes import compare, translate
from tests.toys import real_data

TRANSLATORS = sorted(translate.RECIPES)


@real_data
@pytest.mark.parametrize("name", TRANSLATORS)
def test_bleu_by_length_follows_from_the_stored_translations(name: str) -> None:
    """Nothing in the result file was typed: every group's score follows from its sentences."""
    stored = results.load(name)
    sources, references = map(list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True))
    for row, again in zip(
        stored["by_length"], translate.by_length(sources, references, stored["hypotheses"]), strict=True
    ):
        assert row == pytest.approx(again, abs=1e-3)


@real_data
def test_the_stored_difference_is_computed_from_the_stored_translations() -> None:
    """The interval in the comparison follows from the two result files."""
    stored = results.load("compare-en-fr")
    references = [target for _, target in translation.load("multi30k", "en-fr", "test")]
    first, second = (results.load(stored[side])["hypotheses"] for side in ("first", "second"))
    again = metrics.bootstrap(first, second, references, stored["resamples"])
    row = stored["rows"][0]
    assert [row["value"], row["low_end"], row["high_end"]] == pytest.approx(list(again), abs=1e-4)


def test_both_models_had_the_same_search() -> None:
    """As many candidates, the same settings, parameters within a tenth; the best one on validation was kept."""
    first, second = (results.load(name) for name in TRANSLATORS)
    same = first["recipe"] | {"name": "", "attention": ""}
    assert same == second["recipe"] | {"name": "", "attention": ""}
    assert abs(first["parameters"] / second["parameters"] - 1) <= 0.1
    for stored in (first, second):
        assert [trial["dropout"] for trial in stored["search"]] == stored["recipe"]["dropouts"]
        best = max(stored["search"], key=lambda trial: trial["validation_bleu"])
        assert stored["dropout"] == best["dropout"]


def test_attention_reaches_a_bleu_of_50() -> None:
    """On the 1000 test sentences of 2016."""
    stored = results.load("translate-en-fr-bahdanau")
    assert len(stored["hypotheses"]) == 1000
    assert stored["test"]["bleu"] >= 50


def test_attention_brings_more_on_long_sentences() -> None:
    """All intervals lie above zero, and the longest group gains more than the shortest."""
    everything, *groups = results.load(compare.Comparison.name)["rows"]
    assert all(row["low_end"] > 0 for row in (everything, *groups))
    assert groups[-1]["value"] > groups[0]["value"]


@pytest.mark.parametrize("name", TRANSLATORS)
def test_running_free_drifts_away_from_the_reference(name: str) -> None:
    """Equal at the first token; from the fourth on, forced is closer to the reference."""
    forced, free = (results.load(name)["by_position"][side] for side in ("forced", "free"))
    assert forced[0] == pytest.approx(free[0], abs=0.001)
    assert all(a > b for a, b in zip(forced[3:], free[3:], strict=True))


def test_copying_through_one_vector_fails_with_the_length() -> None:
    """Near perfect at 5 symbols; no better than twice chance at 1000, with attention or without."""
    stored = results.load("copy-length")
    chance = 1 / stored["recipe"]["symbols"]
    by_kind = {kind: [r for r in stored["rows"] if r["attention"] == kind] for kind in stored["recipe"]["attentions"]}
    for rows in by_kind.values():
        assert rows[0]["length"] == 5
        assert rows[-1]["length"] == 1000
        assert rows[-1]["forced_mean"] < 2 * chance
    inside = [i for i, row in enumerate(by_kind["none"]) if row["length"] == stored["recipe"]["longest"]]
    assert by_kind["additive"][inside[0]]["forced_mean"] > by_kind["none"][inside[0]]["forced_mean"] + 0.1


def test_how_far_each_cell_recalls() -> None:
    """All three recall over 10 symbols and none over 300; over 100 some seed of the GRU does, no other cell."""
    stored = results.load("recall-delay")
    found = {(row["cell"], row["length"]): row["accuracy"] for row in stored["rows"]}
    for cell in stored["recipe"]["cells"]:
        assert min(found[cell, 10]) > 0.99
        assert max(found[cell, 300] + found[cell, 1000]) < 2 / stored["recipe"]["symbols"]
    assert max(found["gru", 100]) > 0.99 > 0.2 > max(found["rnn", 100] + found["lstm", 100])


def test_attention_aligns_reordered_phrases_better_than_the_diagonal() -> None:
    """Every seed of the additive score, and the model trained on real sentences; the linear score does not."""
    stored = results.load("align-phrases")
    rows = {row["attention"]: row["reordered"] for row in stored["rows"]}
    assert max(rows["additive"]) < stored["diagonal"]["reordered"]
    assert stored["shipped"]["reordered"] < stored["diagonal"]["reordered"]
    assert min(rows["linear"]) > max(rows["additive"])


def test_every_result_is_of_a_recipe() -> None:
    """No file stands there that no recipe writes, and none is missing."""
    assert sorted(RECIPES) == results.names()
