"""The command `run`: its list, its places, what can go wrong."""

import re
from dataclasses import dataclass, replace

import pytest

from attnbook import pretrained
from attncourse import chapter9
from attncourse.experiments import recipes, results
from tests.attnbook.data.toys import album, paint, written
from tests.attncourse.chapter1.recipes.toys import translator
from tests.attncourse.chapter3.recipes.toys import FOLDER
from tests.attncourse.cli.toys import done, refused, run


def test_without_a_name_every_recipe_says_what_it_makes_costs_and_needs():
    shown = done("run")
    for name, entry in recipes.catalogue().items():
        assert f"{name}: {entry.makes}\n    took: " in shown
    assert "minutes of training on" in shown
    costs = dict(re.findall(r"^(\S+): .*\n    took: (.*);", shown, re.M))
    for name in results.names():
        trained = results.load(name).made["seconds"] > 0
        assert costs[name].startswith("no training,") is not trained
    assert "needs: Multi30k" in shown


def test_a_recipe_that_never_ran_has_no_cost(monkeypatch):
    entry = recipes.Entry("vit:VIT", "a classifier")
    monkeypatch.setitem(chapter9.recipes.CATALOGUE, "vit", entry)
    says = "vit: a classifier\n    took: not measured; needs: nothing\n"
    assert says in done("run")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (
            "absent",
            f"unknown recipe: 'absent'; there are "
            f"{', '.join(recipes.catalogue())}",
        ),
        ("recall-delay --ship --out OUT", "choose one (--out OUT)"),
        ("recall-delay --quiet --out /proc/x", "cannot write /proc/x/"),
        (
            "caption-folder --out OUT",
            "needs a folder of images with captions (--folder PATH)",
        ),
        *(
            (
                f"recall-delay {option} OUT",
                f"attnbook: recall-delay takes no {option}: leave out "
                f"{option} OUT\n",
            )
            for option in ("--folder", "--captions", "--file")
        ),
    ],
)
def test_what_cannot_be_run_is_told_at_once(places, command, says):
    command, says = (x.replace("OUT", f"{places}/out") for x in (command, says))
    assert says in refused("run", *command.split())


def test_run_writes_weights_and_result_and_says_where(places, monkeypatch):
    """Without a folder it has its own."""
    made = translator("tiny", "none")
    monkeypatch.setattr(recipes, "load", lambda _: made)
    out = places / "out"
    said = done("run", "tiny", "--quiet", "--out", str(out))
    assert said.endswith(f"result: {out / 'tiny.json'}\n")
    names = ["tiny.json", "tiny.safetensors"]
    assert sorted(path.name for path in out.iterdir()) == names
    done("translate", "a dog", "--model", str(out / "tiny.safetensors"))
    done("run", "tiny", "--quiet")
    assert (places / "runs" / "tiny" / "tiny.json").is_file()


def test_a_run_that_is_interrupted_says_how_to_go_on(places, monkeypatch):
    @dataclass
    class Stopped:
        def run(self, workspace, progress):
            raise KeyboardInterrupt

    monkeypatch.setattr(recipes, "load", lambda name: Stopped())
    result = run("run", "any")
    assert result.exit_code == 130
    assert "the same command resumes from there" in result.stderr
    assert str(places / "runs") in result.stderr


def test_a_recipe_whose_data_are_damaged_is_told(places):
    (places / "data" / "multi30k" / "train.en.gz").write_bytes(b"altered")
    out = places / "out"
    command = ("run", "translate-en-fr-bahdanau", "--quiet")
    said = refused(*command, "--out", str(out))
    assert "wrong checksum: multi30k/train.en.gz" in said
    assert not list(out.iterdir())


# A folder of the reader's own


@pytest.fixture
def short(monkeypatch):
    """The recipe in miniature, one epoch."""
    made = replace(FOLDER, settings=replace(FOLDER.settings, epochs=1))
    monkeypatch.setattr(recipes, "load", lambda _: made)


@pytest.fixture
def learn(places, short):
    return (
        *("run", "caption-folder", "--quiet", "--out", str(places / "out")),
        *("--folder", str(places / "mine")),
    )


def test_a_folder_becomes_a_model_that_captions(places, learn):
    """With one image of each kind that cannot be used."""
    folder = album(places / "mine", 12, images="Images")
    (folder / "Images" / "00003.png").unlink()
    (folder / "Images" / "00004.png").write_bytes(b"no image")
    paint(folder / "Images" / "alone.png", (1, 2, 3))
    with (folder / "captions.txt").open("a") as file:
        file.write("00005.png,\n")
    result = run(*learn)
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
    said = done("caption", str(image), "--model", str(weights))
    assert said == f"{pretrained.read(weights).caption([image])[0]}\n"


def test_captions_may_have_another_name_or_place(places, learn, monkeypatch):
    """In the folder, or seen from where the command is called."""
    folder = album(places / "mine", 4)
    (folder / "captions.txt").rename(folder / "mine.csv")
    done(*learn, "--captions", "mine.csv")
    (places / "here").mkdir()
    (folder / "mine.csv").rename(places / "here" / "said.csv")
    monkeypatch.chdir(places / "here")
    done(*learn, "--captions", "said.csv")
    assert "no captions file captions.txt in" in refused(*learn)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "captions.txt is empty"),
        (["image,caption", "a.png,a dog"], "at least 2 images are needed"),
    ],
)
def test_a_folder_with_nothing_to_learn_from_is_told(
    places, learn, lines, says
):
    written(places / "mine", lines)
    paint(places / "mine" / "a.png", (1, 2, 3))
    result = run(*learn)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert not list((places / "out").iterdir())
