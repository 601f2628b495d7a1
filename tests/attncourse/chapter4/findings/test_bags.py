"""Poolings by the size of the bag, and who finds the nine."""

import torch

from attnbook.data import painting
from attncourse.chapter4 import findings
from attncourse.chapter4.findings.bags import NAME
from attncourse.experiments import results


def test_the_mean_loses_in_large_bags_and_the_maximum_holds():
    found = findings.bags.accuracy()
    assert "1,000 test bags of digits" in found.caption
    table = results.load(NAME).table("accuracy").where(size=40, bags=200)
    mean, most, attention = (
        table.where(pool=pool).column("accuracy")
        for pool in ("mean", "max", "attention")
    )
    assert max(mean) < min(*most, *attention)


def test_attention_finds_the_nine_in_every_seed():
    table = results.load(NAME).table("found").where(bags=1000)
    assert min(table.column("found")) > 0.8
    assert "images have none" in findings.bags.found().caption


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
