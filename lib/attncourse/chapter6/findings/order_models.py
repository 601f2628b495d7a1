"""A calculator that sees a set, and models of order that run in the page."""

from typing import Any

import numpy as np

from attnbook import pretrained
from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.chapter6.live.order import KINDS, LiveOrder
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, Shares, seeds, shares
from attncourse.experiments.results import Result


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
    {right[1]} are. Filled cells are right answers, crosses wrong ones (first
    digit down, second along). Two models of two layers, one seed each, trained
    on these 100 differences."""
    return Finding("order_models.calculator", figure, caption, (stored,))


def lengths() -> Finding:
    """Small trained models on sequences as long as the reader wants: Shaw's
    distances still answer all three questions.
    """
    stored = results.load("order-models")
    made = stored.recipe["trial"]
    got, longest = shares(stored), made["tested"][-1]
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
        [(name, files[name], _bytes(name)) for name in files],
        [_recorded(stored, q, got) for q in made["questions"]],
        made["tested"],
        made["trained"][1],
        encoding=list(KINDS).index("rotary"),  # whose clocks can be slowed
    )
    caption = f"""Of these six encodings only Shaw's serves all three questions
    at {longest} symbols: on its worst question it gets {least:.2f} right, the
    next best encoding {others[0]:.2f} on its own worst one. {len(files)} small
    models, run on this page, trained on {made["trained"][0]} to
    {made["trained"][1]} symbols, {seeds(stored.table("accuracy"))}. Each
    accuracy was measured on {made["asked"]:,} fresh symbols; only the second
    half of each sequence counts."""
    return Finding("order_models.lengths", figure, caption, (stored,))


def _bytes(name: str) -> int:
    """How many a shipped model has."""
    return len(pretrained.FOLDER.joinpath(f"{name}.safetensors").read_bytes())


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
        "measured": [
            [round(got[question, kind, size], 3) for size in sizes]
            for kind in KINDS
        ],
    }
