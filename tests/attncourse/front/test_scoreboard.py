"""The scoreboard: its tables are the results', its recipes run in miniature,
and what is there is skipped.
"""

from dataclasses import replace

from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace
from attncourse.front import scoreboard
from attncourse.front.findings import scoreboard as tables
from tests.attncourse.cli.toys import run


def test_all_of_it_runs_in_miniature() -> None:
    """From the command line; the lines say what comes and how long it took."""
    done = run("scoreboard", "--smoke")
    assert done.exit_code == 0, done.output
    first, *lines = done.stderr.splitlines()
    assert first == f"attnbook: 0 of {len(scoreboard.NAMES)} are there"
    for k, name in enumerate(scoreboard.NAMES, 1):
        said = f"attnbook: {k} of {len(scoreboard.NAMES)}: {name}"
        assert lines[2 * k - 2] == said
        assert lines[2 * k - 1].startswith("attnbook:     took ")


def test_what_is_there_is_skipped_by_its_content(tmp_path, monkeypatch) -> None:
    """In the package or in the folder; another content is run again."""
    digits, ran, said = recipes.load("vit-digits-looks"), [], []
    kind = type(digits)
    monkeypatch.setattr(kind, "run", lambda self, *_, **__: ran.append(self))
    place = Workspace(tmp_path)
    scoreboard.run([digits], place, said.append)
    assert not ran and said == ["1 of 1 are there"]
    other = replace(digits, classes=digits.classes - 1)
    scoreboard.run([digits, other], place, said.append)
    assert ran == [other]
    place.write(other, seconds=1.0)
    scoreboard.run([digits, other], place, said.append)
    assert ran == [other, digits], "the folder has the other one"
    known = {digits: 120.0}
    monkeypatch.setattr(scoreboard, "_seconds", lambda one: known.get(one, 0.0))
    third = replace(digits, classes=digits.classes - 2)
    scoreboard.run([digits, third], place, said.append)
    told = ", about 2 minutes are left, without the 1 that are new"
    assert said[-4] == f"1 of 2: {digits.name}{told}"


def test_every_row_is_a_result() -> None:
    """Nothing is typed: BLEU, shares and bits are those of the files."""
    shown = {row[0]: row for row in tables.translation().display.cells}
    transformer = results.load("translate-en-fr-transformer")
    assert (
        f"{transformer.value('bleu'):.1f}" in shown["Transformer, 4 + 2 layers"]
    )
    right = results.load("vit-cifar").value("accuracy")
    *_, last = tables.images().display.cells
    assert last[-1] == f"{right:.3f}"
    *_, last = tables.language().display.cells
    bits = results.load("capstone").table("scores").mean("bits")
    assert last[-1] == f"{bits:.2f}"
