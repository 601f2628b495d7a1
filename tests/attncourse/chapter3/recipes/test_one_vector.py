"""Captioners with one vector, from the recipe to its result, in miniature."""

from dataclasses import replace
from itertools import product

import pytest
import torch

from attnbook import pretrained
from attnbook.models import captioner
from attnbook.pretrained import captioner as verbs
from attncourse.chapter3.recipes import captioners
from attncourse.chapter3.recipes.one_vector import ATTENTION
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import CAPTION, cells, place
from tests.toys import unchecked

FULL = recipes.load("caption-one-vector")
SMALL = replace(
    FULL,
    training=replace(
        CAPTION.training,
        model=captioner.Config(
            113, channels=(24, 48, 64, 96), hidden=7, width=11, units=13
        ),
    ),
    variants=tuple(replace(v, hidden=7, vector=5) for v in FULL.variants),
    seeds=(1,),
    tested=20,
    probe_steps=3,
)
"""The shipped network, and little else."""


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The result, and where it lies; captions are cut off early."""
    folder = tmp_path_factory.mktemp("one-vector")
    with place(folder, verbs):
        workspace = Workspace(folder / "out")
        with unchecked():
            yield SMALL.run(workspace, progress=False), workspace


def test_every_variant_is_trained_and_measured(trained):
    result, workspace = trained
    assert results.parse(workspace.result(SMALL.name).read_text()) == result
    names = [variant.name for variant in SMALL.variants]
    assert result.table("epochs").column("variant") == names
    splits = product(names, ("test", "held"))
    assert cells(result.table("scores"), "variant", "split") == [*splits]
    probed = result.table("probe").column("network")
    assert probed == [name for name in SMALL.probed for _ in range(2)]


def test_a_borrowed_network_is_that_of_the_shipped_model(trained):
    shipped = pretrained.load(ATTENTION).model.convnet.state_dict()
    with unchecked():
        for variant in SMALL.variants:
            model, _ = captioners.untrained(
                SMALL.training, variant, 1, trained[1], progress=False
            )
            same = [
                torch.equal(weight, shipped[name])
                for name, weight in model.convnet.state_dict().items()
            ]
            assert set(same) == {variant.network == ATTENTION}, variant.name
