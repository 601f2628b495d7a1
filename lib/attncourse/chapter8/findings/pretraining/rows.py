"""What the findings about pretraining read from its result."""

from collections.abc import Collection

from attncourse.experiments.caveats import listed
from attncourse.experiments.results import Result, Row, Table

NAME = "pretraining"
SCRATCH, TUNED, SHUFFLED = "scratch", "pretrained", "shuffled words"
LABELS = {
    TUNED: "pretrained",
    SCRATCH: "from scratch",
    SHUFFLED: "pretrained on shuffled words",
}
MEASURES = {"bleu": "by BLEU", "validation_loss": "by the validation loss"}
FEW = 1000  # pairs
CONVERGED, EQUAL, SHORT = "converged", "equal in all", "cut short"


def scores(stored: Result, way: str, until: str) -> Table:
    """The rows of one way under one budget."""
    return stored.table("scores").where(way=way, until=until)


def drawn(stored: Result, until: str) -> list[Row]:
    """The rows of the ways that are drawn as curves, under one budget."""
    rows = stored.table("scores").where(until=until).rows
    return [row for row in rows if row["way"] in LABELS]


def share(stored: Result, way: str, of: str, pairs: int, **where: int) -> float:
    """Which share of the gain of pretraining over training from scratch a way
    reaches, in the mean of the seeds.
    """
    none, ours, whole = (
        scores(stored, name, CONVERGED).where(pairs=pairs, **where).mean(of)
        for name in (SCRATCH, way, TUNED)
    )
    return (ours - none) / (whole - none)


def loss(stored: Result, way: str, pairs: int, until: str = CONVERGED) -> float:
    """The validation loss, in the mean of the seeds."""
    rows = scores(stored, way, until).where(pairs=pairs)
    return rows.mean("validation_loss")


def before(stored: Result) -> int:
    """The updates of one pretraining."""
    return max(stored.table("scores").column("before"))


def seeds(stored: Result, among: Collection[int] = ()) -> str:
    """With how many seeds, among some numbers of pairs or all."""
    many = [
        f"{pairs:,}"
        for pairs, count, _ in stored.recipe["budgets"]
        if count > 1 and pairs in (among or [pairs])
    ]
    return f"Three seeds with {listed(many)} pairs, else one"
