"""The cheapest row of each recipe trained again: it lies within the spread of
the stored seeds. Takes minutes.
"""

import os
from collections.abc import Sequence
from dataclasses import replace

import pytest

from attnbook import recipes, results
from attnbook.data import phrases
from attnbook.recipes import (
    align,
    bags,
    captioners,
    depth,
    memory,
    vision_trainer,
)
from attnbook.recipes.workspace import Workspace
from attnbook.train.run import Run
from tests.toys import real_data


def within(found: float, stored: Sequence[float], least: float) -> bool:
    """No further outside the stored seeds than they are apart, or than `least`
    where they agree.
    """
    spread = max(max(stored) - min(stored), least)
    return min(stored) - spread <= found <= max(stored) + spread


def test_recall_of_ten_symbols() -> None:
    recipe = recipes.load("recall-delay")
    start = replace(recipe.model, cell="gru")
    found, _ = memory.recall(recipe, start, 10, 1, progress=False)
    table = (
        results.load("recall-delay")
        .table("accuracy")
        .where(cell="gru", gate_bias=0, length=10)
    )
    assert within(found, table.column("accuracy"), least=0.02)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("copy-length", "none"), ("copy-transformer", "sinusoidal")],
)
def test_copying(name, kind) -> None:
    """Through one vector, and by a Transformer."""
    recipe, table = recipes.load(name), results.load(name).table("accuracy")
    model, _ = memory.copier(recipe, kind, 1, progress=False)
    for length in (5, 20, 40):
        stored = table.where(attention=kind, length=length)
        found = memory.copy_accuracy(model, recipe, length)
        for side in ("forced", "free"):
            assert within(found[side], stored.column(side), least=0.05), (
                f"{side} at {length}: {found[side]}"
            )


def test_alignment_by_the_additive_score() -> None:
    recipe = recipes.load("align-phrases")
    table = results.load("align-phrases").table("scores")
    translator, _ = align.fit(recipe, "additive", progress=False)
    found = align.measure(translator, list(phrases.split("test")))
    for column, value in found.items():
        stored = table.where(wiring="bahdanau", attention="additive").column(
            column
        )
        assert within(value, stored, least=0.05), (
            f"{column}: {value}, stored {stored}"
        )


