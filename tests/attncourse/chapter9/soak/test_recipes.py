"""The cheapest rows of chapter 9 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from dataclasses import replace

import pytest

from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from tests.soak.toys import (
    check_again,
    check_first_epoch,
    photographs,
    within,
)


@pytest.mark.parametrize(
    "name", ["vit-digits", "vit-digits-1", "vit-digits-4", "vit-digits-none"]
)
def test_the_first_epoch_on_digits(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)


@photographs
def test_the_first_epoch_on_photographs(monkeypatch, tmp_path) -> None:
    check_first_epoch("vit-cifar", monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vision-digits", "CNN"),
        ("vision-hybrid", "ViT, stem"),
        ("vision-twins", "ViT"),
    ],
)
def test_a_classifier_of_images(name, kind) -> None:
    """Of the fewest images, with the rate that was chosen."""
    fewest = recipes.load(name).counts[0]
    case = {"kind": kind, "shuffled": False, "images": fewest}
    check_again(name, case, "scores", "test", least=0.03)


def test_where_a_vision_transformer_looks(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    recipe, stored = recipes.load("vit-scenes"), results.load("vit-scenes")
    found = replace(recipe, seeds=1).run(Workspace(tmp_path), progress=False)
    rows = stored.table("scores").column("accuracy")
    assert within(found.table("scores").mean("accuracy"), rows, least=0.03)
