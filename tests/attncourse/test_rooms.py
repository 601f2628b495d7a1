"""Chapters and what stands in them are imported when they are asked for."""

import attncourse
from attncourse import chapter1
from tests.toys import printed, refused


def test_what_is_not_there_is_refused_with_what_is():
    with refused(
        "module 'attncourse' has no attribute 'chapter99'; it has .*chapter1, ",
        AttributeError,
    ):
        attncourse.chapter99  # noqa: B018
    with refused(
        "has no attribute 'absent'; it has bottleneck, compare", AttributeError
    ):
        chapter1.findings.absent  # noqa: B018


def test_a_chapter_is_imported_when_it_is_asked_for():
    script = """
import sys, attncourse
there = lambda: ["torch" in sys.modules] + [
    f"attncourse.{name}" in sys.modules
    for name in ("chapter1.check", "chapter2", "chapter1.findings.memory")
]
before = there()
attncourse.chapter1.check
between = there()
attncourse.chapter1.findings.memory
print(before, between, there())
"""
    assert printed(script) == (
        "[False, False, False, False] [True, True, False, False] "
        "[True, True, False, True]\n"
    )


def test_what_is_missing_inside_a_file_is_not_blamed_on_the_file(
    monkeypatch, tmp_path
):
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    path = [*chapter1.findings.__path__, str(tmp_path)]
    monkeypatch.setattr(chapter1.findings, "__path__", path)
    with refused("no_such_module", ModuleNotFoundError):
        chapter1.findings.broken  # noqa: B018
