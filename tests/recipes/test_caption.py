"""Captions of scenes, from the recipe to its result, in miniature."""

import pytest

from attnbook import pretrained, results
from attnbook.data import scenes
from attnbook.pretrained import captioner as verbs
from attnbook.recipes import caption_metrics
from attnbook.recipes.workspace import Workspace
from tests.recipes.toys import CAPTION
from tests.toys import unchecked

NAMES = [variant.name for variant in CAPTION.variants]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The result of the recipe, and where it lies; captions are cut off
    early.
    """
    folder = tmp_path_factory.mktemp("caption")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("ATTNBOOK_RUNS", str(folder / "runs"))
        monkeypatch.setattr(verbs, "LIMIT", 13)
        workspace = Workspace(folder / "out")
        with unchecked():
            result = CAPTION.run(workspace, progress=False)
        yield result, workspace


def test_every_variant_is_trained_with_every_seed(trained):
    result, workspace = trained
    assert results.parse(workspace.result(CAPTION.name).read_text()) == result
    runs = [(name, seed) for name in NAMES for seed in (1, 2)]
    epochs = result.table("epochs").rows
    assert [(row["variant"], row["seed"]) for row in epochs] == runs
    scores = result.table("scores").rows
    assert [(row["variant"], row["seed"], row["split"]) for row in scores] == [
        (*run, split) for run in runs for split in ("test", "held")
    ]
    assert len(result.table("by_things").rows) == 6 * len(scores)
    assert result.table("look").column("seed") == [1, 2]
    looks = result.table("look").column("seconds")
    spent = sum(row["seconds"] for row in epochs) + sum(looks)
    assert result.made["seconds"] == pytest.approx(spent, abs=0.1)


def test_the_rate_is_chosen_on_validation_scenes_for_each_kind(trained):
    result, _ = trained
    search = result.table("search").rows
    assert [(row["variant"], row["rate"]) for row in search] == [
        (name, rate) for name in NAMES[:2] for rate in CAPTION.rates
    ]
    by_kind = {}
    for name in NAMES[:2]:
        own = [row for row in search if row["variant"] == name]
        by_kind[name] = max(own, key=lambda row: row["slots"])["rate"]
    runs = Workspace().checkpoints(CAPTION.name)
    there = {path.name for path in runs.iterdir()}
    for name in NAMES:
        rate = by_kind["attention" if name == "attention" else "none"]
        assert f"{name}-{rate:g}-2" in there


def test_only_attention_points_and_so_does_one_that_never_learned(trained):
    rows = trained[0].table("pointing").rows
    assert {row["variant"] for row in rows} == {"attention", "untrained"}
    untrained = [row for row in rows if row["variant"] == "untrained"]
    assert [(row["split"], row["word"]) for row in untrained] == [
        (split, word)
        for split in ("test", "held")
        for word in ("colour", "kind")
    ]
    anywhere = trained[0].table("anywhere").rows
    assert [row["place"] for row in anywhere] == ["chance", "middle"] * 2


def test_the_first_two_are_written_and_are_what_was_measured(trained):
    result, workspace = trained
    files = sorted(path.name for path in workspace.out.glob("*.safetensors"))
    assert files == [
        "caption-scenes-attention.safetensors",
        "caption-scenes-none.safetensors",
    ]
    for name in NAMES[:2]:
        read = pretrained.read(workspace.weights(f"caption-scenes-{name}"))
        with unchecked():
            found = scenes.split("held", CAPTION.tested)
            said = read.caption(list(scenes.paint(found)))
        row = (
            result.table("scores")
            .where(variant=name, seed=1, split="held")
            .rows[0]
        )
        for key, value in caption_metrics.score(said, found).items():
            assert row[key] == pytest.approx(value, rel=1e-5)


def test_cases_are_scenes_of_held_with_four_things(trained):
    cases = trained[0].samples["cases"]
    found = scenes.split("held", CAPTION.tested)
    assert [case["rank"] for case in cases if case["rank"]]
    for case in cases:
        scene = found[case["scene"]]
        assert len(scene.things) == len(case["things"]) == 4
        assert case["caption"] == scene.caption
        assert "weights" in case["attention"]
        assert "weights" not in case["none"]
        assert len(case["attention"]["weights"]) == len(
            case["attention"]["target"]
        )
