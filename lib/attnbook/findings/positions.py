"""Which encoding answers which question, inside and beyond the trained
length.
"""

import numpy as np

from attnbook import results
from attnbook.data import order
from attnbook.findings.finding import Finding, seeds
from attnbook.results import Result
from attnbook.show import plots
from attnbook.show.live.calculator import LiveCalculator

NAMES = {
    "shaw": "Shaw",
    "alibi": "ALiBi",
    "sinusoidal, random starts": "sinusoidal*",
    "learned, random starts": "learned*",
}
Shares = dict[tuple[str, str, int], float]


def calculator() -> Finding:
    """Without positions a model gives both orders of two digits one answer."""
    stored = results.load("calculator")
    names = {
        "none, no mask": "without positions",
        "sinusoidal, no mask": "with positions",
    }
    answers = {name: np.zeros((10, 10), int) for name in names.values()}
    for row in stored.samples["sequences"]:
        first, _, second = row["tokens"]
        answers[names[row["kind"]]][first, second] = row["said"][1] - 9
    figure = LiveCalculator(answers)
    blind, sees = answers.values()
    right = [int(x.sum()) for x in figure.right().values()]
    assert (blind == blind.T).all(), "a swap changes no answer"
    assert (sees[5, 3], sees[3, 5]) == (2, -2) and right == [55, 100]
    caption = f"""Without positions, both orders of two digits get the same
    answer: {right[0]} of 100 differences are right. With positions,
    {right[1]} are. Full cells are right answers, crosses wrong ones (first
    digit down, second along). Two models of two layers, one seed each, trained
    on these 100 differences."""
    return Finding("positions.calculator", figure, caption, (stored,))


def comparison() -> Finding:
    """Each encoding but Shaw's fails at one of three questions."""
    stored = results.load("positions")
    got = _shares(stored)
    trained, *_, longest = stored.recipe["tested"]
    worst = {
        kind: min(got[q, kind, longest] for q in stored.recipe["questions"])
        for kind in stored.recipe["kinds"]
    }
    others = [worst[kind] for kind in worst if kind != "shaw"]
    assert max(others) < 0.6 < 0.75 < worst["shaw"], "each fails somewhere"
    figure = _map(stored, got, "length")
    caption = f"""Each encoding but Shaw's fails at one or more of three
    questions beyond the trained length. Share of right answers of small causal
    models, trained at up to {trained} symbols and asked at up to {longest}:
    {_questions(stored)}. A learned table has {longest} rows; those beyond the
    trained length were never trained. A star marks random starts. Full cells:
    all right. Means of {seeds(stored.table("accuracy"))}; one learning rate
    for all."""
    return Finding("positions.comparison", figure, caption, (stored,))


def grids() -> Finding:
    """What is learned of neighbours serves larger grids; of distances, where
    the question is one of distance.
    """
    stored = results.load("positions-grid")
    got = _shares(stored)
    small, *_, large = stored.recipe["tested"]
    best = min(got[q, "conditional", large] for q in ("above", "corner"))
    table = got["above", "learned, no mask", large]
    assert table < 0.3 < 0.95 < min(best, got["above", "grid", large]), (
        "neighbours and distances serve every grid, a table its own"
    )
    assert got["corner", "grid", large] < 0.6, "a distance names no place"
    figure = _map(stored, got, "area")
    caption = f"""Share of right answers on square grids of {small} to {large}
    symbols a side, trained on sides of up to {small}, without a mask:
    {_questions(stored)}. Means of {seeds(stored.table("accuracy"))}."""
    return Finding("positions.grids", figure, caption, (stored,))


def _shares(stored: Result) -> Shares:
    """The mean share of right answers of each question, kind and size."""
    table, made = stored.table("accuracy"), stored.recipe
    return {
        (question, kind, size): table.where(
            question=question, kind=kind, size=size
        ).mean("accuracy")
        for question in made["questions"]
        for kind in made["kinds"]
        for size in made["tested"]
    }


def _questions(stored: Result) -> str:
    """What is asked, and what guessing would give."""
    known = order.SEQUENCES | order.GRIDS
    return "; ".join(
        f"{row['question']}, {known[row['question']].says} (guessing "
        f"{row['chance']:.2f})"
        for row in stored.table("chance").rows
    )


def _map(stored: Result, got: Shares, alongside: str) -> plots.Figure:
    """A row for each encoding, the questions side by side with an empty column
    between them, in each a column for each size.
    """
    made = stored.recipe
    least = made["tested"][0]
    unsaid = ", no mask" if alongside == "area" else ""
    columns: list[tuple[str, int] | None] = []
    for question in made["questions"]:
        columns += [None, *((question, size) for size in made["tested"])]
    columns = columns[1:]
    return plots.heatmap(
        [
            [got[c[0], kind, c[1]] if c else 0.0 for c in columns]
            for kind in made["kinds"]
        ],
        [NAMES.get(kind, kind).removesuffix(unsaid) for kind in made["kinds"]],
        [_times(c[1] / least, alongside) if c else "" for c in columns],
        xlabel=", ".join(made["questions"]) + f", by times the {alongside}",
        ylabel="encoding",
        bar=False,
    )


def _times(more: float, alongside: str) -> str:
    """How many times as long, or as large."""
    return str(round(more**2 if alongside == "area" else more))
