"""What is written of a class."""

from attnbook import files
from attncourse.grading import grade
from attncourse.grading.outputs.folder import Rows, write
from tests.attncourse.grading.outputs.toys import words


def test_texts_have_a_page(tmp_path) -> None:
    """Beside the tables and the page of the class; a file that is cut off is
    no student.
    """
    asked, rows = words("because", "")
    students = tmp_path / "students"
    for row in rows:
        text = grade.written(row)
        files.write(students / f"{row['student']}.json", text.encode())
    (students / "cut.json").write_text(text[:30])
    made = write(Rows(students.iterdir()), asked, tmp_path)
    assert [path.name for path in made] == [
        *("plain.csv", "canvas.csv", "moodle.csv"),
        *("class.html", "texts.csv", "text_5_7.html"),
    ]
    plain = made[0].read_text().splitlines()
    assert [line.split(",")[0] for line in plain] == ["student", "s0", "s1"]
    assert "because" in made[-1].read_text()
