"""Whether the weights are an alignment, where the true one is known."""

from itertools import product
from typing import Any

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.experiments.results import Result, Row, Table
from attncourse.figures import plots, tables

MEASURES = {
    "all": "error, all",
    "in_order": "in order",
    "reordered": "reordered",
}
MIXING = ("additive", "general", "dot")


def scores() -> Finding:
    """Scores that mix query and key align, in either decoder."""
    stored, table, diagonal = _stored()
    wirings, names = (stored.recipe[key] for key in ("wirings", "attentions"))
    names = [name for name in names if name != "none"]
    mixing = [row for row in table.rows if row["attention"] in MIXING]
    aligned = [row for row in mixing if row["all"] < diagonal["all"]]
    assert len(aligned) > 0.9 * len(mixing), "nearly every run aligns"
    blind = table.where(attention="linear").column("all")
    assert min(blind) > diagonal["all"], "the linear score does not align"
    curves = {
        wiring: [
            table.where(wiring=wiring, attention=name).column("all")
            for name in names
        ]
        for wiring in wirings
    }
    means = {w: [sum(v) / len(v) for v in found] for w, found in curves.items()}
    best = {w: names[found.index(min(found))] for w, found in means.items()}
    assert len(set(best.values())) > 1, "no score is best in both decoders"
    labels = {wiring: f"{wiring.capitalize()}'s decoder" for wiring in wirings}
    figure = plots.bars(
        names,
        {labels[w]: found for w, found in means.items()}
        | {"diagonal": [diagonal["all"]] * len(names)},
        xlabel="score",
        ylabel="alignment error rate",
        error={
            labels[w]: ([min(v) for v in found], [max(v) for v in found])
            for w, found in curves.items()
        },
    )
    told = ", ".join(f"{best[w]} in {labels[w]}" for w in wirings)
    caption = f"""Alignment error rate on {stored.value("test_phrases")}
    phrases: mean over {seeds(table)}, the interval from the best seed to the
    worst. {len(aligned)} of {len(mixing)} runs with a score that mixes query
    and key align better than the diagonal. The lowest mean: {told}."""
    return Finding("align.scores", figure, caption, (stored,))


def numbers() -> Finding:
    """Every score in both decoders, and each decoder without attention."""
    stored, table, diagonal = _stored()
    wirings, names = (stored.recipe[key] for key in ("wirings", "attentions"))
    rows: list[dict[str, Any]] = []
    for wiring, name in product(wirings, names):
        part = table.where(wiring=wiring, attention=name)
        row = {"score": name, "decoder": wiring.capitalize()}
        for measure, heading in MEASURES.items():
            row[heading] = _mean(part.column(measure))
        rows.append(row | {"BLEU": _mean(part.column("bleu"))})
    plain = [row["BLEU"] for row in rows if row["score"] == "none"]
    mixing = [row["BLEU"] for row in rows if row["score"] in MIXING]
    assert max(plain) < min(mixing), "without attention BLEU is lower"
    shipped = stored.table("references").rows[1]
    for name, other in (("diagonal", diagonal), ("shipped model", shipped)):
        row = {"score": name, "decoder": None}
        row |= {text: other[key] for key, text in MEASURES.items()}
        rows.append(row | {"BLEU": other["bleu"]})
    caption = f"""Alignment error rates on {stored.value("test_phrases")}
    phrases, {stored.value("reordered_phrases")} of them reordered (all links of
    a group are counted together), and BLEU on the same phrases: mean over
    {seeds(table)}. The shipped model was trained on other sentences and has
    never seen these phrases."""
    shown = tables.table(rows, digits={"BLEU": 1})
    return Finding("align.numbers", shown, caption, (stored,))


def _stored() -> tuple[Result, Table, Row]:
    """The result, its scores, and the errors of the diagonal."""
    stored = results.load("align-phrases")
    diagonal = stored.table("references").where(model="diagonal").rows[0]
    return stored, stored.table("scores"), diagonal


def _mean(values: list[Any]) -> float | None:
    return None if None in values else sum(values) / len(values)
