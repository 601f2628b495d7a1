"""The command line, as a newcomer meets it."""

from importlib import metadata

import pytest

from attncourse import cli
from tests.attncourse.cli.toys import done, run


def test_help_names_every_command():
    """It is shown without a command, too."""
    shown = done("--help")
    assert run().output.strip() == shown.strip()
    for command in cli.app.registered_commands:
        name = command.callback.__name__
        assert name in shown and name in done(name, "--help")


@pytest.mark.parametrize(
    "typed",
    [
        ["complete", "a", "--seed", "9" * 22],
        ["complete", "a", "--count", "many"],
        ["complete", "--sed", "1"],
        ["translate", "--model"],
        ["no\x1b[31msense"],
    ],
)
def test_what_is_typed_wrongly_is_one_line(typed):
    result = run(*typed)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("attnbook: ")
    assert result.stderr.endswith(" --help)\n")
    assert result.stderr.count("\n") == 1 and "\x1b" not in result.stderr


def test_the_version_is_said():
    assert (
        run("--version").output == f"attnbook {metadata.version('attnbook')}\n"
    )
