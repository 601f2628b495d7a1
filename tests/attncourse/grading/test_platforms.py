"""Downloads of Canvas and Moodle are read as they are."""

from pathlib import Path

from attncourse.grading import handed_in, platforms

FILES = {
    "lovelaceada_12_34_week-5.ipynb": "lovelaceada (Canvas 12)",
    "lovelaceada_LATE_12_34_week-5-1.ipynb": "lovelaceada (Canvas 12)",
    "de_la_cruz_7_890_a_1_2_b.pdf": "de_la_cruz (Canvas 7)",
    "ann.ipynb": "ann",
    "ann_12_week.ipynb": "ann_12_week",
    "anon_Xy1_34_week-5.ipynb": "anon_Xy1_34_week-5",
    "anon_Xy1_34_a_1_2_b.ipynb": "anon_Xy1_34_a_1_2_b",
}
FOLDERS = {
    "Ada Lovelace_56_assignsubmission_file": "Ada Lovelace (Moodle 56)",
    "Ada Lovelace_56_assignsubmission_onlinetext_": "Ada Lovelace (Moodle 56)",
    "Ada_B_56_file": "Ada_B (Moodle 56)",
    "lovelaceada_12_34_week-5": "lovelaceada_12_34_week-5",
    "ann.b": "ann.b",
}


def test_a_file_or_a_folder_has_its_student(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).touch()
        assert platforms.student(tmp_path / name) == FILES[name]
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        assert platforms.student(tmp_path / name) == FOLDERS[name]


def test_who_hands_in_twice_is_one_student(tmp_path: Path) -> None:
    """Canvas has both of two files; Moodle has one folder for each kind."""
    for name in [*FILES][:2]:
        (tmp_path / name).touch()
    for name in [*FOLDERS][:2]:
        (tmp_path / name).mkdir()
    (tmp_path / next(iter(FOLDERS)) / "week-5.ipynb").touch()
    ada, lovelace = handed_in.found(tmp_path)
    assert (ada.student, len(ada.notebooks)) == ("Ada Lovelace (Moodle 56)", 1)
    assert (lovelace.student, len(lovelace.notebooks)) == (
        "lovelaceada (Canvas 12)",
        2,
    )
