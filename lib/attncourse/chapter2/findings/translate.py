"""How each translator was chosen."""

from attncourse.chapter1.findings.translators import LABELS
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Table
from attncourse.figures import tables


def search(*models: str) -> Finding:
    """Every model, by default both, had the same search; the best on validation
    was kept.
    """
    sides = [results.load(name) for name in models or LABELS]
    rows = []
    for side in sides:
        trials = side.table("search").rows
        best = max(trials, key=lambda trial: trial["validation_bleu"])
        assert side.value("dropout") == best["dropout"], (
            "the best on validation is the one that is shipped"
        )
        assert [trial["dropout"] for trial in trials] == side.recipe[
            "dropouts"
        ], "every candidate was tried"
        for trial in trials:
            row = {
                "model": LABELS[side.name],
                "dropout": trial["dropout"],
                "validation BLEU": trial["validation_bleu"],
            }
            kept = {"kept": "yes", "test perplexity": side.value("perplexity")}
            rows.append(
                row
                | (
                    kept
                    if trial == best
                    else {"kept": "no", "test perplexity": None}
                )
            )
    same = [
        side.recipe
        | {"name": "", "model": side.recipe["model"] | {"attention": ""}}
        for side in sides
    ]
    assert all(other == same[0] for other in same), (
        "the models had the same search"
    )
    sizes = [side.value("parameters") for side in sides]
    assert max(sizes) / min(sizes) <= 1.1, (
        "the models differ in size by less than a tenth"
    )
    epochs = sides[0].recipe["settings"]["epochs"]
    choices = caveats.chosen(
        Table("search", rows),
        "model",
        of="validation BLEU",
        what="dropout",
        best=max,
    )
    caption = f"""Validation BLEU of greedy search after {epochs} epochs. The
        best rate was kept: {choices}. One training each."""
    return Finding(
        "translate.search", tables.table(rows), caption, tuple(sides)
    )
