"""The import cells of exercises run where there is no more than PyTorch, NumPy
and plain Python: what makes tokens or scores, or fetches, is imported where it
is used.
"""

import subprocess
import sys

import pytest

from tests.environment import NOTEBOOKS, cells

LATE = ("tokenizers", "sacrebleu", "sklearn", "pooch")
WITHOUT = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {LATE}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
"""
EXERCISES = [path for path in NOTEBOOKS if path.parent.name == "exercises"]


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_the_imports_of_exercises_need_little(path) -> None:
    (imports,) = (c.source for c in cells(path, "code") if c.id == "imports")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + imports],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
