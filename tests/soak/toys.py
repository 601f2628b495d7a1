"""What tests of recipes share that train a row again."""

import os
from collections.abc import Sequence

import pytest

from attnbook.train.run import Run
from attncourse.chapter1.recipes import memory
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace

photographs = pytest.mark.skipif(
    "ATTNBOOK_CIFAR10" not in os.environ,
    reason="ATTNBOOK_CIFAR10 names no copy of CIFAR-10",
)


class Enough(Exception):
    """One epoch is over."""


def within(found: float, stored: Sequence[float], least: float) -> bool:
    """No further outside the stored seeds than they are apart, or than `least`
    where they agree.
    """
    spread = max(max(stored) - min(stored), least)
    return min(stored) - spread <= found <= max(stored) + spread


def check_again(name, case, table, column, least) -> None:
    """A side of a comparison, trained with its rate and the first seed."""
    recipe, stored = recipes.load(name), results.load(name)
    (rate,) = {*stored.table("runs").where(chosen=1, **case).column("rate")}
    model, _ = recipe.fit(case, 1, rate)
    (row,) = recipe.measure(model, case, 1)[table]
    rows = stored.table(table).where(**case).column(column)
    assert within(row[column], rows, least), f"{row[column]}, stored {rows}"


def check_first_epoch(name, monkeypatch, tmp_path) -> None:
    """Of one seed there is no spread: Within 3% of the stored losses."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    rows = []

    def stop(run, validation):
        rows.append((run.total / run.tokens, validation))
        raise Enough

    monkeypatch.setattr(Run, "end_epoch", stop)
    with pytest.raises(Enough):
        recipes.load(name).run(Workspace(tmp_path), progress=False)
    table = "pretraining" if name == "pretraining" else "epochs"
    stored = results.load(name).table(table).rows[0]
    assert rows[0] == pytest.approx(
        (stored["train"], stored["validation"]), rel=0.03
    )


def check_copying(name, kind) -> None:
    """Copying with the first seed, forced and free."""
    recipe, table = recipes.load(name), results.load(name).table("accuracy")
    model, _ = recipe.fit({"attention": kind}, 1)
    for length in (5, 20, 40):
        stored = table.where(attention=kind, length=length)
        found = memory.copy_accuracy(model, recipe, length)
        for side in ("forced", "free"):
            assert within(found[side], stored.column(side), least=0.05), (
                f"{side} at {length}: {found[side]}"
            )
