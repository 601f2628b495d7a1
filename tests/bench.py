"""What `make bench` measures: ratios, interleaved, in one run, with the median.
Nothing here can fail.

Machines are shared and noisy, so times are no tests; a ratio of neighbouring
runs tells something everywhere.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from PIL import Image

from attnbook.data import phrases
from attncourse.grading import classroom
from attncourse.grading.classroom import Assignment
from attncourse.grading.grade import Task
from tests.environment import ROOT

REPEATS = 7
SUBMISSIONS = 24
LINES = 300


def seconds(*arguments: str, lines: str = "") -> float:
    """How long a Python process takes from its start to its end."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        input=lines.encode(),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def start() -> str:
    """`import attncourse.cli` beside `import torch`."""
    pairs = [
        (seconds("-c", "import attncourse.cli"), seconds("-c", "import torch"))
        for _ in range(REPEATS)
    ]
    ratio, ours, torch = (
        median(x) for x in zip(*((a / b, a, b) for a, b in pairs), strict=True)
    )
    return (
        f"import attncourse.cli / import torch: {ratio:.2f} ({ours:.2f} s and "
        f"{torch:.2f} s)"
    )


def verbs() -> str:
    """Verbs that use a shipped model, beside `translate` and beside `import
    torch`: models start alike.
    """
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "digit.png"
        drawn = Image.new("L", (90, 70), 255)
        drawn.paste(0, (20, 10, 30, 60))
        drawn.save(image)
        asked = {
            "import torch": ("-c", "import torch"),
            "translate": ("-m", "attncourse", "translate", "A dog."),
            "complete": ("-m", "attncourse", "complete", "a", "--top-k", "1"),
            "classify": ("-m", "attncourse", "classify", str(image)),
            "caption": ("-m", "attncourse", "caption", str(image)),
        }
        rounds = [
            {name: seconds(*words) for name, words in asked.items()}
            for _ in range(REPEATS)
        ]
    return "\n".join(
        f"{verb}: {median(x[verb] / x['translate'] for x in rounds):.2f} times "
        f"translate, {median(x[verb] / x['import torch'] for x in rounds):.2f} "
        f"times import torch"
        for verb in list(asked)[1:]
    )


def batches() -> str:
    """A file through `attnbook translate`, as it is read and one line at a
    time, the start of the program taken off.
    """
    text = "".join(
        f"{phrase.source}\n" for phrase in phrases.split("train")[:LINES]
    )
    whole = (
        "from attncourse import cli; cli.models.CHUNK = {}; "
        "cli.app(['translate'])"
    )
    rounds = []
    for _ in range(3):
        empty, chunks, single = (
            seconds("-c", whole.format(size), lines=part)
            for size, part in ((1000, "\n"), (1000, text), (1, text))
        )
        rounds.append(
            ((single - empty) / (chunks - empty), LINES / (chunks - empty))
        )
    ratio, rate = (median(x) for x in zip(*rounds, strict=True))
    return (
        f"translate a file / line by line: {ratio:.1f} times as fast "
        f"({rate:.0f} lines/s)"
    )


def grading() -> str:
    """A submission of two exercises, one after the other and two at once,
    beside `import torch`.
    """
    tasks = (Task("chapter5", "split_heads"), Task("chapter5", "multi_head"))
    asked = Assignment(tasks, seed=7)
    (source,) = ROOT.glob("chapters/exercises/05_*.ipynb")
    with tempfile.TemporaryDirectory() as place:
        folder, to = Path(place, "class"), Path(place, "grades")
        folder.mkdir()
        for k in range(SUBMISSIONS):
            shutil.copy(source, folder / f"student{k:02}.ipynb")

        def both(target: Path) -> float:
            began = time.perf_counter()
            list(classroom.mark_all(folder, asked, target, jobs=2))
            return (time.perf_counter() - began) / SUBMISSIONS

        twos = [both(to / "before")]
        one_by_one = classroom.mark_all(folder, asked, to / "alone")
        pairs = []
        for _ in range(SUBMISSIONS):
            torch = seconds("-c", "import torch")
            began = time.perf_counter()
            next(one_by_one)
            pairs.append((torch, time.perf_counter() - began))
        twos.append(both(to / "after"))
    torch = median(a for a, _ in pairs)
    alone = median(b / a for a, b in pairs)
    return (
        f"grade a submission / import torch: {alone:.2f} one after the other, "
        f"{twos[0] / torch:.2f} and {twos[1] / torch:.2f} two at once (import "
        f"torch {torch:.2f} s)"
    )


if __name__ == "__main__":
    print(start())
    print(verbs())
    print(batches())
    print(grading())
