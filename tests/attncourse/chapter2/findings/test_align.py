"""Alignment errors, as measured; what costs no training is measured again."""

import pytest

from attnbook import pretrained
from attnbook.data import phrases
from attncourse.chapter2.recipes import align
from attncourse.experiments import results


def test_the_diagonal_the_shipped_model_and_the_counts_are_measured_again():
    stored, test = results.load("align-phrases"), list(phrases.split("test"))
    diagonal, shipped = stored.tables["references"]
    assert {key: diagonal[key] for key in MEASURES} == pytest.approx(
        align.diagonal(test), rel=1e-5
    )
    again = align.measured(pretrained.load(align.ALIGN.shipped), test)
    assert {key: shipped[key] for key in MEASURES} == pytest.approx(
        {key: again[key] for key in MEASURES}, abs=0.01
    )
    # a tie may turn on the last digit
    assert shipped["bleu"] == pytest.approx(again["bleu"], abs=1)
    counts = {
        "train": len(phrases.split("train")),
        "test": len(test),
        "reordered": sum(map(align.reordered, test)),
    }
    assert counts == {name: stored.value(f"{name}_phrases") for name in counts}


MEASURES = ("all", "in_order", "reordered")
