"""Drawings of translation show what the models wrote."""

import pytest

from attncourse.chapter1.drawings import bottleneck
from attncourse.chapter1.drawings.translation import SENTENCE, SOURCE, clothes
from attncourse.experiments import results
from tests.attncourse.drawing.toys import said

MODELS = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")


@pytest.mark.parametrize("model", MODELS)
def test_clothes_stand_in_the_stored_translation(model):
    written = results.load(model).samples["hypotheses"][SENTENCE]
    worn = clothes(model)
    assert len(worn) == len(SOURCE)
    assert all(item in written for item in worn)
    words = " ".join(said(bottleneck())).split()
    assert set(" ".join(worn).split()) <= set(words)
