"""The command line, as a newcomer meets it."""

from importlib import metadata

import pytest

from tests.attncourse.cli.toys import run
from tests.toys import printed


def test_help_names_every_command():
    result = run("--help")
    assert result.exit_code == 0
    for command in (
        "run",
        "evaluate",
        "translate",
        "caption",
        "complete",
        "data",
        "release",
        "assign",
        "grade",
        "merge",
    ):
        assert command in result.output
        assert run(command, "--help").exit_code == 0


def test_no_command_shows_the_help():
    assert "Usage" in run().output


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


def test_help_and_the_list_of_recipes_load_no_torch():
    script = (
        "import sys; from attncourse import cli; cli.app(['run'], "
        "standalone_mode=False); print('torch' in sys.modules)"
    )
    assert printed(script).endswith("False\n")
