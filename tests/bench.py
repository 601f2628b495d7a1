"""What `make bench` measures: ratios, interleaved, in one run, with the median.
Nothing here can fail.

Machines are shared and noisy, so times are no tests; a ratio of neighbouring
runs tells something everywhere.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from PIL import Image

from attnbook.data import phrases

REPEATS = 7
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


if __name__ == "__main__":
    print(start())
    print(verbs())
    print(batches())
