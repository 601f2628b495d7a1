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


def test_one_vector_loses_and_attention_keeps():
    labels = said(bottleneck())
    kept = [
        sum(
            word in item
            for (_, word, _), item in zip(SOURCE, worn, strict=True)
        )
        for worn in map(clothes, MODELS)
    ]
    assert kept[0] < kept[1] == len(SOURCE)
    assert labels.count("kept") == sum(kept)
    assert labels.count("lost") == len(SOURCE) - kept[0]
    assert f"{kept[0]} of 3 garments" in bottleneck().caption
