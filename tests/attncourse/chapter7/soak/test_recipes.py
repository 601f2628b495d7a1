"""The cheapest rows of chapter 7 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.chapter7.recipes import depth, switchboard
from attncourse.experiments import recipes, results
from tests.attncourse.chapter7.test_prose import Sharp, learned_nothing
from tests.soak.toys import check_copying, check_first_epoch, within
from tests.toys import real_data


def test_copying_by_a_transformer() -> None:
    check_copying("copy-transformer", "sinusoidal")


def test_one_layer_of_attention_alone() -> None:
    """It learns its circle, as the stored seeds did."""
    recipe, stored = recipes.load("depth"), results.load("depth")
    same = dict.fromkeys(depth.PARTS, False) | {"depth": 1}
    rows = stored.table("loss").where(**same).column("loss")
    found = recipe.trained(depth.ALONE, 1, 1)["loss"]
    assert within(found, rows, least=0.02)


@pytest.mark.parametrize("seed", Sharp.seeds)
def test_sharp_attention_alone_learns_nothing(seed) -> None:
    assert learned_nothing(Sharp(), seed)


def test_a_setting_of_the_switchboard() -> None:
    """Without feed-forward layers; of one seed there is no spread."""
    recipe, stored = recipes.load("switchboard"), results.load("switchboard")
    flags = (True, False, False, True)
    moments, _ = recipe.watched(switchboard.Variant(flags))
    same = dict(zip(switchboard.SWITCHES, flags, strict=True))
    (loss,) = stored.table("ends").where(**same).column("loss")
    assert moments[-1]["loss"] == pytest.approx(loss, rel=0.3)


@real_data
@pytest.mark.parametrize(
    "name",
    [
        "bahdanau-same-tokens",
        "bahdanau-36-epochs",
        "transformer-distilled",
    ],
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)
