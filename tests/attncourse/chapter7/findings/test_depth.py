"""What the stacks and the board show, and what would refute it."""

from attncourse.chapter7 import findings
from attncourse.experiments import results
from tests.attncourse.live.toys import shown


def test_the_figure_of_the_opening_is_light_and_has_all_choices():
    figure = findings.depth.collapse().display
    assert len(figure._repr_mimebundle_()[0]["text/html"]) < 60_000
    choices = shown(figure)["state"]["choices"]
    assert len(choices) == 8
    depths = results.load("depth").recipe["depths"]
    assert all([n for n, _ in one["losses"]] == depths for one in choices)


def test_the_table_has_the_remedies_beside_each_setting():
    table = findings.depth.switchboard().display
    assert len(table.cells) == 1 + 3 + 2
    assert table.headings[1:] == ("rate 0.003", "rate 0.001", "rate 0.0003")
    tried = [row[0] for row in table.cells if row[2]]
    assert "post-norm, no warm-up" in tried
    assert "no residual" in tried
