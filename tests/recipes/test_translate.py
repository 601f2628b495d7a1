"""A translator's recipe runs from its dataclass to its result file, in
miniature.
"""

import pytest

from attnbook import pretrained, results
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.metrics.tokens import perplexity
from attnbook.pretrained import translator as verbs
from attnbook.recipes.workspace import Workspace
from attnbook.train import checkpoint
from tests.recipes.toys import translator
from tests.toys import multi30k


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A place for runs and results, with a small corpus beside it; translations
    are cut off early.
    """
    place = tmp_path_factory.mktemp("recipes")
    with pytest.MonkeyPatch.context() as monkeypatch:
        multi30k(place / "data", monkeypatch)
        monkeypatch.setenv("ATTNBOOK_RUNS", str(place / "runs"))
        monkeypatch.setattr(verbs, "LIMIT", 13)
        yield place


@pytest.fixture(scope="module")
def trained(folder):
    """A tiny translator with attention, where it lies, and its result."""
    recipe, workspace = translator("tiny", shown=3), Workspace(folder / "out")
    return recipe, workspace, recipe.run(workspace, progress=False)


def test_a_translator_is_searched_written_and_measured_on_its_file(trained):
    recipe, workspace, result = trained
    assert (
        results.parse(workspace.result("tiny").read_text(encoding="utf-8"))
        == result
    )
    assert result.table("search").column("dropout") == [0.0, 0.1]
    best = max(
        result.table("search").rows, key=lambda row: row["validation_bleu"]
    )
    assert result.value("dropout") == best["dropout"]
    assert result.value("bytes") == workspace.weights("tiny").stat().st_size
    read = pretrained.read(workspace.weights("tiny"))
    assert read.model.config.dropout == best["dropout"]
    assert read.model.config.width == recipe.model.width
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    assert result.samples["hypotheses"] == read.translate(
        sources, beam=recipe.beam
    )
    assert result.value("bleu") == pytest.approx(
        bleu(result.samples["hypotheses"], references)[0], rel=1e-5
    )
    assert result.value("perplexity") == pytest.approx(
        perplexity(result.value("loss")), rel=1e-4
    )
    assert len(result.samples["alignments"]) == recipe.shown
    rows = result.table("by_length").column("sentences")
    assert sum(rows) == len(sources)
    last = [row["seconds"] for row in result.table("epochs").rows]
    assert result.made["seconds"] == pytest.approx(sum(last), abs=0.1)


def test_running_again_goes_on_from_the_checkpoints_and_changes_nothing(
    trained, folder
):
    recipe, workspace, result = trained
    again = recipe.run(Workspace(folder / "again"), progress=False)
    assert again.tables == result.tables
    assert (
        Workspace(folder / "again").weights("tiny").read_bytes()
        == workspace.weights("tiny").read_bytes()
    )


def test_a_changed_recipe_of_the_same_name_never_takes_the_old_run(
    trained, folder
):
    """Smoothing is not among the settings of training, and the shapes are the
    same: only its fingerprint tells it.
    """
    with pytest.raises(
        ValueError,
        match="(?s)belongs to another run.*smoothing, there: 0.1.*here:  0.9",
    ):
        translator("tiny", smoothing=0.9).run(
            Workspace(folder / "other"), progress=False
        )
    with pytest.raises(ValueError, match="belongs to another run"):
        translator("tiny", "general").run(
            Workspace(folder / "other"), progress=False
        )
    assert not (folder / "other" / "tiny.json").exists()


def test_a_run_leaves_its_checkpoints_where_runs_lie(trained, folder):
    assert sorted(
        path.name for path in (folder / "runs" / "tiny").iterdir()
    ) == ["dropout-0.0", "dropout-0.1"]
    assert checkpoint.newest(folder / "runs" / "tiny" / "dropout-0.1")
