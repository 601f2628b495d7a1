"""The shares that are drawn are those of the definition."""

from attncourse import spec
from attncourse.chapter1.drawings.score import OUTPUT, REFERENCE, bleu
from tests.attncourse.drawing.toys import bold, said


def test_the_shares_are_counted():
    labels = said(bleu())
    for n, share in enumerate(("4 of 5", "3 of 4", "2 of 3", "1 of 2"), 1):
        common = spec.ngrams(OUTPUT, n) & spec.ngrams(REFERENCE, n)
        assert share == f"{common.total()} of {len(OUTPUT) - n + 1}"
        assert share in labels


def test_the_score_is_the_one_of_spec():
    score = spec.bleu([OUTPUT], [REFERENCE])
    assert any(text.endswith(f"= {score / 100:.2f}") for text in bold(bleu()))
    assert f"is {score:.0f};" in bleu().caption
