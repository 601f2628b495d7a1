"""The cheapest rows of chapter 3 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.chapter3.recipes import captioners
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace


def test_a_network_that_names_single_things(monkeypatch, tmp_path) -> None:
    """What every captioner starts from; of one seed there is no spread."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    training = recipes.load("caption-scenes").training
    _, history = captioners.pretrain_convnet(
        training, 1, Workspace(), progress=False
    )
    stored = results.load("caption-scenes").table("look").where(seed=1)
    last = stored.column("validation")[-1]
    assert history[-1]["validation"] == pytest.approx(last, rel=0.3)
