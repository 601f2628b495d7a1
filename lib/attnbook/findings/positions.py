"""Which encoding answers which question, inside and beyond the trained
length.
"""

from importlib import resources
from typing import Any

import numpy as np

from attnbook import results
from attnbook.data import order
from attnbook.findings.finding import Finding, seeds
from attnbook.results import Result
from attnbook.show import plots
from attnbook.show.live.calculator import LiveCalculator
from attnbook.show.live.order import KINDS, LiveOrder

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
    assert right == [55, 100], "positions answer all, a set at most 55"
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
    _hold(got, *stored.recipe["tested"])
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


def lengths() -> Finding:
    """Small trained models on sequences as long as the reader wants: Shaw's
    distances still answer all three questions.
    """
    stored = results.load("order-models")
    made = stored.recipe["trial"]
    got, longest = _shares(stored), made["tested"][-1]
    worst = {
        kind: min(got[q, kind, longest] for q in made["questions"])
        for kind in KINDS
    }
    least, *others = sorted(worst.values(), reverse=True)
    assert worst["shaw"] == least > 0.75 > 0.6 > others[0], "one serves all"
    files = {
        f"order-{q}-{kind}": f"{q}, {label}"
        for q in made["questions"]
        for kind, label in KINDS.items()
    }
    figure = LiveOrder(
        [(name, files[name], len(_file(name))) for name in files],
        [_recorded(stored, q, got) for q in made["questions"]],
        made["tested"],
        made["trained"][1],
        _file,
    )
    caption = f"""Only Shaw's encoding serves all three questions at {longest}
    symbols: at its worst question {least:.2f} of its answers are right, of the
    next best encoding {others[0]:.2f}. {len(files)} small models, run on this
    page, trained on {made["trained"][0]} to {made["trained"][1]} symbols,
    {seeds(stored.table("accuracy"))}. Each accuracy was measured on
    {made["asked"]:,} fresh symbols, of which those in the second half of a
    sequence count; the first sequence of each question is recorded."""
    return Finding("positions.lengths", figure, caption, (stored,))


def _file(name: str) -> bytes:
    """The weights of a shipped model."""
    folder = resources.files("attnbook").joinpath("weights")
    return folder.joinpath(f"{name}.safetensors").read_bytes()


def _recorded(stored: Result, question: str, got: Shares) -> dict[str, Any]:
    """A question's stored sequence, what each model says of it, and the
    measured accuracies.
    """
    own = {
        row["kind"]: row
        for row in stored.samples["sequences"]
        if row["question"] == question
    }
    rows = [own[kind] for kind in KINDS]
    sizes = stored.recipe["trial"]["tested"]
    assert all(row["tokens"] == rows[0]["tokens"] for row in rows), "the same"
    return {
        "question": question,
        "tokens": rows[0]["tokens"],
        "wanted": rows[0]["answers"],
        "answers": [{"said": row["said"]} for row in rows],
        "measured": [[got[question, k, size] for size in sizes] for k in KINDS],
    }


def _hold(
    got: Shares, trained: int, twice: int, four: int, longest: int
) -> None:
    """What the comparison says of each encoding."""
    worst: dict[str, float] = {}
    for (_, kind, size), share in got.items():
        if size == longest:
            worst[kind] = min(share, worst.get(kind, 1.0))
    shaw = worst.pop("shaw")
    assert max(worst.values()) < 0.6 < 0.75 < shaw, "each fails somewhere"
    for kind in ("sinusoidal", "learned"):
        plain, random = (
            [got[q, name, twice] for q in ("back", "fifth")]
            for name in (kind, f"{kind}, random starts")
        )
        assert plain[0] < 0.3 < 0.9 < random[0], "starts mend distances"
        assert random[1] < 0.3 < 0.9 < plain[1], "starts destroy positions"
        assert got["fifth", kind, longest] > 0.9, "positions are known"
    alibi, rotary, learned = (
        got["fifth", kind, longest] for kind in ("alibi", "rotary", "learned")
    )
    assert alibi < 0.1 < rotary < 0.6 < 0.99 < learned, "a row of its own"
    pointed = max(got["back", "alibi", size] for size in (trained, longest))
    recent = got["latest", "alibi", longest]
    assert pointed < 0.4 < 0.75 < recent, "a slope knows what is recent"
    late, last = (got["back", "rotary", size] for size in (four, longest))
    assert last < 0.6 < 0.9 < late, "rotary keeps distances for a while"
    masked, seen = (
        got["latest", kind, trained] for kind in ("none", "none, no mask")
    )
    assert seen < 0.5 < 0.8 < masked, "the mask tells positions apart"


def _shares(stored: Result) -> Shares:
    """The mean share of right answers of each question, kind and size."""
    table = stored.table("accuracy")
    made = stored.recipe.get("trial", stored.recipe)
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
