"""The recipes of chapter 10 in miniature."""

from dataclasses import replace
from pathlib import Path

from attncourse.chapter10.recipes import capstone
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


PAIRS = recipes.load("pairs")
PAIRS = replace(
    PAIRS,
    models=tuple(
        (kind, replace(config, width=12)) for kind, config in PAIRS.models
    ),
    vocabulary=90,
    batch_tokens=300,
    beam=2,
    settings=SHORT,
    shown=3,
)
"""Three translators of a few pairs; their file is still to be named."""


def paired(monkeypatch, workspace):
    """Pairs of verses, where the runs are."""
    monkeypatch.chdir(workspace.out.parent)
    Path("mine.tsv").write_text(
        "\n".join(f"{verse}\t{verse[::-1]}\tmore" for verse in VERSES * 2)
        + "\nno tab\n"
        + "\n".join(f"the {k}\tle {k}" for k in range(40))
    )


CAPSTONE = recipes.load("capstone")
CAPSTONE = replace(
    CAPSTONE,
    base=replace(OWN, name="capstone"),
    seeds=(1, 2),
    drawn=2,
)


def read(monkeypatch, workspace):
    """A few verses in the place of what comes with Python."""
    verses = {str(k): verse for k, verse in enumerate(VERSES)}
    monkeypatch.setattr(capstone.topics, "topics", verses)


INDUCTION = recipes.load("induction-letters")
INDUCTION = replace(
    INDUCTION,
    model=replace(INDUCTION.model, width=8, hidden=8),
    length=12,
    chunk=(2, 3),
    batch=4,
    batches=10,
    settings=replace(INDUCTION.settings, epochs=2, warmup=2),
    tested=4,
)

CHANGED = recipes.load("five-changes")
CHANGED = replace(
    CHANGED,
    model=replace(CHANGED.model, vocabulary=150, width=16, layers=1),
    changes=("none", "all five"),
    read=18,
    seeds=(1, 2),
    rates=(0.01,),
    settings=replace(CHANGED.settings, epochs=2, warmup=2),
    batch_tokens=60,
)
SCALED = recipes.load("scaling-law")
SCALED = replace(
    SCALED,
    model=CHANGED.config({"change": "all five"}),
    widths=(8, 16),
    amounts=(9, 18),
    extrapolated=(24, 18),
    rates=CHANGED.rates,
    settings=CHANGED.settings,
    batch_tokens=60,
)

TOYS = {
    "capstone": Toy(
        CAPSTONE,
        rows={"scores": 2, "ngrams": 4, "epochs": 4},
        seeds=(1, 2),
        prepare=read,
    ),
    "five-changes": Toy(
        CHANGED,
        rows={"runs": None, "epochs": 8, "scores": 4},
        seeds=(1, 2),
    ),
    "scaling-law": Toy(
        SCALED, rows={"runs": None, "epochs": 10, "scores": 5}, seeds=(1,)
    ),
    "induction-letters": Toy(
        INDUCTION, rows={"epochs": 2, "repeated": 5}, seeds=()
    ),
    "pairs": Toy(
        replace(PAIRS, file="mine.tsv"),
        rows={"epochs": 3, "scores": 3},
        seeds=(),
        like=None,
        prepare=paired,
    ),
    "text": Toy(
        replace(OWN, file="mine.txt"),
        rows={"epochs": 2},
        seeds=(),
        like=None,
        prepare=written,
    ),
}
