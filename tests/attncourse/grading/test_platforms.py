"""Downloads of Canvas and Moodle are read as they are."""

from pathlib import Path

import pytest

from attncourse.grading import handed_in, platforms

FILES = {
    "lovelaceada_120_3456_week-5.ipynb": "lovelaceada (Canvas 120)",
    "lovelaceada_LATE_120_3457_week-5-1.ipynb": "lovelaceada (Canvas 120)",
    "de_la_cruz_7_890_a_1_2_b.pdf": "de_la_cruz (Canvas 7)",
    "anon_Xy1_340_5678_week-5.ipynb": "anon_Xy1_340_5678_week-5",
}
OTHERS = [
    ["ann.ipynb", "lovelaceada_120_3456_week-5.ipynb"],
    ["hw_5_2_ann.ipynb", "hw_5_2_bob.ipynb"],
    ["hw_5_200_ann.ipynb", "hw_5_200_bob.ipynb"],
    ["ann_5_200_a.ipynb", "bob_5_201_a.ipynb"],
    ["week_5_2_ann.ipynb"],
    ["anon_Xy1_34_a_1_2_b.ipynb"],
]
"""Files that somebody else has named: all, or some of them."""
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
    for name in FOLDERS:
        (tmp_path / name).mkdir()
    known = FILES | FOLDERS
    names = platforms.students([tmp_path / name for name in known])
    assert names == [*known.values()]


@pytest.mark.parametrize("names", OTHERS)
def test_what_no_platform_has_named_has_its_own_name(names, tmp_path) -> None:
    for name in names:
        (tmp_path / name).touch()
    assert [*handed_in.students(tmp_path)] == [Path(n).stem for n in names]


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
        "lovelaceada (Canvas 120)",
        2,
    )
    assert (ada.late, lovelace.late) == (False, True)
