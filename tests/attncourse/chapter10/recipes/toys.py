"""The recipes of chapter 10 in miniature."""

from dataclasses import replace
from pathlib import Path

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

VERSES = [f"The fox {k} jumps over {k % 7} lazy dogs." for k in range(90)]
OWN = recipes.load("text")
OWN = replace(
    OWN,
    model=replace(OWN.model, vocabulary=80, width=16, hidden=8, layers=1),
    window=9,
    batch_tokens=200,
    settings=replace(SHORT, epochs=2),
)
"""A model of a few verses; their file is still to be named."""


def written(monkeypatch, workspace):
    """The verses, where the runs are."""
    folder = workspace.out.parent
    monkeypatch.chdir(folder)
    Path("mine.txt").write_text("\n".join(VERSES))


TOYS = {
    "text": Toy(
        replace(OWN, file="mine.txt"),
        rows={"epochs": 2},
        seeds=(),
        like=None,
        prepare=written,
    ),
}
