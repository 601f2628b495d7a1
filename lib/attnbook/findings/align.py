"""Whether the weights are an alignment, where the true one is known."""

from itertools import product
from typing import Any

from attnbook import results
from attnbook.findings.finding import Finding, seeds
from attnbook.show import tables

MEASURES = {
    "all": "all phrases",
    "in_order": "in order",
    "reordered": "reordered",
}
MIXING = ("additive", "general", "dot")


def scores() -> Finding:
    """Scores that mix query and key align in either decoder; others do not."""
    stored = results.load("align-phrases")
    table, others = stored.table("scores"), stored.table("references")
    diagonal = others.where(model="diagonal").rows[0]
    wirings, names = (stored.recipe[key] for key in ("wirings", "attentions"))
    mixing = [row for row in table.rows if row["attention"] in MIXING]
    aligned = [row for row in mixing if row["all"] < diagonal["all"]]
    assert len(aligned) > 0.9 * len(mixing), "nearly every run aligns"
    blind = table.where(attention="linear").column("all")
    assert min(blind) > diagonal["all"], "the linear score does not align"
    best: dict[str, list[tuple[Any, str]]] = {}
    rows: list[dict[str, Any]] = []
    for wiring, name in product(wirings, names):
        part = table.where(wiring=wiring, attention=name)
        row = {"score": name, "decoder": wiring.capitalize()}
        for measure, heading in MEASURES.items():
            row[heading] = _mean(part.column(measure))
        row["worst seed"] = max(part.column("all")) if name != "none" else None
        rows.append(row | {"BLEU": _mean(part.column("bleu"))})
        if name in MIXING:
            best.setdefault(wiring, []).append((row["all phrases"], name))
    winners = {wiring: min(found)[1] for wiring, found in best.items()}
    assert len(set(winners.values())) > 1, "no score is best in both decoders"
    for other in others.rows:
        row = {"score": other["model"], "decoder": None}
        row |= {text: other[key] for key, text in MEASURES.items()}
        rows.append(row | {"worst seed": None, "BLEU": other["bleu"]})
    told = ", ".join(
        f"the {name} score in {wiring.capitalize()}'s decoder"
        for wiring, name in winners.items()
    )
    caption = f"""Alignment error rate on {stored.value("test_phrases")}
    phrases, {stored.value("reordered_phrases")} of them reordered: mean over
    {seeds(table)}, the worst of them, and BLEU. {len(aligned)} of
    {len(mixing)} runs with a score that mixes query and key align better than
    the diagonal. Lowest mean error: {told}."""
    shown = tables.table(rows, digits={"BLEU": 1})
    return Finding("align.scores", shown, caption, (stored,))


def _mean(values: list[Any]) -> float | None:
    return None if None in values else sum(values) / len(values)
