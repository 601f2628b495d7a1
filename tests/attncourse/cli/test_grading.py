"""What comes out of the commands `grade` and `merge`: for Gradescope, for
nbgrader, from several machines.
"""

import json
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from attncourse.grading import classroom, grade
from attncourse.grading.assembly import mark
from attncourse.grading.outputs import gradebook
from attncourse.grading.sandbox import limits
from attncourse.grading.tasks import Grade, Report, Task
from tests.attncourse.cli.toys import done, refused, run
from tests.attncourse.grading.toys import handed, judged_here

NONE = "--sandbox", "none"
TASK = Task("chapter5", "split_heads", 2.0)


@pytest.fixture
def hidden(places: Path) -> Path:
    """The instructor's folder of an assignment."""
    folder = places / "instructor"
    folder.mkdir()
    asked = classroom.Assignment((TASK,), 3, "week-5")
    (folder / "assignment.json").write_text(asked.json())
    check = new_code_cell("chapter5.check.split_heads(split_heads)")
    mark([check], [TASK])
    nbformat.write(new_notebook(cells=[check]), folder / "week-5.ipynb")
    return folder


@pytest.fixture
def submissions(places: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three students, of whom one has handed in no notebook; all answers are
    worth half.
    """
    folder = places / "in"
    for name in ("ann", "bob"):
        handed(folder / f"{name}.ipynb")
    (folder / "cy.ipynb").write_text("no")
    half = Grade(*TASK[:2], 1.0, 2.0, "half", note="as the library")
    report = Report([half])
    judged_here(monkeypatch)
    monkeypatch.setattr(grade, "grade", lambda *_, **__: report)
    return folder


def test_gradescope_reads_its_results(places, hidden, submissions) -> None:
    """Of a notebook, of the folder that holds it, and of what is none; the
    status is 0, as Gradescope wants it.
    """
    target = places / "results" / "results.json"
    asked = *NONE, "--hidden", str(hidden), "--gradescope", str(target)
    done("grade", str(submissions / "ann.ipynb"), *asked)
    alone = json.loads(target.read_text())
    assert (alone["score"], alone["tests"][0]["max_score"]) == (1, 2)
    (submissions / "bob.ipynb").unlink()
    (submissions / "ann.ipynb").unlink()
    said = done("grade", str(submissions), *asked)
    assert said == f"{target}\n"
    nothing = json.loads(target.read_text())
    assert nothing["output"].startswith("not a notebook: cy.ipynb")
    assert nothing["tests"][0]["score"] == 0


def test_shards_are_merged(places, hidden, submissions) -> None:
    """The tables come from the merge, which says what is missing."""
    asked = "--hidden", str(hidden)
    parts = [str(places / "1"), str(places / "2")]
    to = "--to", str(places / "out")
    for k, part in enumerate(parts, 1):
        result = run(
            *("grade", str(submissions), *NONE, *asked),
            *("--to", part, "--shard", f"{k}/2"),
        )
        assert result.exit_code == 0 and result.stdout == ""
        assert f"{3 - k} students of shard {k}/2" in result.stderr
        assert not [*Path(part).glob("*.csv")]
    assert "shard 2/2" in refused("merge", parts[0], *asked, *to)
    assert len(done("merge", *parts, *asked, *to).splitlines()) == 4
    plain = (places / "out" / "plain.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in plain[1:]] == [
        ["ann", "1"],
        ["bob", "1"],
        ["cy", "0"],
    ]


def test_points_go_into_a_gradebook(
    places, hidden, submissions, monkeypatch
) -> None:
    """Whether one machine has graded, or several; before any is graded, the
    gradebook is opened.
    """
    pushed = []

    def push(address, _, notebook, rows, course):
        pushed.append((address, notebook, [*rows]))
        assert course in (None, "physics")

    monkeypatch.setattr(gradebook, "push", push)
    asked = "--hidden", str(hidden), "--gradebook", "sqlite://"
    to = "--to", str(places / "out")
    done("grade", str(submissions), *NONE, *asked, *to)
    done("merge", str(places / "out"), *asked, *to, "--course", "physics")
    assert {given[:2] for given in pushed} == {
        ("sqlite://", hidden / "week-5.ipynb")
    }
    assert [len(rows) for *_, rows in pushed] == [0, 3, 0, 3]


HIDDEN = "--hidden instructor"
CLASS = f"in --to out {HIDDEN}"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (f"{CLASS} --shard 3/2", "1/4 to 4/4"),
        (f"{CLASS} --shard 1/2 --gradebook sqlite://", "for `merge`"),
        (f"{CLASS} --gradebook a.db", "no gradebook can be had there"),
        (f"in/ann.ipynb {HIDDEN} --shard 1/2", "for a class"),
        (f"instructor/absent {HIDDEN}", "absent"),
        (f"empty --to out {HIDDEN}", "nobody has"),
        ("in --to out", "--hidden"),
        ("in --gradescope out", "--hidden"),
        (f"in {HIDDEN}", "--to"),
    ],
)
def test_what_cannot_be_done_is_told_first(
    asked, says, places, hidden, submissions, monkeypatch
) -> None:
    """Before a notebook is graded."""
    monkeypatch.chdir(places)
    (places / "empty").mkdir()
    assert says in refused("grade", *NONE, *asked.split())
    assert not (places / "out").exists()


def test_a_note_is_shown(hidden, submissions) -> None:
    path = str(submissions / "ann.ipynb")
    result = run("grade", path, *NONE, "--hidden", str(hidden))
    assert result.stdout == "1 of 2  split_heads: half\n  as the library\n"


def test_a_weaker_limit_is_told_once(
    places, hidden, submissions, monkeypatch
) -> None:
    monkeypatch.setattr(limits, "kind", lambda: "watched")
    asked = *NONE, "--hidden", str(hidden), "--to", str(places / "out")
    result = run("grade", str(submissions), *asked)
    assert result.stderr.count(limits.WATCHED) == 1
