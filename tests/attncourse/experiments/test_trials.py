"""Many small models: a row for each case and seed, the rate that the search
found, and checkpoints in folders of their own that no other recipe may use.
"""

from dataclasses import dataclass, replace

import pytest
import torch
from torch import nn

from attnbook.train.settings import Settings
from attncourse.experiments import recipes, trials
from attncourse.experiments.trials import Trials
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import cells

POINT = torch.ones(3, 1), torch.ones(3, 1)


@dataclass(frozen=True)
class Lines(Trials):
    """Lines through one point, from slope 0, learned one by one."""

    name: str = "lines"
    slopes: tuple[float, ...] = (0.5, 2.0)
    seeds: tuple[int, ...] = (1, 2)
    rates: tuple[float, ...] = ()
    settings: Settings = Settings(epochs=2, warmup=1, rate=0.5)

    def cases(self):
        return ({"of": "a, b", "slope": slope} for slope in self.slopes)

    def fresh(self, case, seed):
        model = nn.Linear(1, 1, bias=False)
        nn.init.zeros_(model.weight)
        return model

    def lessons(self, case, seed):
        x, y = POINT
        batch = x, case["slope"] * y
        return lambda _: [batch], [batch]

    def loss(self, model, batch):
        x, y = batch
        return (model(x) - y).square().sum(), len(x)

    def measure(self, model, case, seed):
        found = model.weight.item()
        return {"accuracy": [case | {"seed": seed, "found": found}]}


@pytest.fixture
def lines(runs):
    """The folder of its checkpoints."""
    return runs / "lines"


def folders(path):
    return {folder.name for folder in path.iterdir()}


def test_a_row_for_each_case_and_seed_and_a_folder_for_each(tmp_path, lines):
    result = Lines().run(Workspace(tmp_path), progress=False)
    wanted = [(slope, seed) for slope in (0.5, 2.0) for seed in (1, 2)]
    rows = result.table("accuracy")
    assert cells(rows, "slope", "seed") == wanted
    assert list(result.tables) == ["accuracy"]
    assert folders(lines) == {f"a-b-{slope:g}-{k}" for slope, k in wanted}
    assert result == Lines().run(Workspace(tmp_path), progress=False)


def test_the_rate_is_the_one_that_was_asked_for():
    case = {"slope": 1.0}
    (slow, history), (quick, _) = (
        Lines().fit(case, 1, rate) for rate in (0.1, 0.4)
    )
    assert len(history) == 2
    assert 0 < slow.weight.item() < quick.weight.item() < 1
    assert not quick.training
    usual, _ = Lines().fit(case, 1)
    assert usual.weight.item() == Lines().fit(case, 1, 0.5)[0].weight.item()


def test_a_folder_that_another_recipe_has_left_is_refused(lines):
    def fit(epochs, workspace=None):
        settings = replace(Lines().settings, epochs=epochs)
        made = replace(Lines(), settings=settings)
        return made.fit({"slope": 1.0}, 1, workspace=workspace)

    fit(2, Workspace())
    with pytest.raises(ValueError, match="epochs"):
        fit(3, Workspace())
    fit(3)  # without a workspace nothing is in the way


STORED = {
    "phrases-one": ("one-vector-0.5-7", ["run"]),
    "phrases-small": ("one-vector-both-directions-0.5-7", ["run"]),
    "phrases-three": ("one-vector-both-directions-0.5-7", ["run"]),
    "align-phrases": ("additive-0.5-7", ["run"]),
    "bags-nine": ("mean-0.5-7", ["run"]),
    "look-up": ("inputs-16-0.5-7", ["run"]),
    "caption-objects": ("attention-0.5-7", ["run"]),
    "relations": ("rows-1-0.5-7", ["run"]),
    "positions": ("back-none-0.5-7", ["run"]),
    "random-starts": ("back-sinusoidal-0.5-7", ["run"]),
    "recall-delay": ("0-100-0.5-7", ["run"]),
    "denoisers": ("whole-0.5-7", ["run"]),
    "pretraining": ("scratch-100-0.5-7", ["run"]),
    "vision-digits": ("ViT-False-50-0.5-7", ["run"]),
    "vision-hybrid": ("ViT-offsets-False-50-0.5-7", ["run"]),
    "vision-twins": ("ViT-False-20000-0.5-7", ["run"]),
    "five-changes": ("none-0.5-7", ["run"]),
    "scaling-law": ("16-1750-0.5-7", ["run"]),
    "copy-length": ("none-7", ["attention"]),
    "copy-transformer": ("sinusoidal-7", ["attention"]),
}
"""Folders of first cases, and what their checkpoints must agree in."""


def test_runs_that_were_stopped_go_on_where_they_were():
    """Names are those of the checkpoints there are."""
    found = {}
    for name in recipes.catalogue():
        recipe = recipes.load(name)
        if isinstance(recipe, Trials):
            case = next(iter(recipe.cases()))
            run = recipe.run_name(case, 0.5, 7)
            found[name] = run, list(recipe.identity(case, run))
    assert found == STORED


def test_fresh_weights_leave_other_draws_as_they_are():
    torch.manual_seed(3)
    first = torch.rand(2)
    torch.manual_seed(3)
    made = [trials.fresh(1, nn.Linear, 2, 3) for _ in range(2)]
    assert torch.equal(torch.rand(2), first)
    assert torch.equal(made[0].weight, made[1].weight)
    assert trials.numbers(made[0]) == 2 * 3 + 3
