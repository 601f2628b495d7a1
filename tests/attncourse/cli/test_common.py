"""Threads, interrupts, and readers that have gone."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
import torch
import typer
from PIL import Image

from attnbook import files
from attncourse.cli import common
from tests.attncourse.cli.toys import run
from tests.toys import printed


@pytest.mark.parametrize(("said", "threads"), [(None, 1), ("2", 2)])
def test_one_thread_unless_the_reader_says_otherwise(
    monkeypatch, said, threads
):
    before = torch.get_num_threads()
    monkeypatch.delenv("OMP_NUM_THREADS")
    if said:
        monkeypatch.setenv("OMP_NUM_THREADS", said)
    torch.set_num_threads(2)
    done, found = run("translate", "A dog."), torch.get_num_threads()
    torch.set_num_threads(before)
    assert (done.exit_code, found) == (0, threads)


@pytest.mark.parametrize("typed", ["--help", "run", "data --help", "translate"])
def test_a_reader_that_has_gone_is_no_error(places, typed):
    """As with `| head -1`: nothing on standard error."""
    (places / "lines").write_text("A dog.\n" * 2000)
    read, write = os.pipe()
    os.close(read)
    with (places / "lines").open() as given, os.fdopen(write) as out:
        done = subprocess.run(
            [sys.executable, "-m", "attncourse", *typed.split()],
            stdin=given,
            stdout=out,
            stderr=subprocess.PIPE,
            timeout=120,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("variable", ["ATTNBOOK_RUNS", "ATTNBOOK_CACHE"])
def test_what_moves_a_folder_that_cannot_be_written_is_said(
    variable, tmp_path, monkeypatch, capsys
):
    folder = tmp_path / "kept"
    folder.write_text("a file, so that no folder can be here")
    monkeypatch.setenv(variable, str(folder))
    for write in (files.atomic(folder / "one"), suppress(KeyError)):
        with pytest.raises(typer.Exit), common.told(), write:
            (folder / "one").mkdir(parents=True)
        assert f"; {variable} names another folder" in capsys.readouterr().err


def test_a_package_that_is_missing_is_told_with_what_brings_it(capsys):
    with pytest.raises(typer.Exit), common.told():
        import_module("vit_pytorch.absent")
    assert "; install it: pip install vit-pytorch" in capsys.readouterr().err


def test_control_c_is_silent_even_while_modules_load():
    """Sent when torch has begun to load, which takes a second or more."""
    command = [sys.executable, "-m", "attncourse", "translate"]
    started = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # whoever starts the tests in the background ignores it for all
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    maps = Path(f"/proc/{started.pid}/maps")
    for _ in range(3000):
        if not maps.exists() or "torch" in maps.read_text():
            break
        time.sleep(0.01)
    time.sleep(0 if maps.exists() else 2)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=60)
    assert (started.returncode, said) == (130, b"")


def test_no_verb_waits_for_pytorchs_compiler(places):
    """Its import alone takes as long as everything else. (`run` trains, and
    PyTorch's own optimizers import it.) Help and the list of recipes do not
    even wait for torch.
    """
    Image.new("RGB", (8, 8), "white").save(places / "white.png")
    drawn = Image.new("L", (8, 8), 255)
    drawn.putpixel((3, 3), 0)
    drawn.save(places / "dot.png")
    script = f"""
import os, sys
os.chdir({str(places)!r})
from attncourse import cli
for line in ("--help", "run"):
    cli.app(line.split(), standalone_mode=False)
assert "torch" not in sys.modules
for line in (
    "translate dog",
    "caption white.png",
    "classify dot.png",
    "complete a",
    "data --help",
    "release --help",
):
    cli.app(line.split(), standalone_mode=False)
print(sorted({{"torch", "torch._dynamo", "sympy"}} & sys.modules.keys()))
"""
    assert printed(script).splitlines()[-1] == "['torch']"
