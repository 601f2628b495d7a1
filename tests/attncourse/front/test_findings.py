"""What the last page shows is what the results say."""

import pytest

from attncourse.experiments import results
from attncourse.front.findings import models, site


def test_all_translators_that_are_scored_on_the_test_sentences_are_shown():
    scored = {
        name
        for name in results.names()
        if "greedy_bleu" in results.load(name).values
    }
    assert scored - set(models.LABELS) == {"bahdanau-36-epochs"}


def test_the_sentence_is_the_first_of_all():
    found = models.sentence()
    said = [row[1] for row in found.display.cells]
    assert said == [
        results.load(name).samples["hypotheses"][0] for name in models.LABELS
    ]


def test_the_scores_are_those_of_the_results():
    text = models.scores().display.alt
    for name, label in models.LABELS.items():
        for kind in ("greedy_bleu", "bleu"):
            score = results.load(name).value(kind)
            assert f"{score:.2f} at {label}" in text


def test_what_is_said_of_pages_is_in_the_rows():
    """Least and most of each group; the groups hold pages."""
    stored = site.measured().tables["pages"]
    table = site.pages().display
    for cells in table.cells:
        begin = site.GROUPS[cells[0]]
        for heading, cell in zip(table.headings[1:], cells[1:], strict=True):
            what, when = heading.split()
            name, unit = ("bytes", 1e6) if what == "MB" else ("nodes", 1)
            found = [
                row[name] / unit
                for row in stored
                if row["site"] == when and row["page"].startswith(begin)
            ]
            ends = [float(x.replace(",", "")) for x in cell.split(" to ")]
            assert [ends[0], ends[-1]] == pytest.approx(
                [min(found), max(found)], abs=0.51 / (100 if unit > 1 else 1)
            )


def test_slow_pages_are_counted():
    rows = site.measured().tables["paints"]
    slow = [r for r in rows if r["milliseconds"] > 1.2 * r["empty"]]
    assert f"more than 1.2 for {len(slow)} of them" in " ".join(
        site.paint().caption.split()
    )


def test_every_figure_of_the_playground_was_asked():
    rows = site.playground().display.cells
    assert len(rows) == 4
    assert all(0 < float(row[-1]) < 10_000 for row in rows)
