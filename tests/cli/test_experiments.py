"""The command `run`: its list, its places, what can go wrong."""

from dataclasses import replace

import pytest

from attnbook import pretrained, recipes, results
from tests.cli.toys import run
from tests.data.toys import album, paint, written
from tests.recipes.toys import FOLDER, translator


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


# A folder of the reader's own


@pytest.fixture
def short(monkeypatch):
    """The recipe in miniature, one epoch."""
    made = replace(FOLDER, settings=replace(FOLDER.settings, epochs=1))
    monkeypatch.setattr(recipes, "load", lambda _: made)


def learn(places, *more):
    return run(
        *("run", "caption-folder", "--quiet", "--out", str(places / "out")),
        *("--folder", str(places / "mine"), *more),
    )


@pytest.mark.usefixtures("short")
def test_a_folder_becomes_a_model_that_captions(places):
    """With one image of each kind that cannot be used."""
    folder = album(places / "mine", 12, images="Images")
    (folder / "Images" / "00003.png").unlink()
    (folder / "Images" / "00004.png").write_bytes(b"no image")
    paint(folder / "Images" / "alone.png", (1, 2, 3))
    with (folder / "captions.txt").open("a") as file:
        file.write("00005.png,\n")
    result = learn(places)
    assert result.exit_code == 0, result.output
    told = result.stderr.splitlines()
    assert told[:3] == [
        "empty caption: 1 (00005.png)",
        "caption without an image: 2 (00003.png)",
        "image without a caption: 1 (alone.png)",
    ]
    assert told[3].startswith("image that cannot be read: 1 (00004.png (cannot")
    stored = places / "out" / "caption-folder.json"
    assert result.stdout == f"result: {stored}\n"
    assert results.parse(stored.read_text()).value("images") == 10
    weights = places / "out" / "caption-folder.safetensors"
    image = folder / "Images" / "00000.png"
    said = run("caption", str(image), "--model", str(weights))
    assert said.exit_code == 0
    assert said.stdout == f"{pretrained.read(weights).caption([image])[0]}\n"


@pytest.mark.usefixtures("short")
def test_captions_may_have_another_name_or_place(places, monkeypatch):
    """In the folder, or seen from where the command is called."""
    folder = album(places / "mine", 4)
    (folder / "captions.txt").rename(folder / "mine.csv")
    assert learn(places, "--captions", "mine.csv").exit_code == 0
    (places / "here").mkdir()
    (folder / "mine.csv").rename(places / "here" / "said.csv")
    monkeypatch.chdir(places / "here")
    assert learn(places, "--captions", "said.csv").exit_code == 0
    result = learn(places)
    assert result.exit_code == 2
    assert "no captions file captions.txt in" in result.stderr


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "captions.txt is empty"),
        (["image,caption", "a.png,a dog"], "at least 2 images are needed"),
    ],
)
@pytest.mark.usefixtures("short")
def test_a_folder_with_nothing_to_learn_from_is_told(places, lines, says):
    written(places / "mine", lines)
    paint(places / "mine" / "a.png", (1, 2, 3))
    result = learn(places)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert not list((places / "out").iterdir())


def test_no_folder_is_told(places):
    result = run("run", "caption-folder", "--out", str(places / "out"))
    assert result.exit_code == 2
    assert "needs a folder of images with captions (--folder PATH)" in (
        result.stderr
    )


@pytest.mark.parametrize("option", ["folder", "captions"])
def test_other_recipes_take_no_folder(places, option):
    result = run("run", "recall-delay", f"--{option}", str(places))
    assert result.exit_code == 2
    assert result.stderr == (
        f"attnbook: recall-delay reads no folder of images: leave out "
        f"--{option} {places}\n"
    )