def test_a_network_that_names_single_things(monkeypatch, tmp_path) -> None:
    """What every captioner starts from; of one seed there is no spread."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    training = recipes.load("caption-scenes").training
    _, history = captioners.pretrain_convnet(
        training, 1, Workspace(), progress=False
    )
    stored = results.load("caption-scenes").table("look").where(seed=1)
    last = stored.column("validation")[-1]
    assert history[-1]["validation"] == pytest.approx(last, rel=0.3)


def test_a_linear_layer_reads_the_network_of_a_captioner() -> None:
    recipe = recipes.load("caption-one-vector")
    stored = results.load("caption-one-vector").table("probe")
    for row in recipe.probe(recipe.probed[0]):
        same = {key: row[key] for key in ("network", "split")}
        (kinds,) = stored.where(**same).column("kinds")
        assert row["kinds"] == pytest.approx(kinds, abs=0.02)


def test_bags_pooled_by_attention() -> None:
    recipe, stored = recipes.load("bags-nine"), results.load("bags-nine")
    rate = min(
        stored.table("search").where(pool="attention", bags=200).rows,
        key=lambda row: row["loss"],
    )["rate"]
    model, _ = recipe.fit("attention", 5, 200, rate, 1)
    same = {"pool": "attention", "size": 5, "bags": 200}
    rows = stored.table("accuracy").where(**same).column("accuracy")
    assert within(bags.accuracy(model, recipe.test(5)), rows, least=0.02)


def test_looking_up_with_two_matrices() -> None:
    """The loss that the rate was chosen by; of one seed there is no spread."""
    recipe, stored = recipes.load("look-up"), results.load("look-up")
    for row in stored.table("search").where(kind="separate").rows[:1]:
        _, history = recipe.fit("separate", recipe.searched, row["rate"], 1)
        found = min(each["validation"] for each in history)
        assert found == pytest.approx(row["loss"], rel=0.3)


def test_rows_that_ask_each_other_with_one_head() -> None:
    recipe, stored = recipes.load("relations"), results.load("relations")
    same = {"kind": "1 head", "questions": 2}
    search = stored.table("search").where(**same).rows
    rate = min(search, key=lambda row: row["loss"])["rate"]
    model, _ = recipe.fit("1 head", 2, rate, 1)
    rows = stored.table("accuracy").where(**same).column("accuracy")
    found = recipe.right(model, 2).mean().item()
    assert within(found, rows, least=0.02)


@pytest.mark.parametrize(
    ("name", "question", "kind"),
    [
        ("positions", "back", "shaw"),
        ("positions-grid", "above", "grid"),
        ("order-models", "fifth", "sinusoidal"),
        ("calculator", "difference", "sinusoidal, no mask"),
    ],
)
def test_positions_are_learned(name, question, kind) -> None:
    recipe = recipes.load(name)
    recipe = getattr(recipe, "trial", recipe)
    model, _ = recipe.fit(question, kind, 1)
    for size in recipe.tested:
        rows = results.load(name).table("accuracy")
        rows = rows.where(question=question, kind=kind, size=size)
        found = recipe.right(model, question, size)
        assert within(found, rows.column("accuracy"), least=0.02)


def test_one_layer_of_attention_alone() -> None:
    """It learns its circle, as the stored seeds did."""
    recipe, stored = recipes.load("depth"), results.load("depth")
    same = dict.fromkeys(depth.PARTS, False) | {"depth": 1}
    rows = stored.table("loss").where(**same).column("loss")
    found = recipe.trained(depth.ALONE, 1, 1)["loss"]
    assert within(found, rows, least=0.02)


def test_a_setting_of_the_switchboard() -> None:
    """Without feed-forward layers; of one seed there is no spread."""
    recipe, stored = recipes.load("switchboard"), results.load("switchboard")
    flags = (True, False, False, True)
    moments, _ = recipe.watched(depth.Variant(flags))
    same = dict(zip(depth.SWITCHES, flags, strict=True))
    (loss,) = stored.table("ends").where(**same).column("loss")
    assert moments[-1]["loss"] == pytest.approx(loss, rel=0.3)


photographs = pytest.mark.skipif(
    "ATTNBOOK_CIFAR10" not in os.environ,
    reason="ATTNBOOK_CIFAR10 names no copy of CIFAR-10",
)


class Enough(Exception):
    """One epoch is over."""


@real_data
@pytest.mark.parametrize(
    "name",
    [
        "translate-en-fr-seq2seq",
        "translate-en-fr-bahdanau",
        "translate-en-fr-transformer",
        "switches-model",
        "switches-training",
        "bahdanau-same-tokens",
        "bahdanau-36-epochs",
        "transformer-distilled",
        "lm-captions",
        "masked-captions",
        "pretraining",
    ],
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    assert_first_epoch(name, monkeypatch, tmp_path)


@pytest.mark.parametrize(
    "name", ["vit-digits", "vit-digits-1", "vit-digits-4", "vit-digits-none"]
)
def test_the_first_epoch_on_digits(name, monkeypatch, tmp_path) -> None:
    assert_first_epoch(name, monkeypatch, tmp_path)


def assert_first_epoch(name, monkeypatch, tmp_path) -> None:
    """Of one seed there is no spread: within 3 % of the stored losses."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    rows = []

    def stop(run, validation):
        rows.append((run.total / run.tokens, validation))
        raise Enough

    monkeypatch.setattr(Run, "end_epoch", stop)
    with pytest.raises(Enough):
        recipes.load(name).run(Workspace(tmp_path), progress=False)
    table = "pretraining" if name == "pretraining" else "epochs"
    stored = results.load(name).table(table).rows[0]
    assert rows[0] == pytest.approx(
        (stored["train"], stored["validation"]), rel=0.03
    )


@photographs
def test_the_first_epoch_on_photographs(monkeypatch, tmp_path) -> None:
    assert_first_epoch("vit-cifar", monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vision-digits", "CNN"),
        ("vision-digits-plain", "ViT"),
        ("vision-twins", "ViT"),
        ("vision-twins-deep", "CNN"),
        pytest.param("vision-cifar", "CNN", marks=photographs),
        pytest.param("vision-cifar-masked", "ViT", marks=photographs),
    ],
)
def test_a_classifier_of_images(name, kind, monkeypatch, tmp_path) -> None:
    """Of the fewest images, with the rate that was chosen."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    recipe, stored = recipes.load(name), results.load(name)
    trainer = vision_trainer.Trainer(
        recipe, Workspace(tmp_path), progress=False
    )
    trainer.tables["search"] = list(map(dict, stored.table("search").rows))
    case = vision_trainer.Case(kind, False, recipe.budgets[0][0], 1)
    trainer.score(case)
    (row,) = trainer.tables["scores"]
    same = {"kind": kind, "shuffled": False, "images": case.images}
    rows = stored.table("scores").where(**same).column("test")
    assert within(row["test"], rows, least=0.03)


def test_where_a_vision_transformer_looks(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    recipe, stored = recipes.load("vit-scenes"), results.load("vit-scenes")
    found = replace(recipe, seeds=1).run(Workspace(tmp_path), progress=False)
    rows = stored.table("scores").column("accuracy")
    assert within(found.table("scores").mean("accuracy"), rows, least=0.03)
