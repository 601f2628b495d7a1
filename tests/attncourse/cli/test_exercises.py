"""The commands `release`, with and without a site, `assign` and `grade`."""

import json
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.attncourse.cli.toys import done, refused, run
from tests.environment import ROOT


@pytest.fixture
def released(places):
    """A notebook with one solution, and where its edition goes."""
    answer = (
        "def answer():\n    ### BEGIN SOLUTION\n    return "
        "'the_secret_of_the_answer'\n    ### END SOLUTION"
    )
    path = places / "a.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(answer)]), path)
    return "release", str(path), "--to", str(places / "students")


def test_release_names_a_notebook_that_there_is_not(released):
    command, path, *to = released
    absent = path.replace("a.ipynb", "absent.ipynb")
    assert "absent.ipynb" in refused(command, absent, *to)


def test_release_writes_student_editions(places, released):
    done(*released)
    edition = (places / "students" / "a.ipynb").read_text()
    assert "def answer" in edition
    assert "secret" not in edition


def test_release_fails_when_the_site_shows_a_solution(places, released):
    page = places / "site" / "page.html"
    page.parent.mkdir()
    page.write_text("nothing of it here")
    command = (*released, "--site", str(page.parent))
    done(*command)
    page.write_text("<p>return 'the_secret_of_the_answer'</p>")
    (places / "students" / "a.ipynb").unlink()
    assert "page.html" in refused(*command)
    assert not (places / "students" / "a.ipynb").exists()


def test_release_leaves_folds_out(places):
    """If asked."""
    chapter = ROOT / "chapters" / "exercises" / "01_rnn_seq2seq.ipynb"
    command = "release", str(chapter), "--to", str(places / "students")
    for options, there in (
        ((), {"model", "choice"}),
        (("--no-model-answers",), {"choice"}),
        (("--no-model-answers", "--no-explanations"), set()),
    ):
        done(*command, *options)
        edition = (places / "students" / chapter.name).read_text()
        words = {"model": "A model answer", "choice": "What each choice says"}
        assert {w for w in words if words[w] in edition} == there


@pytest.fixture
def answered(places, monkeypatch):
    """A notebook with the answer to an exercise, wrong or right; no sandbox is
    needed.
    """

    def write(how: str, check: str = "chapter5.check.split_heads") -> str:
        answer = f"def split_heads(x, H):\n    return {how}"
        cells = map(new_code_cell, [answer, f"{check}(split_heads)"])
        nbformat.write(new_notebook(cells=[*cells]), places / "b.ipynb")
        return str(places / "b.ipynb")

    monkeypatch.setenv("PATH", "")
    return write


NONE = "--sandbox", "none"
RIGHT = "x.unflatten(-1, (H, -1)).transpose(1, 2)"


def test_grade_says_what_is_right(answered):
    """And warns of what it does without a sandbox."""
    result = run("grade", answered(RIGHT), *NONE, "--seed", "3")
    assert result.exit_code == 0
    assert result.stdout == "1 of 1  split_heads: right\n"
    assert "no sandbox" in result.stderr


def test_grade_says_what_is_wrong(answered):
    """In words, or as JSON; status 1 is for a hook."""
    path = answered("x")
    result = run("grade", path, *NONE)
    assert result.exit_code == 1
    assert result.stdout.startswith("0 of 1  split_heads: split_heads: your ")
    result = run("grade", path, *NONE, "--json")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert (said["points"], said["of"]) == (0, 1)


def test_grade_refuses_what_it_cannot_grade(answered):
    """Without a sandbox, unless asked for; another sandbox; no notebook; one
    without a check.
    """
    path = answered(RIGHT)
    assert "apt install bubblewrap" in refused("grade", path)
    assert "docker" in refused("grade", path, "--sandbox", "docker")
    assert "absent" in refused("grade", path + "absent", *NONE)
    path = answered(RIGHT, "chapter5.check.absent")
    assert "no check" in refused("grade", path, *NONE)


def test_grade_takes_a_class(answered, places):
    """With what was handed out, and a folder for the grades."""
    like = answered(RIGHT)
    (places / "in").mkdir()
    (places / "in" / "ann.ipynb").write_bytes(Path(like).read_bytes())
    folder, to = str(places / "in"), str(places / "out")
    assert "--hidden" in refused("grade", folder, *NONE, "--to", to)
    assert "--to" in refused("grade", folder, *NONE, "--like", like)
    said = run("grade", folder, *NONE, "--to", to, "--like", like)
    assert [Path(line).name for line in said.stdout.splitlines()] == [
        *("plain.csv", "canvas.csv", "moodle.csv", "class.html")
    ]
    assert said.stderr.splitlines()[-1] == (
        "attnbook: 1 students, 1 graded: median 1 of 1 points"
    )
    plain = (places / "out" / "plain.csv").read_text()
    assert plain.splitlines()[1] == "ann,1,1,,1"
    like = answered(RIGHT, "print")
    asked = ("grade", folder, *NONE, "--to", to, "--like", like)
    assert "no check" in refused(*asked)


SHOWN = "<p>predictions.append(int(log_probabilities.argmax()))</p>"


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
    site = "--site", str(places / "site")
    (places / "site").mkdir()
    (places / "site" / "page.html").write_text(SHOWN)
    assert "answers are public" in refused("assign", *new, *source, *site)
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
