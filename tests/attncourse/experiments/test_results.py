"""Result files: all of one form, all of the recipes that the code holds."""

import json
from dataclasses import asdict
from itertools import product

import numpy as np
import pytest

from attncourse.experiments import recipes, results
from tests.toys import refused

ROWS = [
    {"cell": c, "length": n, "seed": seed, "accuracy": n / 10 + seed / 100}
    for c, n, seed in product(("gru", "rnn"), (2, 3), (1, 2, 5))
]
CONTENT = {
    "recipe": {"name": "first"},
    "made": {"machine": {}, "seconds": 1.5},
    "values": {"chance": {"value": 0.1, "unit": "share"}},
    "tables": {"accuracy": ROWS},
    "samples": {"said": ["é"]},
}


@pytest.fixture
def stored(tmp_path, monkeypatch):
    text = json.dumps(CONTENT, ensure_ascii=False)
    for name in ("second", "first"):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    (tmp_path / "notes.txt").touch()
    monkeypatch.setattr(results, "folders", lambda: [tmp_path])


def test_there_is_one_result_for_each_recipe():
    """But for one that is run on the reader's own data."""
    assert results.names() == sorted(
        name for name, entry in recipes.catalogue().items() if entry.shipped
    )


@pytest.mark.parametrize("name", results.names())
def test_every_result_has_the_one_form_and_the_recipe_of_the_code(name):
    """`load` holds the form; the recipe, with its model, or the width of it, if
    it trains one, is what would be run today.
    """
    stored = results.load(name)
    assert stored.name == name
    assert stored.recipe == json.loads(json.dumps(asdict(recipes.load(name))))
    trained = dict(stored.recipe)
    inside = "training", "trial", "base", "first", "transformer", "denoisers"
    for part in inside:
        inner = stored.recipe.get(part, {})
        trained |= inner if isinstance(inner, dict) else {}
    sizes = trained.keys() & {"model", "width", "widths"}
    assert sizes or not stored.made["seconds"]
    columns = [key for rows in stored.tables.values() for key in rows[0]]
    assert not [key for key in columns if "mean" in key]


COUNTED = [
    ("relations", "accuracy", "accuracy", 24_000),
    ("look-up", "accuracy", "accuracy", 4000),
    ("bags-nine", "accuracy", "accuracy", 1000),
    ("recall-delay", "accuracy", "accuracy", 512),
    ("caption-scenes", "scores", "exact", 1000),
    ("compare-en-fr", "drift", "forced", 722),
    ("compare-en-fr", "drift", "free", 722),
    ("compare-en-fr", "drift", "found", 722),
]
"""A column, and of how many questions it is a share or a mean."""


@pytest.mark.parametrize(("name", "table", "column", "asked"), COUNTED)
def test_a_share_is_of_a_whole_number_of_answers(name, table, column, asked):
    """Which a number that was typed hardly is."""
    for share in results.load(name).table(table).column(column):
        assert share * asked == pytest.approx(round(share * asked), abs=0.01)


@pytest.mark.parametrize("name", results.names())
def test_no_two_trained_models_have_the_same_loss(name):
    """One would be a copy of the other."""
    rows = results.load(name).tables.get("scores", [{}])
    for column in {"loss", "bits"} & rows[0].keys():
        assert len({row[column] for row in rows}) == len(rows)


def test_the_scores_of_captions_are_means_over_their_scenes():
    """Those of slots over things, which are two slots each."""
    stored = results.load("caption-scenes")
    for row in stored.tables["scores"]:
        keys = {key: row[key] for key in ("variant", "seed", "split")}
        parts = stored.table("by_things").where(**keys).rows
        assert sum(part["scenes"] for part in parts) == 1000
        for name in ("slots", "colours", "kinds", "exact"):
            weights = [
                part["scenes"] * (1 if name == "exact" else part["things"])
                for part in parts
            ]
            mean = np.average([part[name] for part in parts], weights=weights)
            assert row[name] == pytest.approx(mean, abs=2e-6)


