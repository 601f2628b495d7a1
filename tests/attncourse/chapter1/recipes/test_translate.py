"""A translator's recipe runs from its dataclass to its result file, in
miniature.
"""

import pytest

from attnbook import pretrained
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.metrics.tokens import perplexity
from attnbook.pretrained import translator as verbs
from attnbook.train import checkpoint
from attncourse.experiments import results
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import place, translator
from tests.toys import multi30k, refused


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A place for runs and results, with a small corpus beside it; translations
    are cut off early.
    """
    folder = tmp_path_factory.mktemp("recipes")
    with place(folder, verbs) as monkeypatch:
        multi30k(folder / "data", monkeypatch)
        yield folder


@pytest.fixture(scope="module")
def trained(folder):
    """A tiny translator with attention, where it lies, and its result."""
    recipe, workspace = translator("tiny", shown=3), Workspace(folder / "out")
    return recipe, workspace, recipe.run(workspace, progress=False)


def test_a_translator_is_searched_written_and_measured_on_its_file(trained):
    recipe, workspace, result = trained
    stored = workspace.result("tiny").read_text(encoding="utf-8")
    assert results.parse(stored) == result
    search = result.table("search")
    assert search.column("dropout") == [0.0, 0.1]
    best = max(search.rows, key=lambda row: row["validation_bleu"])
    assert result.value("dropout") == best["dropout"]
    assert result.value("bytes") == workspace.weights("tiny").stat().st_size
    read = pretrained.read(workspace.weights("tiny"))
    assert read.model.config.dropout == best["dropout"]
    assert read.model.config.width == recipe.model.width
    pairs = translation.load("multi30k", "en-fr", "test")
    sources, references = map(list, zip(*pairs, strict=True))
    said = read.translate(sources, beam=recipe.beam)
    assert result.samples["hypotheses"] == said
    score, _ = bleu(said, references)
    assert result.value("bleu") == pytest.approx(score, rel=1e-5)
    per_token = perplexity(result.value("loss"))
    assert result.value("perplexity") == pytest.approx(per_token, rel=1e-4)
    assert len(result.samples["alignments"]) == recipe.shown
    groups = result.table("by_length").column("sentences")
    assert sum(groups) == len(sources)
    spent = sum(result.table("epochs").column("seconds"))
    assert result.made["seconds"] == pytest.approx(spent, abs=0.1)


def test_running_again_goes_on_from_the_checkpoints_and_changes_nothing(
    trained, folder
):
    recipe, workspace, result = trained
    again = Workspace(folder / "again")
    assert recipe.run(again, progress=False).tables == result.tables
    one, other = (x.weights("tiny").read_bytes() for x in (workspace, again))
    assert one == other


def test_a_changed_recipe_of_the_same_name_never_takes_the_old_run(
    trained, folder
):
    """Smoothing is not among the settings of training, and the shapes are the
    same: only its fingerprint tells it.
    """
    other, says = Workspace(folder / "other"), "(?s)belongs to another run"
    with refused(f"{says}.*smoothing, there: 0.1.*here:  0.9"):
        translator("tiny", smoothing=0.9).run(other, progress=False)
    with refused(says):
        translator("tiny", "general").run(other, progress=False)
    assert not other.result("tiny").exists()


def test_a_run_leaves_its_checkpoints_where_runs_lie(trained, folder):
    runs = folder / "runs" / "tiny"
    names = {path.name for path in runs.iterdir()}
    assert names == {"dropout-0.0", "dropout-0.1"}
    assert checkpoint.newest(runs / "dropout-0.1")
