"""Whether the weights are an alignment, where the true one is known."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result, Row, Table
from attncourse.figures import plots

MIXING = ("additive", "general", "dot")


def scores() -> Finding:
    """Scores that mix query and key align, in either decoder."""
    stored, table, diagonal = _stored()
    wirings, names = (stored.recipe[key] for key in ("wirings", "attentions"))
    mixing = [row for row in table.rows if row["attention"] in MIXING]
    aligned = [row for row in mixing if row["all"] < diagonal["all"]]
    assert len(aligned) > 0.9 * len(mixing), "nearly every run aligns"
    blind = table.where(attention="linear").column("all")
    assert min(blind) > diagonal["all"], "the linear score does not align"
    curves = {
        f"{wiring.capitalize()}'s decoder": [
            table.where(wiring=wiring, attention=name).column("all")
            for name in names
        ]
        for wiring in wirings
    }
    figure = plots.bars(
        names,
        {label: [sum(v) / len(v) for v in c] for label, c in curves.items()}
        | {"diagonal": [diagonal["all"]] * len(names)},
        xlabel="score",
        ylabel="alignment error rate",
        error={
            label: ([min(v) for v in found], [max(v) for v in found])
            for label, found in curves.items()
        },
    )
    caption = f"""{len(aligned)} of {len(mixing)} runs with a score that mixes
    query and key align better than the diagonal, and none with the linear
    score does. Mean of three seeds; the marks show their range."""
    return Finding("align.scores", figure, caption, (stored,))


def _stored() -> tuple[Result, Table, Row]:
    """The result, its scores, and the errors of the diagonal."""
    stored = results.load("align-phrases")
    diagonal = stored.table("references").where(model="diagonal").rows[0]
    return stored, stored.table("scores"), diagonal
