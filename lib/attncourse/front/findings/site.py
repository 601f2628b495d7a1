"""What the models of the site take on a reader's machine."""

from importlib import resources

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables


def measured() -> results.Result:
    """What `python -m tests.measure` wrote: no recipe of the package can, since
    a browser is needed.
    """
    file = resources.files("attncourse.front").joinpath("results/site.json")
    return results.parse(file.read_text(encoding="utf-8"))


def playground() -> Finding:
    """What the models in the page take."""
    stored = measured()
    rows = [
        {
            "models": one["what"].split(",")[0],
            "asked": one["what"].split(", ")[1],
            "milliseconds": f"{one['milliseconds']:.0f}",
        }
        for one in stored.tables["answers"]
    ]
    weights = f"{stored.value('after_weights'):.0f}"
    caption = f"""What one answer in the page takes, in the median of
    {stored.recipe["rounds"]}; several models of a figure one after the other.
    All weights of the site have {weights} MB. The Transformer Explainer (Cho et
    al. 2024), which runs GPT-2 in a page, loads about 600 MB: a far larger
    model, and a better writer."""
    return Finding("site.playground", tables.table(rows), caption, (stored,))
