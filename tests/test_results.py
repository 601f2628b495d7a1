"""Result files: all of one form, all of the recipes that the code holds."""

import json
from dataclasses import asdict

import pytest

from attnbook import recipes, results

ROWS = [
    {
        "cell": cell,
        "length": length,
        "seed": seed,
        "accuracy": length / 10 + seed / 100,
    }
    for cell in ("gru", "rnn")
    for length in (2, 3)
    for seed in (1, 2, 5)
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
    for name in ("second", "first"):
        (tmp_path / f"{name}.json").write_text(
            json.dumps(CONTENT, ensure_ascii=False), encoding="utf-8"
        )
    (tmp_path / "notes.txt").touch()
    monkeypatch.setattr(results.resources, "files", lambda _: tmp_path)


def test_there_is_one_result_for_each_recipe():
    """But for one that is run on the reader's own data."""
    assert results.names() == sorted(
        name for name, entry in recipes.CATALOGUE.items() if entry.shipped
    )


@pytest.mark.parametrize("name", results.names())
def test_every_result_has_the_one_form_and_the_recipe_of_the_code(name):
    """`load` holds the form; the recipe, with its model, or the width of it, if
    it trains one, is what would be run today.
    """
    stored = results.load(name)
    assert stored.name == name
    assert stored.recipe == json.loads(json.dumps(asdict(recipes.load(name))))
    trained = stored.recipe | stored.recipe.get("training", {})
    sizes = trained.keys() & {"model", "width", "widths"}
    assert sizes or not stored.made["seconds"]
    assert not [
        key
        for rows in stored.tables.values()
        for key in rows[0]
        if "mean" in key
    ]


@pytest.mark.usefixtures("stored")
def test_names_are_those_of_the_files_in_order():
    assert results.names() == ["first", "second"]
    assert results.load("first").samples == {"said": ["é"]}


@pytest.mark.parametrize("name", ["absent", "../notation", "__init__.py"])
def test_an_unknown_result_is_refused_and_those_there_are_listed(name):
    with pytest.raises(
        ValueError,
        match=f"unknown result: '{name}'; there are "
        f".*{', '.join(results.names())}",
    ):
        results.load(name)


@pytest.mark.usefixtures("stored")
def test_a_measurement_over_its_seeds():
    curve = (
        results.load("first")
        .table("accuracy")
        .over(by="length", where={"cell": "gru"})
    )
    assert curve.x == [2, 3]
    assert curve.mean == pytest.approx([0.2 + 8 / 300, 0.3 + 8 / 300])
    assert curve.low == pytest.approx([0.21, 0.31])
    assert curve.high == pytest.approx([0.25, 0.35])


@pytest.mark.usefixtures("stored")
def test_values_and_tables_are_found_by_name():
    stored = results.load("first")
    assert stored.value("chance") == 0.1
    assert stored.table("accuracy").where(cell="rnn", length=3).column(
        "seed"
    ) == [1, 2, 5]
    table = stored.table("accuracy").where(cell="gru", length=2)
    assert table.mean("accuracy") == pytest.approx(0.2 + 8 / 300)
    with pytest.raises(
        ValueError, match="unknown value of first: 'bleu'; there are chance"
    ):
        stored.value("bleu")
    with pytest.raises(
        ValueError,
        match="unknown table of first: 'by_length'; there are accuracy",
    ):
        stored.table("by_length")
    with pytest.raises(
        ValueError, match="no row of accuracy has {'cell': 'lstm'}"
    ):
        stored.table("accuracy").where(cell="lstm")


@pytest.mark.parametrize(
    "rows",
    [ROWS[:-1], [*ROWS, ROWS[-1]]],
    ids=["one is missing", "one stands twice"],
)
def test_a_mean_over_other_seeds_is_refused(rows):
    table = results.Table("accuracy", rows)
    with pytest.raises(
        ValueError,
        match="accuracy by length needs the same seeds everywhere, each once",
    ):
        table.over(by="length", where={"cell": "rnn"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"machine": {}},
            "a result has the keys made, recipe, samples, tables, values",
        ),
        ({"recipe": {}}, "a result says its recipe's name"),
        (
            {"made": {"machine": {}}},
            "a result says its recipe's name, the machine and the seconds",
        ),
        ({"values": {"bleu": {"value": 50}}}, "a value has a unit: bleu="),
        (
            {"tables": {"by_length": []}},
            "the rows of a table are flat and have the same columns: by_length",
        ),
        ({"tables": {"x": [{"a": [1, 2]}]}}, "the rows of a table are flat"),
        (
            {"tables": {"x": [{"a": 1}, {"b": 1}]}},
            "the rows of a table are flat and have the same columns: x",
        ),
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
    with pytest.raises(ValueError, match=message):
        results.parse(json.dumps(CONTENT | change))
