"""Solutions are what stands between markers that pair."""

import pytest

from attncourse.grading import release
from tests.attncourse.grading.toys import write


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
    ],
)
def test_markers_that_do_not_pair_are_refused(tmp_path, cell, says):
    source = write(tmp_path / "areas.ipynb", cell)
    with pytest.raises(ValueError, match=says) as failure:
        release.student(source)
    assert "areas.ipynb" in str(failure.value)
