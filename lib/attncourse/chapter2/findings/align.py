"""Whether the weights are an alignment, where the true one is known."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

MIXING = ("additive", "general", "dot")


def scores() -> Finding:
    """Scores that mix query and key can align; to translate, none needs to."""
    stored = results.load("align-phrases")
    table, names = stored.table("scores"), stored.recipe["attentions"]
    diagonal = stored.table("references").where(model="diagonal").rows[0]
    found = [table.where(attention=n).column("all") for n in names]
    mixing = [row for row in table.rows if row["attention"] in MIXING]
    aligned = [row for row in mixing if row["all"] < diagonal["all"]]
    assert len(aligned) > 0.8 * len(mixing), "they align"
    blind = table.where(attention="linear").column("all")
    assert min(blind) > diagonal["all"], "the linear score does not"
    assert min(table.column("words 9")) > 0.95, "and all translate"
    figure = plots.bars(
        names,
        {
            "attention": [sum(x) / len(x) for x in found],
            "diagonal": [diagonal["all"]] * len(names),
        },
        xlabel="score",
        ylabel="alignment error rate",
        error={"attention": ([*map(min, found)], [*map(max, found)])},
    )
    caption = f"""{len(aligned)} of {len(mixing)} runs with a score that mixes
    query and key align better than the diagonal. Mean of three seeds; the marks
    show their range."""
    return Finding("align.scores", figure, caption, (stored,))
