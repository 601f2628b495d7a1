"""Every recipe in miniature: what it writes, that it goes on from what it has
trained, and takes nothing that was trained for another one.
"""

import json
from dataclasses import asdict, fields, is_dataclass, replace
from typing import Any

import pytest

from attnbook.train.run import Run
from attncourse.experiments import recipes, results
from attncourse.experiments.results import Result
from tests.attncourse.experiments.toys import Ran, toys
from tests.toys import refused

TOYS = toys()


def test_every_file_of_recipes_has_a_toy():
    files = {
        name: entry.where.partition(":")[0]
        for name, entry in recipes.catalogue().items()
    }
    assert TOYS.keys() <= files.keys()
    assert {files[name] for name in TOYS} == {*files.values()}


@pytest.mark.parametrize("name", TOYS)
def test_a_recipe_in_miniature(name, ran, monkeypatch):
    this = ran(name)
    assert this.result.name == name
    check_form(this)
    if not this.toy.timed:
        check_again(this, monkeypatch)
    if this.toy.keeps and not this.toy.timed:
        check_changed(this)


def check_form(this: Ran) -> None:
    """Its file holds the whole recipe, and values, tables and samples as the
    shipped one does, a row for each case and seed.
    """
    toy, result = this.toy, this.result
    stored = this.workspace.result(toy.recipe.name)
    assert results.parse(stored.read_text(encoding="utf-8")) == result
    assert result.recipe == json.loads(json.dumps(asdict(toy.recipe)))
    counts = {table: len(rows) for table, rows in result.tables.items()}
    assert counts == {
        table: count or counts[table] for table, count in toy.rows.items()
    }
    rows = [row for table in result.tables.values() for row in table]
    assert {row["seed"] for row in rows if "seed" in row} == {*toy.seeds}
    if toy.like is not None:
        assert form(result) == form(results.load(toy.like or result.name))


def form(result: Result) -> dict[str, dict[str, Any]]:
    """The names of all that a result has, with units and columns, and which
    samples there are. Epochs of older results have no processor seconds.
    """
    return {
        "values": {key: x["unit"] for key, x in result.values.items()},
        "tables": {
            key: {*rows[0]} - {"processor"}
            for key, rows in result.tables.items()
        },
        "samples": {key: bool(x) for key, x in result.samples.items()},
    }


def check_again(this: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run trains nothing that left checkpoints, and gives the same
    bytes.
    """
    again = this.elsewhere("again")
    with monkeypatch.context() as patch:
        if this.toy.keeps:
            patch.setattr(Run, "train_step", None)
        result = this.run(again)
    assert replace(result, made=this.result.made) == this.result
    for path in this.workspace.out.glob("*.safetensors"):
        assert (again.out / path.name).read_bytes() == path.read_bytes()


def check_changed(this: Ran) -> None:
    """Another training of the same name is refused what this one has left, and
    writes nothing.
    """
    other = this.elsewhere("other")
    recipe = changed(this.toy.recipe)
    assert recipe != this.toy.recipe
    with refused("belongs to another run"):
        this.run(other, recipe)
    names = {path.name for path in other.out.glob("*.json")}
    assert f"{recipe.name}.json" not in names


def changed(recipe: Any) -> Any:
    """The same with other batches, which the settings of a training do not
    tell: only what the recipe says of itself does.
    """
    for name in ("batch_tokens", "batch", "rows"):
        if hasattr(recipe, name):
            return replace(recipe, **{name: getattr(recipe, name) + 1})
    inner = {
        field.name: getattr(recipe, field.name) for field in fields(recipe)
    }
    return replace(
        recipe,
        **{name: changed(x) for name, x in inner.items() if is_dataclass(x)},
    )
