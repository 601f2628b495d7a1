"""The commands `release`, with and without a site, `assign` and `grade`."""

import json
import shutil
from pathlib import Path

import pytest

from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import read
from attncourse.grading.tasks import Task
from tests.attncourse.cli.toys import done, refused, run
from tests.attncourse.grading.toys import SECRET, SOLVED, handed, write
from tests.environment import ROOT


@pytest.fixture
def released(places):
    """A notebook with one solution, and where its edition goes."""
    path = write(places / "a.ipynb", SOLVED)
    return "release", str(path), "--to", str(places / "students")


def test_release_writes_editions_unless_the_site_shows_a_solution(
    places, released
):
    page = places / "site" / "page.html"
    page.parent.mkdir()
    page.write_text("nothing of it here")
    command = (*released, "--site", str(page.parent))
    done(*command)
    edition = places / "students" / "a.ipynb"
    assert "def area" in edition.read_text()
    page.write_text(SECRET)
    edition.unlink()
    assert "page.html" in refused(*command)
    assert not edition.exists()


def test_release_leaves_folds_out(places):
    """If asked: with a model answer the programs that check it, but no
    further.
    """
    chapter = ROOT / "chapters" / "exercises" / "01_rnn_seq2seq.ipynb"
    command = "release", str(chapter), "--to", str(places / "students")
    for options, there in (
        ((), {"model", "powers", "choice"}),
        (("--no-model-answers",), {"choice"}),
        (("--no-model-answers", "--no-explanations"), set()),
    ):
        done(*command, *options)
        edition = (places / "students" / chapter.name).read_text()
        words = {"model": "A model answer", "choice": "What each choice says"}
        words["powers"] = '"id": "powers"'
        assert {w for w in words if words[w] in edition} == there
        assert '"id": "learned"' in edition


@pytest.fixture
def answered(places, monkeypatch):
    """A notebook with the answer to an exercise, wrong or right; no sandbox is
    needed.
    """

    def write(how: str, check: str = "chapter5.check.split_heads") -> str:
        answer = f"def split_heads(x, H):\n    return {how}"
        return str(handed(places / "b.ipynb", answer, f"{check}(split_heads)"))

    monkeypatch.setenv("PATH", "")
    return write


NONE = "--sandbox", "none"
RIGHT = "x.unflatten(-1, (H, -1)).transpose(1, 2)"


def test_grade_says_what_is_right(answered):
    """And warns of what it does without a sandbox."""
    result = run("grade", answered(RIGHT), *NONE)
    assert result.exit_code == 0
    assert result.stdout == "1 of 1  split_heads: right\n"
    assert "no sandbox" in result.stderr


def test_grade_says_what_is_wrong(answered):
    """In words, or as JSON; status 1 is for a hook."""
    path = answered("x")
    result = run("grade", path, *NONE)
    assert result.exit_code == 1
    assert result.stdout.startswith("0 of 1  split_heads: your ")
    result = run("grade", path, *NONE, "--json")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert (said["points"], said["of"]) == (0, 1)


def test_grade_refuses_what_it_cannot_grade(answered):
    """Without a sandbox, unless asked for; another sandbox; no check."""
    path = answered(RIGHT)
    assert "apt install bubblewrap" in refused("grade", path)
    assert "docker" in refused("grade", path, "--sandbox", "docker")
    path = answered(RIGHT, "chapter5.check.absent")
    assert "no check" in refused("grade", path, *NONE)


def test_grade_takes_a_class(answered, places):
    """With the instructor's folder, and one for the grades."""
    (places / "in").mkdir()
    shutil.copy(answered(RIGHT), places / "in" / "ann.ipynb")
    asked = Assignment((Task("chapter5", "split_heads"),), 3)
    (places / "assignment.json").write_text(asked.json())
    folder, to = str(places / "in"), str(places / "out")
    hidden = "--hidden", str(places)
    said = run("grade", folder, *NONE, "--to", to, *hidden)
    assert [Path(line).name for line in said.stdout.splitlines()] == [
        *("plain.csv", "canvas.csv", "moodle.csv", "class.html")
    ]
    assert said.stderr.splitlines()[-1] == (
        "attnbook: 1 students, 1 graded: median 1 of 1 points"
    )
    plain = (places / "out" / "plain.csv").read_text()
    assert plain.splitlines()[1] == "ann,1,1,,,1"


def test_what_a_site_shows_is_not_assigned(places):
    """Here what a choice says."""
    source = ROOT / "chapters" / "exercises"
    cells = read(source / "05_self_attention.ipynb").cells
    fold = next(c for c in cells if c["id"] == "errata-choices")
    (places / "site").mkdir()
    (places / "site" / "page.html").write_text(fold.source)
    asked = "--exercises", "5.1", "--seed", "3", "--source", str(source)
    to = "--to", str(places / "week"), "--site", str(places / "site")
    said = refused("assign", *asked, *to)
    assert "answers are public" in said and "key.md: - " in said
    assert not (places / "week").exists()


def test_assign_then_grade(places, monkeypatch):
    """From the command line alone: the solutions have all points, the edition
    none.
    """
    to = places / "week-1"
    source = "--source", str(ROOT / "chapters" / "exercises")
    asked = "--exercises", "1.3", "--seed", "3", "--to", str(to)
    made = run("assign", *asked, *source, "--points", "2.5")
    assert made.exit_code == 0 and len(made.stdout.splitlines()) == 4
    assert "exercises of the course are public" in made.stderr
    nowhere = "github.com/OWNER/" in (ROOT / "_config.yml").read_text()
    assert ("make owner OWNER=name" in made.stderr) == nowhere
    assert "already" in refused("assign", *asked, *source)
    for points in ("1,2", "0", "nan"):
        refused("assign", *asked, *source, "--points", points)
    new = "--exercises", "1.3", "--seed", "3", "--to", str(places / "week-2")
    (places / "own.py").write_text("greedy = [dict(limit=3)]")
    own = "--cases", str(places / "own.py")
    assert "none of these: forced" in refused("assign", *new, *source, *own)
    every = "--seed", "3", "--to", str(places / "all"), "--points", "1"
    assert "--exercises" in refused("assign", *every, *source)
    hidden = "--hidden", str(to / "instructor")
    path = str(to / "instructor" / "week-1.ipynb")
    assert done("grade", path, *NONE, *hidden) == "2.5 of 2.5  forced: right\n"
    path = str(to / "student" / "week-1.ipynb")
    result = run("grade", path, *NONE, *hidden)
    assert result.exit_code == 1 and "not written yet" in result.stdout
