"""Captions of scenes, from the recipe to its result, in miniature."""

from itertools import product

import pytest

from attnbook import pretrained
from attncourse.chapter3 import scenes
from attncourse.chapter3.recipes import caption_metrics
from tests.attncourse.chapter3.recipes.toys import CAPTION
from tests.attncourse.experiments.toys import cells

NAMES = [variant.name for variant in CAPTION.variants]


@pytest.fixture
def trained(ran):
    """The toy after its run."""
    return ran("caption-scenes")


def test_the_rate_is_chosen_on_validation_scenes_for_each_kind(trained):
    result, folder = trained.result, trained.folder
    search = result.table("search")
    searched = [*product(NAMES[:2], CAPTION.rates)]
    assert cells(search, "variant", "rate") == searched
    by_kind = {}
    for name in NAMES[:2]:
        own = search.where(variant=name).rows
        by_kind[name] = max(own, key=lambda row: row["slots"])["rate"]
    runs = folder / "runs" / CAPTION.name
    there = {path.name for path in runs.iterdir()}
    for name in NAMES:
        rate = by_kind["attention" if name == "attention" else "none"]
        assert f"{name}-{rate:g}-2" in there


def test_only_attention_points_and_so_does_one_that_never_learned(trained):
    result = trained.result
    pointing = result.table("pointing")
    assert set(pointing.column("variant")) == {"attention", "untrained"}
    untrained = pointing.where(variant="untrained")
    splits, words = ("test", "held"), ("colour", "kind")
    assert cells(untrained, "split", "word") == [*product(splits, words)]
    places = result.table("anywhere").column("place")
    assert places == ["chance", "middle"] * 2


def test_the_first_two_are_written_and_are_what_was_measured(
    trained, workspace
):
    result, written = trained.result, trained.workspace
    files = sorted(path.name for path in written.out.glob("*.safetensors"))
    assert files == [
        "caption-scenes-attention.safetensors",
        "caption-scenes-none.safetensors",
    ]
    for name in NAMES[:2]:
        read = pretrained.read(written.weights(f"caption-scenes-{name}"))
        found = scenes.split("held", CAPTION.tested)
        said = read.caption(list(scenes.paint(found)))
        same = {"variant": name, "seed": 1, "split": "held"}
        (row,) = result.table("scores").where(**same).rows
        for key, value in caption_metrics.score(said, found).items():
            assert row[key] == pytest.approx(value, rel=1e-5)


def test_cases_are_scenes_of_held_with_four_things(trained):
    cases = trained.result.samples["cases"]
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
