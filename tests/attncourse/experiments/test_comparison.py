"""A comparison holds the evidence: a rate inside its grid, runs that only the
validation loss ends; and a caption says no more than that.
"""

from dataclasses import dataclass, replace
from itertools import count

import pytest

from attnbook.train.settings import Plateau, Settings
from attncourse.experiments import comparison, finding, learning
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.finding import Finding
from attncourse.experiments.workspace import Workspace
from attncourse.figures import tables
from tests.attncourse.experiments.test_trials import Lines
from tests.attncourse.experiments.toys import cells
from tests.toys import refused

RUNS = ("slope", "rate", "seed", "chosen", "stopped")


@dataclass(frozen=True)
class Sides(Comparison, Lines):
    """Two slopes that are learned until nothing changes."""

    name: str = "sides"
    rates: tuple[float, ...] = (0.01, 0.02)
    settings: Settings = Plateau(
        rate=0.1, warmup=1, epochs=60, patience=3, halvings=1
    )

    def after(self, case, seed):
        return lambda model: {"found": model.weight.item()}


@pytest.fixture
def compared(tmp_path, runs):
    names = map("sides{}".format, count())

    def made(**fields):
        recipe = replace(Sides(), name=next(names), **fields)
        return recipe.run(Workspace(tmp_path), progress=False)

    return made


def test_each_side_has_its_rate_inside_its_grid_and_ends_by_itself(compared):
    table = compared().table("runs")
    for slope in (0.5, 2.0):
        rows = table.where(slope=slope)
        (rate,) = set(rows.where(chosen=1).column("rate"))
        tried = rows.where(seed=1).column("rate")
        assert min(tried) < rate < max(tried), tried
        assert max(tried) > 0.02, "the first rates were too small"
        losses = rows.where(seed=1).column("validation")
        assert rows.where(rate=rate, seed=1).rows[0]["validation"] == min(
            losses
        )
    assert set(table.where(chosen=1).column("stopped")) == {"patience"}


def test_every_run_is_kept_and_the_history_of_those_that_are_compared(
    compared,
):
    result = compared()
    chosen = result.table("runs").where(chosen=1)
    assert cells(chosen, "slope", "seed") == [
        (slope, seed) for slope in (0.5, 2.0) for seed in (1, 2)
    ]
    epochs = result.table("epochs")
    for row in chosen.rows:
        own = epochs.where(slope=row["slope"], seed=row["seed"])
        assert len(own.rows) == row["epochs"]
        assert own.rows[-1]["processor"] == row["processor"]
        losses = own.column("validation")
        assert losses[row["best"] - 1] == min(losses) == row["validation"]
    assert epochs.rows[-1]["found"] == pytest.approx(2.0, abs=0.1)
    assert not comparison.doubts(result)


def test_what_diverges_is_a_row_without_a_loss(compared, monkeypatch):
    fit = Sides.fit

    def diverging(self, case, seed, rate, workspace):
        if rate > 0.05:
            raise comparison.DivergedError("the loss is nan")
        return fit(self, case, seed, rate, workspace)

    monkeypatch.setattr(Sides, "fit", diverging)
    table = compared(slopes=(2.0,)).table("runs").where(stopped="diverged")
    assert cells(table, *RUNS) == [(2.0, 0.08, 1, 0, "diverged")]
    assert table.column("validation") == [None]


def caption(result, text):
    return Finding("a.b", tables.table([{"a": 1}]), text, (result,))


@pytest.mark.parametrize(
    ("fields", "doubt"),
    [
        ({"settings": replace(Sides().settings, epochs=4)}, "was cut"),
        ({"seeds": (1,)}, "says 2 seeds"),
    ],
)
def test_a_caption_does_not_compare_what_may_not_be(compared, fields, doubt):
    with refused(doubt):
        caption(compared(**fields), "The second is better, in two seeds.")
    caption(compared(), "The second is better, in two seeds.")


def test_a_rate_at_the_edge_of_its_grid_compares_nothing(compared, monkeypatch):
    monkeypatch.setattr(Sides, "most", 3)
    result = compared()
    with refused("the rate of a, b, 2.0 is at the edge of its grid"):
        caption(result, "The second fails.")
    caption(result, "Two lines.")


def test_learning_is_drawn_over_the_time_of_the_processor(compared):
    result = compared()
    for number, row in enumerate(result.tables["epochs"]):
        row["processor"] = 1.0 + number % 7
    curves = learning.over_time(result, "found", {"steep": {"slope": 2.0}})
    curve = curves["steep"]
    assert curve.x[0] == 1 and curve.x[-1] == pytest.approx(7)
    assert all(
        low <= mean <= high
        for low, mean, high in zip(
            curve.low, curve.mean, curve.high, strict=True
        )
    )


def test_curves_are_drawn_over_one_time(compared):
    result = compared()
    one, two = (
        learning.over_time(result, "found", {"a line": {"slope": slope}})
        for slope in (0.5, 2.0)
    )
    two["a line"].x[-1] += 1
    with refused("curves over different x: short, long"):
        finding.lines({"short": one["a line"], "long": two["a line"]})
