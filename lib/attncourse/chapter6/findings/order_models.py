"""A calculator that sees a set, and models of order that run in the page."""

from typing import Any

import numpy as np

from attnbook import pretrained
from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.chapter6.live.order import KINDS, LiveOrder
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, Shares, shares
from attncourse.experiments.results import Result


def calculator() -> Finding:
    """Without positions a model gives both orders of two digits one answer."""
    stored = results.load("calculator")
    names = {
        "none": "without positions",
        "sinusoidal": "with positions",
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
    caption = f"""Without positions {right[0]} of 100 differences are right,
    with positions {right[1]}. Crosses are wrong answers (rows: first
    digit)."""
    return Finding("order_models.calculator", figure, caption, (stored,))


def lengths() -> Finding:
    """Small trained models on sequences as long as the reader wants."""
    stored = results.load("order-models")
    made = stored.recipe["trial"]
    got, twice = shares(stored), made["tested"][1]
    sines = got["back", "sinusoidal", twice]
    assert sines < 0.5, "what the figure opens on fails"
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
        encoding=list(KINDS).index("sinusoidal"),
        length=twice,
    )
    caption = f"""Sines answer *back* at {made["trained"][1]} symbols, the
    longest in training, but at {twice} only {sines:.0%} are right (one seed).
    Choose another encoding, then drag the length."""
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
