"""What the site asks of a reader's machine."""

from importlib import resources
from statistics import median

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

GROUPS = {
    "first page": "book/index.html",
    "chapters": "chapters/0",
    "exercises": "chapters/exercises/",
    "results": "book/results",
}
"""Pages by the beginning of their address."""


def measured() -> results.Result:
    """What `python -m tests.measure` wrote: no recipe of the package can, since
    a browser and two sites are needed.
    """
    file = resources.files("attncourse.front").joinpath("results/site.json")
    return results.parse(file.read_text(encoding="utf-8"))


def pages() -> Finding:
    """Each chapter loads less than two thirds of what it did, with less than
    two thirds of the elements.
    """
    stored = measured()
    both = {(one["page"], one["site"]): one for one in stored.tables["pages"]}
    for page, site in both:
        if page.startswith(GROUPS["chapters"]) and site == "after":
            then, now = both[page, "before"], both[page, site]
            assert now["bytes"] < then["bytes"] * 2 / 3, page
            assert now["nodes"] < then["nodes"] * 2 / 3, page
    rows = []
    for name, begin in GROUPS.items():
        row: dict[str, str] = {"pages": name}
        for what, unit in (("bytes", 1e6), ("nodes", 1)):
            for site in ("before", "after"):
                found = [
                    one[what] / unit
                    for one in stored.tables["pages"]
                    if one["site"] == site and one["page"].startswith(begin)
                ]
                row[f"{'MB' if unit > 1 else 'elements'} {site}"] = span(found)
        rows.append(row)
    most = max(
        one["bytes"] for one in stored.tables["pages"] if one["site"] == "after"
    )
    assert most <= 2e6, "no page loads more"
    whole, before, weights = (
        f"{stored.value(name):.0f}"
        for name in ("after_whole", "before_whole", "after_weights")
    )
    caption = f"""What a page loads and holds when it is first shown, before
    anybody scrolls, in a window of {stored.recipe["width"]} by
    {stored.recipe["height"]} pixels; least and most of each group. Before: all
    figures came at once, and all results stood on one page. The whole site has
    {whole} MB (before: {before}), {weights} of them weights of models, which
    come when a reader asks for them."""
    return Finding("site.pages", tables.table(rows), caption, (stored,))


def paint() -> Finding:
    """How soon something is seen, beside an empty page."""
    stored = measured()
    ratios = sorted(
        one["milliseconds"] / one["empty"] for one in stored.tables["paints"]
    )
    slow = [ratio for ratio in ratios if ratio > 1.2]
    rows = [
        {
            "page": name,
            "times": span(
                [
                    one["milliseconds"] / one["empty"]
                    for one in stored.tables["paints"]
                    if one["page"].startswith(begin)
                ],
                digits=2,
            ),
        }
        for name, begin in (GROUPS | {"all": ""}).items()
    ]
    caption = f"""Time until something is seen, in times of that of a page of
    the theme with one line: {median(ratios):.2f} in the median of
    {len(ratios)} pages, more than 1.2 for {len(slow)} of them. Each is a ratio
    of medians of {stored.recipe["rounds"]} openings without a cache, from this
    machine to itself, in turns; on a network what a page loads counts for
    more."""
    return Finding("site.paint", tables.table(rows), caption, (stored,))


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


def span(values: list[float], digits: int | None = None) -> str:
    """From the least to the most, or the one that there is."""
    if digits is None:
        digits = 0 if max(values) > 100 else 2
    low, high = (f"{x:,.{digits}f}" for x in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"
