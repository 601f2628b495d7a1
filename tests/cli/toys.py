"""The command line, inside this process and in one of its own."""

import os
import subprocess
import sys

from typer.testing import CliRunner

from attnbook import cli


def run(*arguments: str, lines: str | bytes | None = None):
    return CliRunner().invoke(cli.app, list(arguments), input=lines)


def program(*arguments: str | bytes, **options) -> subprocess.CompletedProcess:
    """The program itself, in a process of its own, in the C locale."""
    command = [sys.executable, "-m", "attnbook", *arguments]
    environment = os.environ | {"LC_ALL": "C", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, capture_output=True, timeout=120, env=environment, **options
    )
