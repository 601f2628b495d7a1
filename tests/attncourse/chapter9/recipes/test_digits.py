"""The recipes of classifiers that ship, in miniature."""

from dataclasses import replace

import torch

from attnbook import pretrained
from attnbook.data import labelled
from attnbook.models import vit
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes import digits, photographs
from attncourse.experiments.workspace import Workspace

BRIEF = {
    "validation": 20,
    "settings": Settings(epochs=2, rate=1e-2, warmup=1),
    "each": 60,
    "batch": 20,
}


def test_what_is_written_is_what_was_measured(runs, tmp_path):
    recipe = replace(
        digits.TWO, model=vit.Config(8, 4, 1, 10, 8, 2, 8, 2), **BRIEF
    )
    workspace = Workspace(tmp_path)
    result = recipe.run(workspace, progress=False)
    shipped = pretrained.read(workspace.weights(recipe.name)).model
    test = labelled.digits("test")
    with torch.no_grad():
        said = shipped(test.images / 255).argmax(-1)
    right = float((said == test.labels).float().mean())
    assert abs(result.value("accuracy") - right) < 1e-6
    assert 0 <= result.value("moved") <= 1
    size = workspace.weights(recipe.name).stat().st_size
    assert result.value("bytes") == size


def test_photographs_are_changed_in_more_ways(runs, tmp_path, monkeypatch):
    def load(part):
        generator = torch.Generator().manual_seed(len(part))
        x = torch.randint(256, (90, 3, 32, 32), generator=generator)
        return labelled.Labelled(
            x.to(torch.uint8), torch.arange(90) % 10, labelled.CLASSES
        )

    monkeypatch.setattr(labelled, "cifar10", load)
    sizes = vit.Config(32, 8, 3, 10, 8, 2, 8, 1, stem="convolutions")
    recipe = replace(photographs.LARGE, model=sizes, **BRIEF | {"each": 40})
    result = recipe.run(Workspace(tmp_path), progress=False)
    assert result.recipe["alpha"] > 0 and result.recipe["operations"] > 0
    assert 0 <= result.value("accuracy") <= 1
    x = torch.rand(4, 3, 32, 32)
    plain = photographs.SMALL.changed(x, torch.Generator().manual_seed(1))
    more = recipe.changed(x, torch.Generator().manual_seed(1))
    assert plain.shape == more.shape and not torch.equal(plain, more)


def test_the_large_model_has_at_most_ten_million_parameters():
    model = vit.build(photographs.LARGE.model)
    count = sum(p.numel() for p in model.parameters())
    assert 9e6 < count < 1e7
