"""Which encoding answers which question, inside and beyond the trained
length.
"""

from collections.abc import Sequence

from attncourse.chapter6.live.order import KINDS
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, Shares, shares, span
from attncourse.experiments.results import Result
from attncourse.figures import plots

SLOW = "the slow ones"
CLOCKS = {
    "as trained": "as trained",
    "all of them": "all slowed",
    "larger base": "larger base",
    SLOW: "slow ones slowed",
}
SIZES = 32, 64, 256
"""The lengths that are shown, of all that were tested."""


def comparison() -> Finding:
    """What is learned at the trained length need not be left beyond it."""
    stored = results.load("positions")
    got = shares(stored, SIZES)
    trained, twice, longest = SIZES
    absolute = [got["back", kind, twice] for kind in ("sinusoidal", "learned")]
    assert max(absolute) < 0.5, "absolute encodings lose a distance at once"
    fixed = [got["fifth", kind, longest] for kind in ("sinusoidal", "learned")]
    assert min(fixed) > 0.9, "and keep a position"
    assert min(got["back", "shaw", n] for n in SIZES) > 0.9, "Shaw's holds"
    rows = {label: (got, kind) for kind, label in KINDS.items()}
    by_seed = _by_seed(stored, "sinusoidal", twice)
    caption = f"""At {twice} symbols sines ({by_seed} right, by seed) and a
    learned table have lost *back*, but they keep *fifth* even at {longest}.
    Trained on up to {trained}; mean of three seeds."""
    return Finding(
        "positions.comparison",
        _table(stored.recipe["questions"], rows),
        caption,
        (stored,),
    )


def random_starts() -> Finding:
    """Random starts give sines most of a distance back, and cost them no
    position.
    """
    plain, anywhere = results.load("positions"), results.load("random-starts")
    before, after = (shares(x, SIZES) for x in (plain, anywhere))
    _, twice, longest = SIZES
    kind = "sinusoidal"
    gain = [x["back", kind, twice] for x in (before, after)]
    assert gain[0] < 0.5 < 0.8 < gain[1], "distances are found again"
    assert after["fifth", kind, longest] > 0.9, "and positions are kept"
    rows = {
        "sequences start at 0": (before, kind),
        "random starts": (after, kind),
    }
    by_seed = _by_seed(plain, kind, twice)
    caption = f"""With random starts sines keep {gain[1]:.0%} of *back* at
    {twice} symbols, instead of {gain[0]:.0%} ({by_seed} by seed), and *fifth*
    is still right at {longest}. Mean of three seeds."""
    figure = _table(plain.recipe["questions"], rows)
    return Finding(
        "positions.random_starts", figure, caption, (plain, anywhere)
    )


def slowed() -> Finding:
    """Slowing only the clocks that made no full turn in training brings a
    distance and a position back, and costs what stands near.
    """
    stored = results.load("slowed-clocks")
    table, trial = stored.table("accuracy"), stored.recipe["trial"]
    _, longest = sizes = stored.recipe["sizes"]
    got = {
        (question, clocks, n): table.where(
            question=question, size=n, clocks=clocks
        ).mean("accuracy")
        for question in trial["questions"]
        for clocks in CLOCKS
        for n in sizes
    }
    back, latest, fifth = (
        [got[question, clocks, longest] for clocks in ("as trained", SLOW)]
        for question in ("back", "latest", "fifth")
    )
    for plain, slowed in (back, fifth):
        assert slowed - plain > 0.2, "what was lost is found again"
    assert latest[1] < latest[0] - 0.1, "a price"
    larger = table.where(size=longest, clocks="larger base")
    back_by, fifth_by = (
        span(larger.where(question=question).column("accuracy"))
        for question in ("back", "fifth")
    )
    caption = f"""With only the slow clocks slowed, *back* at {longest} rises
    from {back[0]:.0%} to {back[1]:.0%}, but *latest* falls from
    {latest[0]:.0%} to {latest[1]:.0%}. Mean of three seeds (larger base: *back*
    {back_by}, *fifth* {fifth_by})."""
    rows = {label: (got, clocks) for clocks, label in CLOCKS.items()}
    figure = _table(trial["questions"], rows, sizes, "clocks")
    return Finding("positions.slowed", figure, caption, (stored,))


def _by_seed(stored: Result, kind: str, size: int) -> str:
    """The range of the shares of *back*, in words."""
    rows = stored.table("accuracy").where(question="back", kind=kind, size=size)
    return span(rows.column("accuracy"))


def _table(
    questions: Sequence[str],
    rows: dict[str, tuple[Shares, str]],
    sizes: Sequence[int] = SIZES,
    ylabel: str = "encoding",
) -> plots.Figure:
    """The shares of each row, for each question and length."""
    return plots.heatmap(
        [
            [got[question, kind, n] for question in questions for n in sizes]
            for got, kind in rows.values()
        ],
        list(rows),
        [
            f"{question} {n}" if n == sizes[0] else str(n)
            for question in questions
            for n in sizes
        ],
        xlabel="question, symbols in the sequence",
        ylabel=ylabel,
        label="share right",
        numbers=True,
    )
