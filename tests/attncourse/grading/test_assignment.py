"""An assignment: what students get, what stays with the instructor."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from attncourse.grading import assembly, assignment, parts
from attncourse.grading.leaks import leaks
from attncourse.grading.notebooks import read
from tests.environment import ROOT

SOURCE = ROOT / "chapters" / "exercises"
POINTS = {"5.2": 1.0, "7.3": 3.0, "5.4": 2.0}
WRONG = "x.reshape(x.shape[0], H, x.shape[1], -1)"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of three exercises of two chapters, which need two other answers."""
    folder = tmp_path_factory.mktemp("made") / "week-5"
    sources = parts.found(SOURCE, [*POINTS])
    written = assignment.assign(sources, folder, "week-5", POINTS, 7)
    assert [path.relative_to(folder).as_posix() for path in written] == [
        "instructor/assignment.json",
        "instructor/week-5.ipynb",
        "student/README.md",
        "student/week-5.ipynb",
    ]
    return folder


@pytest.fixture
def edition(made: Path) -> list:
    """The cells that students get."""
    return read(made / "student" / "week-5.ipynb").cells


def test_students_get_the_exercises_without_the_answers(made, edition) -> None:
    source = "\n".join(cell.source for cell in edition)
    assert source.count("YOUR CODE HERE") == 4  # once in the first lines
    for heading in ("Exercise 5.2:", "Exercise 5.4:", "Exercise 7.3:"):
        assert f"## {heading}" in source
    assert "## Exercise 5.3:" not in source
    assert "](../" not in source and "/chapters/07_transformer.ipynb" in source
    solved = made / "instructor" / "week-5.ipynb"
    assert leaks([solved], [made / "student"]) == []
    assert not any(cell.get("outputs") for cell in edition)
    table = (made / "student" / "README.md").read_text()
    assert "| `post_norm_block` | 3 |" in table


def test_an_answer_that_is_not_asked_for_is_the_reference(edition) -> None:
    """With its signature, its docstring, and no check."""
    (cell,) = [c for c in edition if "def multi_head(" in c.source]
    assert "mask=None" in cell.source and "Vaswani" in cell.source
    assert cell.source.endswith(
        "return chapter5.check.multi_head.exercise.reference("
        "X, W_q, W_k, W_v, W_o, H, mask)"
    )
    assert "nbgrader" not in cell.metadata
    assert not any("check.multi_head(" in c.source for c in edition)


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        (["5.9"], "no exercise 5.9"),
        (["31.1"], "no exercise 31.1"),
        (["five"], "no exercise five"),
        (["5.2", "5.2"], "stands twice"),
        (["9.5", "9.6"], "9.5 cannot be asked here: another one needs"),
        (["2.4"], "cannot be assigned alone"),
    ],
)
def test_what_cannot_be_assigned_is_told(numbers, says, tmp_path) -> None:
    """And nothing is written."""
    folder = tmp_path / "week"
    with pytest.raises(ValueError, match=says):
        assignment.assign(
            parts.found(SOURCE, numbers),
            folder,
            "week",
            dict.fromkeys(numbers, 1.0),
            3,
        )
    assert not folder.exists()


def test_an_assignment_is_not_written_over(made: Path) -> None:
    """Nor among the exercises."""
    with pytest.raises(FileExistsError):
        assignment.assign({}, made, "week-5", {}, 1)
    sources = parts.found(SOURCE, ["5.2"])
    with pytest.raises(ValueError, match="lies among the exercises"):
        assignment.assign(sources, SOURCE / "week", "week", {"5.2": 1.0}, 1)
    assert not (SOURCE / "week").exists()


def test_no_question_comes_that_is_not_asked(edition) -> None:
    """But the paragraph before what is needed does."""
    asked = set()
    for path, numbers in parts.found(SOURCE, [*POINTS]).items():
        cells = read(path).cells
        known = parts.exercises(cells)
        asked |= {cells[k]["id"] for n in numbers for k in known[n]}
    more = [cell for cell in edition[1:] if cell["id"] not in asked]
    words = [cell for cell in more if cell.cell_type == "markdown"]
    assert not any("**Prediction:**" in cell.source for cell in words)
    said = [cell.source for cell in words if cell["id"] != "library-intro"]
    assert len(said) < len(words) and {*said} == {assembly.GIVEN}


