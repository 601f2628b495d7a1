"""What the stacks and the board show, and what would refute it."""

from operator import attrgetter

import pytest

from attncourse.chapter7 import findings
from attncourse.experiments import results
from tests.attncourse.experiments.stored import altered, put
from tests.attncourse.live.toys import shown

ALONE = dict.fromkeys(("residual", "normalisation", "feed_forward"), False)
WHOLE = dict.fromkeys(ALONE, True)


def test_the_figure_of_the_opening_is_light_and_has_all_choices():
    figure = findings.depth.collapse().display
    assert len(figure._repr_mimebundle_()[0]["text/html"]) < 60_000
    choices = shown(figure)["state"]["choices"]
    assert len(choices) == 8
    depths = results.load("depth").recipe["depths"]
    assert all([n for n, _ in one["losses"]] == depths for one in choices)


def test_captions_say_how_much_was_measured():
    assert "200 sentences and 3 seeds" in findings.depth.collapse().caption
    told = findings.depth.losses().caption
    assert "rates of 0.001 and 0.0003" in told
    assert "log 8 = 2.079" in told


def test_the_table_has_the_remedies_beside_each_setting():
    table = findings.depth.switchboard().display
    assert len(table.cells) == 1 + 3 + 2
    assert table.headings[1:] == ("rate 0.003", "rate 0.001", "rate 0.0003")
    tried = [row[0] for row in table.cells if row[2]]
    assert "post-norm, no warm-up" in tried
    assert "no residual" in tried


def heavy(stored):
    """A change: the whole model ends worse than any other."""
    for run in stored.samples["runs"]:
        if run["residual"] and not run["post"]:
            run["moments"][-1]["loss"] = 9.0


def seeing(stored):
    """A change: a model without residuals learns."""
    for run in stored.samples["runs"]:
        if not run["residual"]:
            run["moments"][-1]["loss"] = 0.5


@pytest.mark.parametrize(
    ("result", "finding", "change"),
    [
        ("depth", "collapse", put("loss", "loss", 1.0, depth=10, **ALONE)),
        ("depth", "losses", put("loss", "loss", 1.0, rate=1e-3)),
        ("depth", "losses", put("loss", "loss", 1.0, depth=6, **ALONE)),
        ("depth", "losses", put("loss", "loss", 1.0, depth=2, **ALONE)),
        ("depth", "losses", put("loss", "loss", 1.0, depth=8, **WHOLE)),
        ("switchboard", "board", heavy),
        ("switchboard", "board", seeing),
        ("switchboard", "switchboard", put("ends", "loss", 9.0)),
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, result, finding, change
):
    altered(monkeypatch, result, change)
    with pytest.raises(AssertionError, match=r"\w"):
        attrgetter(f"depth.{finding}")(findings)()
