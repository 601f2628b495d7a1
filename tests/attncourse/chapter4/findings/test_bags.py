"""Poolings by the size of the bag, and who finds the nine."""

import torch

from attnbook.data import painting
from attncourse.chapter4 import findings
from attncourse.chapter4.findings.bags import NAME
from attncourse.experiments import results


def test_the_opening_bag_has_its_nine_where_the_table_says():
    case = results.load(NAME).samples["cases"][0]
    assert f"Bag {case['bag'] + 1} of" in findings.bags.opening_bag().caption
    nines = painting.handwritten()[1][torch.tensor(case["digits"])] == 9
    assert nines.nonzero().flatten().tolist() == [case["place"]]
    row, column = divmod(case["place"], 8)
    caption = findings.bags.opening().caption
    assert f"row {row + 1}, column {column + 1}" in caption
    assert "40 handwritten digits" in findings.bags.opening_bag().caption
    assert "largest weight" in repr(findings.bags.cases())