@pytest.fixture(scope="module")
def thought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assignment of choices, a text, and a function with own cases."""
    place = tmp_path_factory.mktemp("thought")
    cases = "split_heads = [dict(H=13, B=2, T=17, D=26)]\n"
    (place / "own.py").write_text(cases)
    points = {"1.7": 3.0, "5.1": 2.0, "5.2": 1.0}
    options = assignment.Options(place / "own.py")
    sources = parts.found(SOURCE, [*points])
    written = assignment.assign(
        sources, place / "week", "week", points, 7, options
    )
    assert {path.name for path in written} == {
        *("assignment.json", "cases.py", "key.md", "week.ipynb", "README.md")
    }
    assert (place / "week/instructor/cases.py").read_text() == cases
    return place / "week"


def test_a_choice_does_not_stand_in_what_students_get(thought: Path) -> None:
    """Nor what each choice says, nor a cell that shows it; the instructor's
    key has it, and the assignment the instructor's own cases.
    """
    key = (thought / "instructor" / "key.md").read_text()
    student = read(thought / "student" / "week.ipynb").cells
    text = "\n".join(c.source for c in student)
    before, after = text.split("## Exercise 5.1")[1].split("## Exercise 5.2")
    assert before.count('= ""') == 4 and before.count("> **Prediction:**") == 4
    telling = "What each choice says", "Right", "softmax(-1)", "a row of"
    assert not [words for words in telling if words in before]
    assert "What each choice says" in after  # a question beside the code
    assert '## answer_5_1_1 = "c"\n\n- (a) No: the second weight' in key
    asked = assignment.Assignment.read(thought / "instructor/assignment.json")
    (own,) = [task.cases for task in asked.tasks if task.coded]
    assert [*own] == [{"H": 13, "B": 2, "T": 17, "D": 26}]
    for task in asked.tasks:
        if task.key:
            assert f'{task.name} = "{task.key}"' not in text
            assert f'{task.name} = "{task.key}"' in key
            assert f'"{task.key}"' not in before


def test_a_model_answer_goes_where_students_write(thought: Path) -> None:
    """And the programs that check it go."""
    for who in ("student", "instructor"):
        cells = read(thought / who / "week.ipynb").cells
        (cell,) = [c for c in cells if "text_1_7 begins" in c.source]
        assert cell.cell_type == "markdown"
        assert cell.metadata["nbgrader"]["points"] == 3.0
        assert ("chain rule: $" in cell.source) == (who == "instructor")
        assert ("YOUR ANSWER HERE" in cell.source) == (who == "student")
        assert not any(c["id"] == "powers" for c in cells)
    readme = (thought / "student" / "README.md").read_text()
    assert "| `text_1_7` | 3, by your instructor |" in readme
    assert "| `answer_5_1_2` | 0.5 |" in readme


def test_a_stub_that_is_right_is_no_exercise(made: Path, tmp_path) -> None:
    """A solution that stands in the edition, too, under another name."""
    solved = made / "instructor" / "week-5.ipynb"
    asked = assignment.Assignment.read(solved.with_name("assignment.json"))
    with pytest.raises(ValueError, match="edition without solutions has"):
        assignment.proved(solved, solved, asked)


def test_no_assignment_is_told(tmp_path: Path) -> None:
    for text in ("[", "[]", '{"tasks": [{}], "seed": 1, "name": "a"}'):
        (tmp_path / "a.json").write_text(text)
        with pytest.raises(ValueError, match="no assignment"):
            assignment.Assignment.read(tmp_path / "a.json")


def test_ids_stay_apart() -> None:
    cells = [new_code_cell("1", id="a"), new_markdown_cell("2", id="a")]
    found = assembly.numbered([*cells, new_code_cell("3", id="a")])
    assert [cell["id"] for cell in found] == ["a", "a-more", "a-more-more"]


def nbgrader(folder: Path, *command: str) -> None:
    """Run nbgrader in a folder of its own."""
    programs = Path(sys.executable).parent  # nbgrader calls another one
    subprocess.run(
        [programs / "nbgrader", *command],
        cwd=folder,
        check=True,
        capture_output=True,
        env=os.environ
        | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
    )


def test_nbgrader_gives_the_points(made: Path, tmp_path: Path) -> None:
    """All for the solutions, fewer where one is wrong, none for the edition:
    released, collected, graded and exported by nbgrader itself.
    """
    solved = made / "instructor" / "week-5.ipynb"
    source = tmp_path / "source" / "week-5" / "week-5.ipynb"
    source.parent.mkdir(parents=True)
    shutil.copy(solved, source)
    (tmp_path / "nbgrader_config.py").write_text(
        'get_config().CourseDirectory.course_id = "attention"'
    )
    nbgrader(tmp_path, "generate_assignment", "week-5")
    released = tmp_path / "release" / "week-5" / "week-5.ipynb"
    notebook = nbformat.read(solved, 4)
    for cell in notebook.cells:
        if cell.source.startswith("def split_heads"):
            cell.source = f"def split_heads(x, H):\n    return {WRONG}"
    for student, given in (
        ("ann", solved.read_text()),
        ("bob", nbformat.writes(notebook)),
        ("cy", released.read_text()),
    ):
        target = tmp_path / "submitted" / student / "week-5" / "week-5.ipynb"
        target.parent.mkdir(parents=True)
        target.write_text(given)
    nbgrader(tmp_path, "autograde", "week-5")
    nbgrader(tmp_path, "export")
    with (tmp_path / "grades.csv").open() as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    points = {name: float(row["score"]) for name, row in rows.items()}
    assert points == {"ann": 6.0, "bob": 5.0, "cy": 0.0}
    assert {float(row["max_score"]) for row in rows.values()} == {6.0}


def test_nbgrader_knows_the_answers_of_the_sources() -> None:
    """They say it themselves: 48 functions, a point each."""
    count = 0
    for path in sorted(SOURCE.glob("*.ipynb")):
        notebook = read(path)
        tasks = assembly.answered(notebook.cells)
        assembly.mark(notebook.cells, tasks)
        assert notebook == read(path), path.name
        count += len(tasks)
    assert count == 48


def test_of_choices_what_shows_the_answer_is_left_out() -> None:
    """A cell that is run after a guess, what needs it, what speaks of that."""
    guess = f"{parts.GUESS} How many?\n>\n> - (a) One"
    shows = new_code_cell("x = 1", metadata={"tags": ["guess"]})
    cells = [
        new_markdown_cell("## Exercise 1.1: Count"),
        new_code_cell("w = 0"),
        new_markdown_cell(guess),
        shows,
        new_markdown_cell(f"<details>{parts.CHOICES}...</details>"),
        new_markdown_cell("The assertion:"),
        new_code_cell("assert x == 1\nz = 2"),
        new_markdown_cell("So it is one."),
        new_markdown_cell("Another thing:"),
        new_code_cell("y = w"),
        new_code_cell("print(z)"),
        new_markdown_cell(guess),
    ]
    assert parts.kept(cells, range(len(cells))) == [0, 1, 2, 8, 9, 11]
    with pytest.raises(ValueError, match=r"exercise 1\.1: it has no answer"):
        parts.chosen(cells[:2], ["1.1"])
