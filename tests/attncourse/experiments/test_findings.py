"""The files of findings are imported when they are asked for."""

from attnbook import findings
from tests.toys import printed, refused


def test_an_unknown_file_of_findings_is_an_attribute_error():
    with refused(
        "there is no finding of a recipe file 'absent'", AttributeError
    ):
        findings.absent  # noqa: B018


def test_a_file_is_imported_when_it_is_asked_for():
    script = (
        "import sys; from attnbook import findings; there = lambda name: "
        "f'attnbook.findings.{name}' in sys.modules;before = there('memory'); "
        "findings.memory; print(before, there('memory'), there('align'))"
    )
    assert printed(script) == "False True False\n"


def test_what_is_missing_inside_a_file_is_not_blamed_on_the_file(
    monkeypatch, tmp_path
):
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    monkeypatch.setattr(
        findings, "__path__", [*findings.__path__, str(tmp_path)]
    )
    with refused("no_such_module", ModuleNotFoundError):
        findings.broken  # noqa: B018
