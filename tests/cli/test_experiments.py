"""The command `run`: its list, its places, what can go wrong."""

from dataclasses import replace

from attnbook import recipes
from tests.cli.toys import run
from tests.recipes.toys import translator


def test_without_a_name_every_recipe_says_what_it_makes_costs_and_needs():
    shown = run("run").output
    for name, entry in recipes.CATALOGUE.items():
        assert f"{name}: {entry.makes}\n    took: " in shown
    assert "minutes of training on" in shown
    assert "needs: Multi30k" in shown


def test_a_recipe_that_never_ran_has_no_cost(monkeypatch):
    monkeypatch.setitem(
        recipes.CATALOGUE, "vit", recipes.Entry("vit:VIT", "a classifier")
    )
    assert (
        "vit: a classifier\n    took: not measured; needs: nothing\n"
        in run("run").output
    )


def test_an_unknown_recipe_lists_those_there_are():
    result = run("run", "absent")
    assert result.exit_code == 2
    assert (
        f"unknown recipe: 'absent'; there are {', '.join(recipes.CATALOGUE)}"
        in result.stderr
    )


def test_run_writes_weights_and_result_and_says_where(places, monkeypatch):
    made = translator("tiny", "none")
    monkeypatch.setattr(recipes, "load", lambda _: made)
    result = run("run", "tiny", "--quiet", "--out", str(places / "out"))
    assert result.exit_code == 0, result.output
    assert result.output.endswith(f"result: {places / 'out' / 'tiny.json'}\n")
    assert sorted(path.name for path in (places / "out").iterdir()) == [
        "tiny.json",
        "tiny.safetensors",
    ]
    assert (
        run(
            "evaluate", "--model", str(places / "out" / "tiny.safetensors")
        ).exit_code
        == 0
    )


def test_without_a_folder_a_run_has_its_own(places, monkeypatch):
    recipe = recipes.load("recall-delay")
    small = replace(
        recipe, starts=(("rnn", 0.0),), lengths=(2,), seeds=(1,), updates=1
    )
    monkeypatch.setattr(recipes, "load", lambda _: small)
    result = run("run", "recall-delay", "--quiet")
    assert result.exit_code == 0, result.output
    assert (places / "runs" / "recall-delay" / "recall-delay.json").is_file()


def test_shipping_and_another_folder_exclude_each_other(places):
    result = run("run", "recall-delay", "--ship", "--out", str(places / "out"))
    assert result.exit_code == 2
    assert "choose one" in result.stderr
    assert str(places / "out") in result.stderr


def test_a_place_that_cannot_be_written_is_told_at_once():
    result = run("run", "recall-delay", "--quiet", "--out", "/proc/x")
    assert result.exit_code == 2
    assert "cannot write /proc/x/" in result.stderr


def test_a_recipe_whose_data_are_damaged_is_told(places):
    (places / "data" / "multi30k" / "train.en.gz").write_bytes(b"altered")
    result = run(
        "run",
        "translate-en-fr-bahdanau",
        "--quiet",
        "--out",
        str(places / "out"),
    )
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/train.en.gz" in result.stderr
    assert not list((places / "out").iterdir())


def test_a_changed_recipe_is_told_in_one_message(places, monkeypatch):
    """Not only other settings: another smoothing, another model."""
    others = translator("tiny", smoothing=0.9), translator("tiny", "general")
    made = translator("tiny")
    monkeypatch.setattr(recipes, "load", lambda _: made)
    assert run("run", "tiny", "--quiet").exit_code == 0
    for changed in others:
        monkeypatch.setattr(
            recipes, "load", lambda name, changed=changed: changed
        )
        result = run("run", "tiny", "--quiet")
        assert result.exit_code == 2
        assert "belongs to another run" in result.stderr
