"""A reader's folder becomes a captioner, in miniature."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from attnbook import pretrained
from attnbook.data import captions
from attnbook.metrics.bleu import bleu
from attnbook.train.settings import Settings
from attncourse.chapter3.recipes import folder
from tests.attnbook.data.toys import album, paint
from tests.attncourse.chapter3.recipes.toys import FOLDER
from tests.attncourse.experiments.toys import SHORT

NAME = "caption-folder"


@pytest.fixture
def trained(ran, monkeypatch):
    """The toy after its run, called from where its folder lies."""
    this = ran(NAME)
    monkeypatch.chdir(this.folder)
    return this


def sides(recipe):
    """What is found, less the broken image, and how it is split."""
    whole = captions.read(recipe.folder)
    whole = captions.without(whole, {"00002.png": ""})
    return whole, *folder.split(recipe, whole)


def test_bleu_and_loss_are_those_of_the_images_held_out(trained, workspace):
    result = trained.result
    whole, train, check = sides(trained.toy.recipe)
    assert check.keys() == captions.held_out(list(whole.captions), 0.25)
    assert train.keys() | check.keys() == whole.captions.keys()
    read = pretrained.read(trained.workspace.weights(NAME))
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
    result = trained.result
    _, train, check = sides(trained.toy.recipe)
    texts, baseline = list(folder.said(train)), result.samples["baseline"]
    assert texts.count(baseline) == max(map(texts.count, texts))
    score, _ = bleu([baseline] * len(check), list(check.values()))
    assert result.value("baseline_bleu") == pytest.approx(score, rel=1e-5)


@pytest.fixture
def mine(workspace, tmp_path):
    """A recipe of a folder of one's own."""
    album(tmp_path / "mine", 24)
    return replace(FOLDER, folder=str(tmp_path / "mine"), settings=SHORT)


def weights(recipe, workspace):
    """The bytes of the model that a run writes."""
    recipe.run(workspace, progress=False)
    return workspace.weights(NAME).read_bytes()


@pytest.mark.long
def test_a_folder_that_has_moved_is_the_same_run_elsewhere(
    mine, workspace, tmp_path
):
    """Trained anew, since its name is another, to the same weights: nothing
    depends on where it lies.
    """
    first = weights(mine, workspace)
    Path(mine.folder).rename(tmp_path / "moved")
    moved = replace(mine, folder=str(tmp_path / "moved"))
    assert weights(moved, workspace) == first
    names = sorted(p.name for p in (tmp_path / "runs" / NAME).iterdir())
    assert [name.rpartition("-")[0] for name in names] == ["mine", "moved"]


@pytest.mark.long
def test_what_was_mended_is_trained_anew_and_said(mine, workspace, capsys):
    """Images or captions; what is put back goes back to its own run."""
    first = weights(mine, workspace)
    place = Path(mine.folder)
    white = paint(place.with_name("white.png"), (255, 255, 255)).read_bytes()
    image, text = place / "00000.png", place / "captions.txt"
    mended = text.read_bytes().replace(b"square", b"box")
    for path, content in ((image, white), (text, mended), (image, None)):
        before = path.read_bytes()
        path.write_bytes(content or before)
        again = weights(mine, workspace)
        path.write_bytes(before)
        said = "captions.txt or the images changed since the last run"
        assert (said in capsys.readouterr().err) == bool(content)
        assert (again != first) == bool(content)


@pytest.mark.long
def test_a_colour_is_learned(workspace, tmp_path):
    """With some more epochs the captions of images that nobody has shown it
    name their colour, and the baseline cannot.
    """
    recipe = replace(
        FOLDER,
        folder=str(album(tmp_path / "mine", 60)),
        model=replace(FOLDER.model, dropout=0.0, channels=(5, 7), units=23),
        settings=Settings(epochs=25, rate=1e-2, warmup=10, patience=25),
    )
    result = recipe.run(workspace, progress=False)
    assert result.value("bleu") > result.value("baseline_bleu") + 20
