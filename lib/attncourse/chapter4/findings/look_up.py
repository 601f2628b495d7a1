"""One matrix for keys and values, or two: what it does to looking up."""

from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, lines, seeds
from attncourse.experiments.results import Table

NAME = "look-up"


def by_width() -> Finding:
    """Two matrices do with half the width what one does; with enough width
    both serve.
    """
    stored = results.load(NAME)
    table = stored.table("accuracy")
    one, two = (
        table.over(by="width", of="accuracy", where={"kind": kind})
        for kind in ("shared", "separate")
    )
    inputs = table.where(kind="inputs").mean("accuracy")
    at = {width: k for k, width in enumerate(one.x)}
    narrow = [at[width] for width in (2, 4)]
    assert all(one.high[k] < two.low[k] for k in narrow), "two are ahead"
    wide = min(one.low[at[8] :] + two.low[at[8] :])
    assert wide > 0.99, "with enough width both serve"
    figure = lines(
        {"one matrix": one, "two matrices": two},
        xlabel="width of keys and values",
        ylabel="share of colours predicted right",
        alt="Share of right colours against the width of keys and "
        "values, with one matrix and with two.",
        limits=(0, 1),
        logx=True,
        ticks=True,
    )
    names = {"inputs": "the inputs", "shared": "one matrix"}
    search = [
        {**row, "kind": names.get(row["kind"], "two matrices")}
        for row in stored.table("search").rows
    ]
    rates = caveats.chosen(Table("search", search), "kind", "loss")
    caption = f"""At width 4 one matrix gets {one.mean[at[4]]:.2f} of the
    colours right, two matrices {two.mean[at[4]]:.2f}; at width 8 it is
    {one.mean[at[8]]:.2f} and {two.mean[at[8]]:.2f}. With the inputs
    themselves, {stored.recipe["inputs"]} wide, as keys and values:
    {inputs:.2f}. Chance: {stored.value("chance"):.3f}. Learning rates, chosen
    at width {stored.recipe["searched"]}: {rates}.
    {stored.recipe["tested"]:,} questions; {seeds(table)}, their range
    shaded."""
    return Finding("look_up.by_width", figure, caption, (stored,))
