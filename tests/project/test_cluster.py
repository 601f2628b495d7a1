"""The files for clusters: their commands are ones that are accepted."""

import re
import shlex
import subprocess

import pytest
import torch
import yaml
from torch.distributed.run import get_args_parser
from typer.testing import CliRunner

from attncourse.cli import app
from attncourse.experiments import recipes
from tests.environment import ROOT

SLURM = ROOT / "book" / "cluster" / "slurm.sh"
JOB = ROOT / "book" / "cluster" / "pytorchjob.yaml"


def slurm() -> list[str]:
    """Its command, as the shell would read it."""
    text = SLURM.read_text().replace("\\\n", " ")
    (line,) = re.findall(r"^srun (torchrun .*)$", text, re.MULTILINE)
    line = re.sub(r"\$\{1:-([\w-]+)\}", r"\1", line)
    return shlex.split(line.replace('"$SLURM_NNODES"', "2"))


def pods() -> dict:
    return yaml.safe_load(JOB.read_text())["spec"]["pytorchReplicaSpecs"]


def kubeflow() -> list[str]:
    (container,) = pods()["Master"]["template"]["spec"]["containers"]
    return container["command"]


@pytest.mark.parametrize("command", [slurm(), kubeflow()])
def test_torchrun_and_the_course_accept_it(command, monkeypatch) -> None:
    program, *rest = command
    assert program == "torchrun"
    asked = get_args_parser().parse_args(rest)
    assert asked.module and asked.training_script == "attncourse"
    assert asked.max_restarts == 3
    ran = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    kind = type(recipes.load("translate-en-fr-transformer"))
    monkeypatch.setattr(kind, "run", lambda self, *_, **__: ran.append(self))
    done = CliRunner().invoke(app, asked.training_script_args)
    assert done.exit_code == 0, done.output
    assert [recipe.name for recipe in ran] == ["translate-en-fr-transformer"]


def test_bash_can_read_it() -> None:
    subprocess.run(["bash", "-n", SLURM], check=True)


def test_both_pods_are_alike_and_named_as_kubeflow_wants() -> None:
    assert pods()["Master"] == pods()["Worker"]
    (container,) = pods()["Worker"]["template"]["spec"]["containers"]
    assert container["name"] == "pytorch"
    mounted = {one["name"] for one in container["volumeMounts"]}
    volumes = pods()["Worker"]["template"]["spec"]["volumes"]
    assert mounted == {one["name"] for one in volumes}
