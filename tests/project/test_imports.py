"""The import cells of exercises run where there is no more than PyTorch, NumPy
and plain Python: what makes tokens or scores, or fetches, is imported where it
is used.
"""

import subprocess
import sys

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


def test_the_imports_of_exercises_need_little() -> None:
    sources = [
        cell.source
        for path in EXERCISES
        for cell in cells(path, "code")
        if cell.id == "imports"
    ]
    assert len(sources) == len(EXERCISES) > 1
    done = subprocess.run(
        [sys.executable, "-c", "\n".join([WITHOUT, *sources])],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
