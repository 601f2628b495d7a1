"""The command line, inside this process and in one of its own."""

import os
import subprocess
import sys

from typer.testing import CliRunner

from attncourse import cli


def run(*arguments: str, lines: str | bytes | None = None):
    return CliRunner().invoke(cli.app, list(arguments), input=lines)


def done(*arguments: str, lines: str | bytes | None = None) -> str:
    """What a command writes that succeeds."""
    result = run(*arguments, lines=lines)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    """What a command says on standard error that comes to nothing."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    return result.stderr


def program(*arguments: str | bytes, **options) -> subprocess.CompletedProcess:
    """The program itself, in a process of its own, in the C locale."""
    command = [sys.executable, "-m", "attncourse", *arguments]
    environment = os.environ | {"LC_ALL": "C", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, capture_output=True, timeout=120, env=environment, **options
    )
