"""What a chapter says of the model that it trains still holds after three
times as many epochs: its assertions are run again. Takes minutes.
"""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.environment import CHAPTERS

EPOCHS = re.compile(r"(?<=^EPOCHS, RATE = )\d+", re.MULTILINE)


@pytest.mark.parametrize(
    "path",
    [path for path in CHAPTERS if "EPOCHS, RATE = " in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_three_times_the_epochs_break_no_sentence(path: Path) -> None:
    nb = nbformat.read(path, as_version=4)
    for cell in nb.cells:
        cell.source = EPOCHS.sub(lambda n: str(3 * int(n[0])), cell.source)
    NotebookClient(
        nb, timeout=None, resources={"metadata": {"path": path.parent}}
    ).execute()
