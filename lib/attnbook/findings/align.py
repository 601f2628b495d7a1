"""Whether the weights are an alignment, where the true one is known."""

from attnbook import results
from attnbook.findings.finding import Finding, seeds
from attnbook.show import tables

MEASURES = {"all": "all phrases", "in_order": "in order", "reordered": "reordered"}


def scores() -> Finding:
    """Scores that mix query and key beat the diagonal; the linear one does not."""
    stored = results.load("align-phrases")
    table, others = stored.table("scores"), stored.table("references")
    diagonal = others.where(model="diagonal").rows[0]
    curves = {measure: table.over(by="attention", of=measure) for measure in (*MEASURES, "bleu")}
    error = dict(zip(curves["all"].x, curves["all"].mean, strict=True))
    assert max(error["additive"], error["general"], error["dot"]) < diagonal["all"] < error["linear"]
    worst = dict(zip(error, curves["in_order"].high, strict=True))
    better = [name for name in worst if worst[name] < diagonal["in_order"]]
    assert better == ["dot"], "in English order only the dot product beats the diagonal with every seed"
    mixing = [row for row in table.rows if row["attention"] != "linear"]
    failed = [row["attention"] for row in mixing if row["all"] > diagonal["all"]]
    assert len(failed) == 1, "one run of the scores that mix query and key fails"
    rows = []
    for i, name in enumerate(curves["all"].x):
        errors = {heading: curves[measure].mean[i] for measure, heading in MEASURES.items()}
        rows.append({"score": name, **errors, "worst seed": curves["all"].high[i], "BLEU": curves["bleu"].mean[i]})
    for row in others.rows:
        errors = {heading: row[measure] for measure, heading in MEASURES.items()}
        rows.append({"score": row["model"], **errors, "worst seed": None, "BLEU": row["bleu"]})
    caption = f"""Alignment error rate on {stored.value("test_phrases")} phrases,
    {stored.value("reordered_phrases")} of them reordered: mean over {seeds(table)}, the worst of them, and BLEU.
    {len(mixing) - 1} of {len(mixing)} runs with a score that mixes query and key align better than the diagonal; one
    with the {failed[0]} score does not. Where the order is English, only the {better[0]} product beats the diagonal
    with every seed. The general score and the dot product have Luong's decoder, the others
    Bahdanau's."""
    return Finding("align.scores", tables.table(rows, digits={"BLEU": 1}), caption, (stored,))
