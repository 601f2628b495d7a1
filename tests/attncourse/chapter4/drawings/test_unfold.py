"""Places in the drawing of unfolding keep their order and their number."""

from attncourse.chapter4.drawings import unfold
from attncourse.chapter4.drawings.unfold import ASKS, GRID
from tests.attncourse.drawing.toys import said


def test_the_output_has_the_size_of_what_asks():
    labels = said(unfold())
    size = f"{ASKS[0]} \u00d7 {ASKS[1]}"
    assert {f"queries {size}", f"output {size}"} <= set(labels)
    places, asked = GRID[0] * GRID[1], ASKS[0] * ASKS[1]
    assert f"{asked} \u00d7 {places} weights" in labels
    assert labels.count(str(asked)) == 2 and labels.count(str(places)) == 7
    assert "queries of another size make an output" in unfold().caption
