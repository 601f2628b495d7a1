"""Whether the weights are an alignment, where the true one is known."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

MIXING = ("additive", "general", "dot")


def scores() -> Finding:
    """Scores that mix query and key align; one that adds them does not."""
    stored = results.load("align-phrases")
    table, names = stored.table("scores"), stored.recipe["attentions"]
    diagonal = stored.table("references").where(model="diagonal").rows[0]
    found = [table.where(attention=n).column("all") for n in names]
    worst = {n: max(x) for n, x in zip(names, found, strict=True)}
    assert max(worst[n] for n in MIXING) < diagonal["all"], "they align"
    blind = table.where(attention="linear").column("all")
    assert min(blind) > diagonal["all"], "the linear score does not"
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
    caption = """Every run with a score that mixes query and key aligns better
    than the diagonal, and none with the linear score does. Mean of three
    seeds; the marks show their range."""
    return Finding("align.scores", figure, caption, (stored,))
