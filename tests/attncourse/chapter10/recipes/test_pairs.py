"""A reader's pairs become translators, in miniature."""

import pytest

from attnbook import pretrained
from attnbook.data import text
from attnbook.metrics.bleu import bleu
from tests.attncourse.chapter10.recipes.toys import VERSES
from tests.attncourse.experiments.toys import place
from tests.toys import refused

PAIRS = [(verse, verse[::-1]) for verse in VERSES]
PAIRS += [(f"the {k}", f"le {k}") for k in range(40)]


def test_each_is_measured_on_pairs_that_were_held_out(ran):
    this = ran("pairs")
    test = PAIRS[9::10][1::2]
    assert this.result.value("test") == len(test)
    for row in this.result.table("scores").rows:
        read = pretrained.read(this.workspace.weights(f"pairs-{row['model']}"))
        with place(this.folder):  # where what is said is cut off early
            said = read.translate([source for source, _ in test], beam=2)
        score = bleu(said, [target for _, target in test])[0]
        assert row["bleu"] == pytest.approx(score, abs=1e-4)
        assert this.result.samples[row["model"]] == said[:3]


def test_what_cannot_be_used_is_told(ran, monkeypatch):
    this = ran("pairs")
    monkeypatch.chdir(this.folder)
    found, remarks = text.pairs("mine.tsv")
    assert found == PAIRS
    assert remarks == [
        "1 lines without two sides are left out",
        "90 pairs that stand there twice are left out",
    ]


def test_too_few_are_refused(tmp_path):
    path = tmp_path / "few.tsv"
    path.write_text("a\tb\n")
    with refused("few.tsv has 1 pairs"):
        text.pairs(path)
