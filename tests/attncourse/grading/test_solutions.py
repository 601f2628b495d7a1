"""Solutions are what stands between markers that pair."""

import pytest

from attncourse.grading import release
from tests.attncourse.grading.toys import SOLVED, write

NEARLY = [
    "# begin solution",
    "### Begin Solution",
    "#BEGIN_SOLUTION",
    "### end solutions",
    "# begin hidden test",
    "    ### end-hidden-tests",
]
"""What such a line should hide would stay."""


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("x = 1", "no solution is marked in"),
        ("### BEGIN SOLUTION\nx = 1", "### END SOLUTION is missing in"),
        ("x = 1\n### END SOLUTION", "do not pair at '### END SOLUTION'"),
        (
            "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION",
            "do not pair at '### BEGIN SOLUTION'",
        ),
        (
            "### BEGIN SOLUTION\nx = 1\n### END HIDDEN TESTS",
            "do not pair at '### END HIDDEN TESTS'",
        ),
        (
            "### BEGIN HIDDEN TESTS\nassert x",
            "### END HIDDEN TESTS is missing in",
        ),
        *((f"{SOLVED}\n{line}\ny = 2", "is no marker") for line in NEARLY),
    ],
)
def test_markers_that_do_not_pair_are_refused(tmp_path, cell, says):
    source = write(tmp_path / "areas.ipynb", cell)
    with pytest.raises(ValueError, match=says) as failure:
        release.student(source)
    assert "areas.ipynb" in str(failure.value)


def test_words_about_solutions_are_no_markers(tmp_path):
    answer = (
        "### BEGIN SOLUTION\nx = 1\n### END SOLUTION\n"
        "# the beginning solution is x\n# in the end solutions differ"
    )
    release.student(write(tmp_path / "areas.ipynb", answer))
