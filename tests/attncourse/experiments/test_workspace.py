"""Where things are written, and in what form."""

import errno
import os
from dataclasses import dataclass

import pytest
import torch

from attnbook import files
from attncourse.experiments import results, workspace
from attncourse.experiments.workspace import Workspace
from tests.toys import refused


@dataclass(frozen=True)
class Small:
    """A recipe with nothing to run."""

    name: str = "small"
    seeds: tuple[int, ...] = (1, 2)


def test_a_run_has_its_own_folder_unless_another_is_named(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    own, other = tmp_path / "runs" / "a", tmp_path / "out"
    assert Workspace().result("a") == own / "a.json"
    assert Workspace().weights("a") == own / "a.safetensors"
    assert Workspace(other).result("a") == other / "a.json"
    assert Workspace(other).checkpoints("a", "x-1") == own / "x-1"


def test_the_package_keeps_weights_and_results_apart(root):
    """And each result with its chapter."""
    lib, package = root / "lib", Workspace.package()
    weights = lib / "attnbook" / "weights" / "align-phrases.safetensors"
    assert package.weights("align-phrases") == weights
    results = lib / "attncourse" / "chapter2" / "results"
    assert package.result("align-phrases") == results / "align-phrases.json"


def test_a_result_stored_here_comes_before_the_shipped_one(tmp_path):
    here = Workspace(tmp_path)
    assert here.stored("recall-delay") == results.load("recall-delay")
    here.write(Small("recall-delay"), seconds=0.0)
    assert here.stored("recall-delay").recipe["seeds"] == [1, 2]


def test_a_result_is_rounded_to_six_digits_with_one_row_a_line(tmp_path):
    rows = [{"seed": 1, "x": 1 / 3}, {"seed": 2, "x": None}]
    parts = {
        "values": {"chance": (1e-9 / 7, "share")},
        "tables": {"x": rows},
        "samples": {"said": ["é", (2,)]},
    }
    written = Workspace(tmp_path).write(Small(), seconds=1.26, **parts)
    assert written.table("x").column("x") == [0.333333, None]
    assert written.value("chance") == 1.42857e-10
    assert written.made == {"machine": workspace.machine(), "seconds": 1.3}
    lines = (tmp_path / "small.json").read_text(encoding="utf-8").splitlines()
    assert '  {"seed": 1, "x": 0.333333},' in lines
    assert lines[0:2] == ["{", '"recipe": {"name": "small", "seeds": [1, 2]},']
    assert results.parse("\n".join(lines)) == written


@pytest.mark.parametrize(
    ("value", "says"),
    [(float("nan"), "not JSON compliant"), ([1], "rows of a table are flat")],
)
def test_a_result_of_another_form_is_not_written(tmp_path, value, says):
    tables = {"x": [{"a": value}]}
    with refused(says):
        Workspace(tmp_path).write(Small(), seconds=0.0, tables=tables)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_found_before_hours_are_spent(
    tmp_path, monkeypatch
):
    def fail(_):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    Workspace(tmp_path).check_writable("small")
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(files.os, "fsync", fail)
    with refused("cannot write .*small.json.probe: Read-only", OSError):
        Workspace(tmp_path).check_writable("small")


def test_the_machine_is_described():
    assert workspace.machine()["torch"] == torch.__version__
    assert workspace.machine()["threads"] == torch.get_num_threads()
