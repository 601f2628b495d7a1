"""What instructors copy works as far as it can be tried here, and each command
that their pages show is one that the program takes.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from attncourse.cli import app
from attncourse.grading.sandbox import bubblewrap
from attncourse.grading.sandbox.limits import USUAL
from attncourse.grading.tasks import Grade, Report, written
from tests import exercises
from tests.environment import ROOT

BOOK, TEACH = ROOT / "book", ROOT / "book" / "teach"
PAGES = [BOOK / "assign.md", BOOK / "publish.md"]
FILES = sorted(path for path in TEACH.iterdir() if path.suffix != ".json")
SCRIPTS = "pre-push", "class.slurm", "setup.sh", "run_autograder"
ASSIGN = PAGES[0].read_text("utf-8")
CALL = re.compile(r"(?<![\w-])attnbook ([a-z]+ .+)")
STUB = '#!/bin/sh\nprintf "%s\\n" "$@"\n'


def load(name: str) -> dict:
    """A YAML file to copy; `on` is a word there, and no truth."""
    return yaml.load((TEACH / name).read_text("utf-8"), yaml.BaseLoader)


def calls(path: Path) -> list[str]:
    """The calls of the program in a page or a file; for a variable, 2."""
    text = path.read_text("utf-8").replace("\\\n", " ")
    if path.suffix == ".md":
        fenced = re.findall(r"```\w*\n(.+?)```", text, re.DOTALL)
        text = "\n".join([*fenced, *re.findall(r"`([^`\n]+)`", text)])
    return [re.sub(r"\$\w+", "2", call) for call in CALL.findall(text)]


def arguments(call: str) -> list[str]:
    """The words of a call, up to what the shell takes for itself."""
    words = shlex.shlex(call, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    found = [*words]
    ends = [k for k, word in enumerate(found) if word in ("|", ">", "&&", ";")]
    return found[: min(ends, default=len(found))]


def accepted(call: str) -> bool:
    """Whether the program takes a call; nothing is done."""
    program: Any = typer.main.get_command(app)
    words = arguments(call)
    try:
        with program.make_context("attnbook", [*words]) as context:
            verb, command, rest = program.resolve_command(context, words)
            return bool(command.make_context(verb, rest, parent=context))
    except Exception as error:  # typer's own click is private
        if getattr(error, "exit_code", None) != 2:
            raise
        return False


@pytest.mark.parametrize("path", [*PAGES, *FILES], ids=lambda path: path.name)
def test_commands_are_those_of_the_program(path: Path) -> None:
    found = calls(path)
    assert bool(found) == (
        path.name not in ("publish.md", "Dockerfile", "setup.sh")
    )
    assert not [call for call in found if not accepted(call)]


def test_options_that_the_guide_names_exist() -> None:
    """Also where no command stands around them."""
    group: Any = typer.main.get_command(app)
    known = {
        name
        for verb in ("assign", "grade", "merge", "release")
        for option in group.commands[verb].params
        for name in (*option.opts, *option.secondary_opts)
    }
    named = re.findall(r"`(--[a-z-]+)[^`]*`", ASSIGN)
    assert len(named) > 8 and {*named} <= known


def test_every_file_is_shown() -> None:
    shown = re.findall(r"{literalinclude} teach/(\S+)", ASSIGN)
    assert sorted(shown) == sorted(path.name for path in FILES)


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_shell(name: str) -> None:
    path = TEACH / name
    assert os.access(path, os.X_OK)
    subprocess.run(["bash", "-n", path], check=True)
    assert len(path.read_text().splitlines()) <= 20


@pytest.fixture
def stubbed(tmp_path: Path) -> dict[str, str]:
    """An environment whose `attnbook` says how it was called."""
    (tmp_path / "attnbook").write_text(STUB)
    (tmp_path / "attnbook").chmod(0o755)
    return {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


def said(command: list, environment: dict[str, str], folder: Path) -> str:
    """What a program says, in one line."""
    done = subprocess.run(
        command, env=environment, cwd=folder, check=True, capture_output=True
    )
    return " ".join(done.stdout.decode().split())


def test_each_task_of_a_slurm_array_has_its_shard(stubbed, tmp_path) -> None:
    text = (TEACH / "class.slurm").read_text()
    assert "#SBATCH --array=1-8\n" in text  # shards count from 1
    own = {"TASK_ID": "3", "TASK_COUNT": "8"}
    slurm = {f"SLURM_ARRAY_{name}": value for name, value in own.items()}
    slurm |= {"SLURM_CPUS_PER_TASK": "2"}
    command = ["bash", TEACH / "class.slurm"]
    assert said(command, stubbed | slurm, tmp_path) == (
        "grade submissions --hidden week-5/instructor --shard 3/8 --jobs 2 "
        "--to grades/3"
    )
    with pytest.raises(subprocess.CalledProcessError):  # not in an array
        said(command, stubbed, tmp_path)


def test_each_pod_of_a_job_has_its_shard(stubbed, tmp_path) -> None:
    spec = load("class.job.yml")["spec"]
    assert spec["completionMode"] == "Indexed"
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    own = {one["name"]: one["value"] for one in container["env"]}
    assert own == {"SHARDS": spec["completions"]}
    (mount,), (volume,) = container["volumeMounts"], pod["volumes"]
    assert mount["name"] == volume["name"]
    assert mount["mountPath"] == container["workingDir"]
    last = int(own["SHARDS"]) - 1  # pods count from 0
    index = {"JOB_COMPLETION_INDEX": f"{last}"}
    assert said(container["command"], stubbed | own | index, tmp_path) == (
        "grade submissions --hidden week-5/instructor --shard 8/8 --jobs 2 "
        "--to grades/8"
    )


@pytest.fixture
def steps() -> dict[str, str]:
    """The commands of the workflow by the names of its steps."""
    (job,) = load("check.yml")["jobs"].values()
    return {s["name"]: s["run"] for s in job["steps"] if "run" in s}


def test_the_workflow_installs_what_the_notebook_names(steps, tmp_path) -> None:
    install = steps["Install the release of the course that the notebook names"]
    (tmp_path / "pip").write_text(STUB)
    (tmp_path / "pip").chmod(0o755)
    notebook = ROOT / "chapters" / "exercises" / "05_self_attention.ipynb"
    (release,) = {*re.findall(r"git\+https://[^ \"\\]+", notebook.read_text())}
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    told = said(
        ["bash", "-euo", "pipefail", "-c", install],
        {"PATH": path, "NOTEBOOK": str(notebook)},
        tmp_path,
    )
    assert told == f"install attnbook[grading] @ {release}"


def test_the_workflow_shows_what_the_checks_say(steps, tmp_path) -> None:
    grades = [
        Grade("chapter5", "split_heads", 0.0, 2.0, "`x` is wrong."),
        Grade("chapter5", "cost", 1.0, 1.0),
    ]
    text = written(Report(grades).said())
    (tmp_path / "report.json").write_text(text)
    programs = Path(sys.executable).parent
    summary = tmp_path / "summary.md"
    environment = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(summary),
    }
    said(
        ["bash", "-e", "-c", steps["Show what the checks say"]],
        environment,
        tmp_path,
    )
    lines = summary.read_text().splitlines()
    assert lines[0] == "## 1 of 3 points"
    assert "split_heads, 0 of 2:" in lines and "`x` is wrong." in lines
    assert lines[lines.index("cost, 1 of 1:") + 2 :][:2] == [
        "````text",
        "right",
    ]


def test_the_guide_says_what_the_sandbox_allows() -> None:
    said = " ".join(ASSIGN.split())
    assert f"{USUAL.memory // 2**30} GiB of memory for all" in said
    assert f"at most {USUAL.processes} processes" in said
    assert f"{USUAL.seconds} seconds of the processor" in said
    assert f"{bubblewrap.TEMPORARY // 2**20} MiB in `/tmp`" in said


def test_what_is_measured_of_exercises_is_there() -> None:
    """And is so; all of it is measured again by `make soak`."""
    stored = json.loads(exercises.FILE.read_text("utf-8"))
    cells = exercises.exercises()
    assert [*stored] == [*cells]
    assert exercises.FILE.read_text("utf-8") == exercises.written(stored)
    for number in ("5.6", "8.2", "5.7"):
        found = exercises.bank(cells[number])
        assert stored[number].items() >= found.items()


def test_workflows_do_what_the_guide_says() -> None:
    """A tag publishes, and each reason against a release is one of its own."""
    flow = ROOT / ".github" / "workflows" / "pages.yml"
    pages = yaml.load(flow.read_text("utf-8"), yaml.BaseLoader)
    assert pages["on"]["push"] == {"tags": ["v*"]}
    (job,) = pages["jobs"].values()
    assert "make book SERVE=0" in [s.get("run") for s in job["steps"]]
    release = (ROOT / ".ci" / "release").read_text()
    for message in re.findall(r"`no release: (.+?)`", PAGES[1].read_text()):
        assert message.replace("v0.1.0", "v$version") in release
