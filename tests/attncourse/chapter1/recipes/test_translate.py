"""What is said of a translator is measured on the file that was written."""

import pytest

from attnbook import pretrained
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.metrics.tokens import perplexity


def test_the_best_dropout_is_written_and_measured(ran, workspace):
    this = ran("translate-en-fr-bahdanau")
    recipe, result = this.toy.recipe, this.result
    search = result.table("search")
    assert search.column("dropout") == [0.0, 0.1]
    best = max(search.rows, key=lambda row: row["validation_bleu"])
    assert result.value("dropout") == best["dropout"]
    path = this.workspace.weights(recipe.name)
    assert result.value("bytes") == path.stat().st_size
    read = pretrained.read(path)
    assert read.model.config.dropout == best["dropout"]
    pairs = translation.load("multi30k", "en-fr", "test")
    sources, references = map(list, zip(*pairs, strict=True))
    said = read.translate(sources, beam=recipe.beam)
    assert result.samples["hypotheses"] == said
    score, _ = bleu(said, references)
    assert result.value("bleu") == pytest.approx(score, rel=1e-5)
    per_token = perplexity(result.value("loss"))
    assert result.value("perplexity") == pytest.approx(per_token, rel=1e-4)
    assert len(result.samples["alignments"]) == recipe.shown
    spent = sum(result.table("epochs").column("seconds"))
    assert result.made["seconds"] == pytest.approx(spent, abs=0.1)