def test_both_questions_together_are_answered_as_often_as_the_table_says():
    stored = results.load("relations")
    for row in stored.tables["apart"]:
        keys = {"kind": row["kind"], "seed": row["seed"], "questions": 2}
        (found,) = stored.table("accuracy").where(**keys).column("accuracy")
        assert (row["better"] + row["worse"]) / 2 == pytest.approx(found)


def test_the_comparison_is_of_the_stored_translators():
    """The difference of their BLEU, and their texts."""
    stored, recipe = (each.load("compare-en-fr") for each in (results, recipes))
    sides = [results.load(side.name) for side in (recipe.first, recipe.second)]
    first, second = (side.value("bleu") for side in sides)
    (whole, *groups) = stored.tables["difference"]
    assert whole["difference"] == pytest.approx(abs(first - second), abs=1e-4)
    assert whole["sentences"] == sum(group["sentences"] for group in groups)
    for case in stored.samples["cases"]:
        for side, name in zip(sides, ("first", "second"), strict=True):
            said = side.samples["hypotheses"][case["sentence"]]
            assert case[name] == said


@pytest.mark.usefixtures("stored")
def test_names_are_those_of_the_files_in_order():
    assert results.names() == ["first", "second"]
    assert results.load("first").samples == {"said": ["é"]}


@pytest.mark.parametrize("name", ["absent", "../notation", "__init__.py"])
def test_an_unknown_result_is_refused_and_those_there_are_listed(name):
    with refused(
        f"unknown result: '{name}'; there are .*{', '.join(results.names())}"
    ):
        results.load(name)


@pytest.mark.usefixtures("stored")
def test_a_measurement_over_its_seeds():
    table = results.load("first").table("accuracy")
    curve = table.over(by="length", where={"cell": "gru"})
    assert curve.x == [2, 3]
    assert curve.mean == pytest.approx([0.2 + 8 / 300, 0.3 + 8 / 300])
    assert curve.low == pytest.approx([0.21, 0.31])
    assert curve.high == pytest.approx([0.25, 0.35])


@pytest.mark.usefixtures("stored")
def test_values_and_tables_are_found_by_name():
    stored = results.load("first")
    assert stored.value("chance") == 0.1
    table = stored.table("accuracy")
    assert table.where(cell="rnn", length=3).column("seed") == [1, 2, 5]
    mean = table.where(cell="gru", length=2).mean("accuracy")
    assert mean == pytest.approx(0.2 + 8 / 300)
    with refused("unknown value of first: 'bleu'; there are chance"):
        stored.value("bleu")
    with refused("unknown table of first: 'by_length'; there are accuracy"):
        stored.table("by_length")
    with refused("no row of accuracy has {'cell': 'lstm'}"):
        table.where(cell="lstm")


@pytest.mark.parametrize(
    "rows",
    [ROWS[:-1], [*ROWS, ROWS[-1]]],
    ids=["one is missing", "one stands twice"],
)
def test_a_mean_over_other_seeds_is_refused(rows):
    table = results.Table("accuracy", rows)
    with refused(
        "accuracy by length needs the same seeds everywhere, each once"
    ):
        table.over(by="length", where={"cell": "rnn"})


FLAT = "the rows of a table are flat and have the same columns"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"machine": {}}, "has the keys made, recipe, samples, tables, values"),
        ({"recipe": {}}, "a result says its recipe's name"),
        (
            {"made": {"machine": {}}},
            "a result says its recipe's name, the machine and the seconds",
        ),
        ({"values": {"bleu": {"value": 50}}}, "a value has a unit: bleu="),
        ({"tables": {"by_length": []}}, f"{FLAT}: by_length"),
        ({"tables": {"x": [{"a": [1, 2]}]}}, FLAT),
        ({"tables": {"x": [{"a": 1}, {"b": 1}]}}, f"{FLAT}: x"),
        (
            {"tables": {"x": [{"a": float("nan")}]}},
            "finite numbers: result.tables.x.0.a=nan",
        ),
        (
            {"samples": {"x": [1.0, float("inf")]}},
            "finite numbers: result.samples.x.1=inf",
        ),
    ],
)
def test_any_other_form_is_refused(change, message):
    with refused(message):
        results.parse(json.dumps(CONTENT | change))
