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
