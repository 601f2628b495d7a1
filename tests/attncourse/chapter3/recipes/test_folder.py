"""A reader's folder becomes a captioner, in miniature."""

from dataclasses import replace

import pytest
import torch

from attnbook import pretrained
from attnbook.data import captions, images
from attnbook.metrics.bleu import bleu
from attnbook.pretrained import captioner as verbs
from attnbook.train.settings import Settings
from attncourse.chapter3.recipes import folder
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from tests.attnbook.data.toys import album, paint
from tests.attncourse.experiments.toys import FOLDER, SHORT, place
from tests.toys import refused, unchecked

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A place for runs, with a folder of 24 images; captions are cut off
    early.
    """
    home = tmp_path_factory.mktemp("folder")
    album(home / "mine", 24)
    (home / "mine" / "00002.png").write_bytes(b"")
    paint(home / "mine" / "alone.png", (1, 2, 3))
    with place(home, verbs):
        yield home


@pytest.fixture(scope="module")
def trained(home):
    """The recipe, its result, and the workspace of both."""
    recipe = replace(FOLDER, folder=str(home / "mine"))
    workspace = Workspace(home / "out")
    return recipe, recipe.run(workspace, progress=False), workspace


def test_a_folder_is_counted_trained_and_measured_on_its_stored_file(trained):
    recipe, result, workspace = trained
    stored = workspace.result("caption-folder").read_text(encoding="utf-8")
    assert results.parse(stored) == result
    assert result.value("images") == 23
    assert 0 < result.value("validation_images") < 12
    assert result.value("captions") == 23 + 8
    read = pretrained.read(workspace.weights("caption-folder"))
    size = workspace.weights("caption-folder").stat().st_size
    assert result.value("bytes") == size
    assert len(read.tokenizer) == result.value("vocabulary") <= 60
    assert result.value("parameters") == sum(
        p.numel() for p in read.model.parameters()
    )
    epochs = result.table("epochs")
    assert epochs.column("epoch") == [1, 2]
    assert result.made["seconds"] == epochs.column("seconds")[-1]


def test_problems_are_stored(trained):
    _, result, _ = trained
    problems = result.samples["problems"]
    assert problems.keys() == {captions.SILENT, captions.BROKEN}
    assert problems[captions.SILENT] == ["alone.png"]
    assert problems[captions.BROKEN][0].startswith("00002.png (cannot identify")


def sides(recipe):
    """What is found, less the broken image, and how it is split."""
    whole = captions.read(recipe.folder)
    whole = captions.without(whole, {"00002.png": ""})
    return whole, *folder.split(recipe, whole)


def test_bleu_and_loss_are_those_of_the_images_held_out(trained, home):
    recipe, result, workspace = trained
    whole, train, check = sides(recipe)
    assert check.keys() == captions.held_out(list(whole.captions), 0.25)
    assert train.keys() | check.keys() == whole.captions.keys()
    read = pretrained.read(workspace.weights("caption-folder"))
    answers = read.caption([whole.images[name] for name in check])
    assert result.value("bleu") == pytest.approx(
        bleu(answers, list(check.values()))[0], rel=1e-5
    )
    assert [row["said"] for row in result.samples["described"]] == answers[:8]
    total = count = 0
    for name, texts in check.items():
        seen = read.prepare(whole.images[name])[None]
        for text in texts:
            tokens = torch.tensor([[1, *read.tokenizer.encode(text)]])
            logits = read.model(seen, tokens[:, :-1])[0].log_softmax(-1)
            total -= logits.gather(1, tokens[0, 1:, None]).sum().item()
            count += tokens.shape[1] - 1
    assert result.value("loss") == pytest.approx(total / count, rel=1e-4)


def test_the_baseline_says_the_most_frequent_caption(trained):
    recipe, result, _ = trained
    _, train, check = sides(recipe)
    texts, baseline = list(folder.said(train)), result.samples["baseline"]
    assert texts.count(baseline) == max(map(texts.count, texts))
    score, _ = bleu([baseline] * len(check), list(check.values()))
    assert result.value("baseline_bleu") == pytest.approx(score, rel=1e-5)


def weights(workspace):
    """The bytes of the model that was written."""
    return workspace.weights("caption-folder").read_bytes()


def test_running_again_reads_no_image_and_changes_nothing(
    trained, home, monkeypatch
):
    """The second run finds all in the run's folder; the model describes
    pixels, not files.
    """
    recipe, result, workspace = trained
    monkeypatch.setattr(images, "read", None)
    again = Workspace(home / "again")
    assert recipe.run(again, progress=False).tables == result.tables
    assert weights(again) == weights(workspace)


def test_a_folder_that_has_moved_is_the_same_run_elsewhere(trained, home):
    """Trained anew, since its name is another, to the same weights: nothing
    depends on where it lies.
    """
    recipe, result, workspace = trained
    (home / "mine").rename(home / "moved")
    moved = replace(recipe, folder=str(home / "moved"))
    third = Workspace(home / "third")
    found = moved.run(third, progress=False)
    (home / "moved").rename(home / "mine")
    assert found.samples == result.samples
    assert weights(third) == weights(workspace)
    names = sorted(p.name for p in (home / "runs" / "caption-folder").iterdir())
    assert [name.rpartition("-")[0] for name in names] == ["mine", "moved"]


def test_what_was_mended_is_trained_anew_and_said(trained, home, capsys):
    """Images or captions; what is put back goes back to its own run."""
    recipe, _, first = trained
    workspace = Workspace(home / "other")
    white = paint(home / "white.png", (255, 255, 255)).read_bytes()
    image, text = (home / "mine" / x for x in ("00000.png", "captions.txt"))
    mended = text.read_bytes().replace(b"square", b"box")
    for path, content in ((image, white), (text, mended), (image, None)):
        before = path.read_bytes()
        path.write_bytes(content or before)
        recipe.run(workspace, progress=False)
        path.write_bytes(before)
        said = "captions.txt or the images changed since the last run"
        assert (said in capsys.readouterr().err) == bool(content)
        assert (weights(first) != weights(workspace)) == bool(content)


@pytest.mark.usefixtures("runs")
def test_a_colour_is_learned(tmp_path):
    """With some more epochs the captions of images that nobody has shown it
    name their colour, and the baseline cannot.
    """
    recipe = replace(
        FOLDER,
        folder=str(album(tmp_path / "mine", 60)),
        model=replace(FOLDER.model, dropout=0.0, channels=(5, 7), units=23),
        settings=Settings(epochs=25, rate=1e-2, warmup=10, patience=25),
    )
    with unchecked():  # three times as fast
        result = recipe.run(Workspace(tmp_path), progress=False)
    assert result.value("bleu") > result.value("baseline_bleu") + 20


@pytest.mark.usefixtures("runs")
def test_problems_are_told_on_standard_error(tmp_path, capsys):
    album(tmp_path / "mine", 5)
    (tmp_path / "mine" / "00001.png").unlink()
    recipe = replace(FOLDER, folder=str(tmp_path / "mine"), settings=SHORT)
    recipe.run(Workspace(tmp_path), progress=False)
    said = "caption without an image: 1 (00001.png)\n"
    assert capsys.readouterr().err == said


def test_without_a_folder_nothing_is_done(tmp_path):
    with refused(r"needs a folder of images with captions \(--folder"):
        recipes.load("caption-folder").run(Workspace(tmp_path))
    assert not list(tmp_path.iterdir())
