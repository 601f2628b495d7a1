"""A reader's pairs become translators, in miniature."""

import math

import pytest

from attnbook import pretrained
from attnbook.metrics.bleu import bleu
from attnbook.train import sequences
from attncourse.chapter10.recipes import pairs
from attncourse.experiments.workspace import Workspace
from tests.attncourse.chapter10.recipes.toys import TOYS, VERSES
from tests.attncourse.experiments.toys import place

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
        assert row["perplexity"] == pytest.approx(math.exp(row["loss"]), 1e-4)
        assert this.result.samples[row["model"]] == said[:3]


def test_no_source_is_on_two_sides():
    """In capitals neither; what it has been translated to goes with it."""
    more = [(source.upper(), "another") for source, _ in PAIRS]
    train, validation, test = pairs.split(PAIRS + more)
    assert train[:9] == PAIRS[:9]
    assert validation[0] == PAIRS[9]
    sides = [{x.lower() for x, _ in side} for side in (train, validation, test)]
    assert sum(map(len, sides)) == len(set().union(*sides)) == len(PAIRS)
    assert len(train + validation + test) == 2 * len(PAIRS)


def test_progress_and_the_time_left_are_those_of_all_models(capfd, tmp_path):
    toy = TOYS["pairs"]
    with place(tmp_path) as monkeypatch:
        workspace = Workspace(tmp_path / "out")
        toy.prepare(monkeypatch, workspace)
        later = []
        fit = sequences.fit

        def watched(*given, **options):
            later.append(options["later"])
            return fit(*given, **options)

        monkeypatch.setattr(sequences, "fit", watched)
        toy.recipe.run(workspace)
    assert later[0] > later[1] > later[2] == 0
    said = capfd.readouterr().err
    for kind, _ in toy.recipe.models:
        assert f" of 3: {kind}\n" in said
        assert f"measuring {kind}: 100%" in said
