"""Which encoding answers which question, inside and beyond the trained
length.
"""

from attncourse.chapter6 import order
from attncourse.chapter6.sparks import sparks
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, Shares, seeds, shares
from attncourse.experiments.results import Result, Row
from attncourse.figures import plots

NAMES = {
    "shaw": "Shaw",
    "alibi": "ALiBi",
    "sinusoidal, random starts": "sinusoidal*",
    "learned, random starts": "learned*",
    "grid": "two directions",
    "conditional": "convolution",
}


def comparison() -> Finding:
    """Each encoding but Shaw's fails at one of three questions."""
    stored = results.load("positions")
    got = shares(stored)
    trained, *_, longest = stored.recipe["tested"]
    _hold(got, *stored.recipe["tested"])
    figure = _curves(stored, got, "symbols")
    caption = f"""At {round(longest / trained)} times the trained length every
    encoding but Shaw's gets less than 0.6 on at least one of three questions.
    Share of right answers of small causal models, trained at up to {trained}
    symbols and tested at up to {longest}: {_questions(stored)}. A learned table
    has {longest} rows; those beyond the trained length were never trained. A
    star marks random starts. Grey lines are 0 and 1. Means of
    {seeds(stored.table("accuracy"))}{_apart(stored)}; one learning rate for
    all."""
    return Finding("positions.comparison", figure, caption, (stored,))


def grids() -> Finding:
    """What is learned of neighbours serves larger grids; of distances, where
    the question is one of distance.
    """
    stored = results.load("positions-grid")
    got = shares(stored)
    small, *_, large = stored.recipe["tested"]
    best = min(got[q, "conditional", large] for q in ("above", "corner"))
    table = got["above", "learned, no mask", large]
    assert table < 0.3 < 0.95 < min(best, got["above", "grid", large]), (
        "neighbours and distances serve every grid, a table its own"
    )
    assert got["corner", "grid", large] < 0.6, (
        "distances that were never trained"
    )
    assert got["corner", "learned, no mask", large] > 0.95, "always place 0"
    figure = _curves(stored, got, "side of the grid")
    caption = f"""In larger grids distances in two directions still find the
    symbol above, a learned table the corner, a convolution both. Share of right
    answers on square grids of {small} to {large} symbols a side, trained on
    sides of up to {small}, without a mask: {_questions(stored)}. Means of
    {seeds(stored.table("accuracy"))}{_apart(stored)}."""
    return Finding("positions.grids", figure, caption, (stored,))


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


def _apart(stored: Result) -> str:
    """Which cells are means of scattered seeds, in words."""

    def name(row: Row) -> str:
        kind = NAMES.get(row["kind"], row["kind"].removesuffix(", no mask"))
        return f"{kind}, {row['question']} at {row['size']}"

    table = stored.table("accuracy")
    return caveats.apart(table, "accuracy", ("question", "kind", "size"), name)


def _questions(stored: Result) -> str:
    """What is asked, and what guessing would give."""
    known = order.SEQUENCES | order.GRIDS
    return "; ".join(
        f"{row['question']}, {known[row['question']].says} (guessing "
        f"{row['chance']:.2f})"
        for row in stored.table("chance").rows
    )


def _curves(stored: Result, got: Shares, xlabel: str) -> plots.Figure:
    """A row for each encoding, a column for each question."""
    made = stored.recipe
    unsaid = ", no mask" if made["name"] == "positions-grid" else ""
    return sparks(
        {
            (NAMES.get(kind, kind).removesuffix(unsaid), question): [
                got[question, kind, size] for size in made["tested"]
            ]
            for kind in made["kinds"]
            for question in made["questions"]
        },
        [str(size) for size in made["tested"]],
        xlabel,
    )
