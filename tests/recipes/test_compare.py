"""Two systems and two baselines on the same sentences."""

from dataclasses import replace

import pytest

from attnbook import recipes
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.recipes import compare
from attnbook.recipes.place import Place
from tests.recipes.toys import translator
from tests.toys import multi30k

COMPARE = recipes.load("compare-en-fr")


@pytest.fixture(autouse=True)
def corpus(tmp_path, monkeypatch):
    multi30k(tmp_path / "data", monkeypatch)


def test_comparing_a_system_with_itself_finds_nothing(tmp_path):
    """Both results are those that stand in the place itself, not the shipped
    ones.
    """
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    place, first, second = Place(tmp_path), translator("one"), translator("two")
    for side in (first, second):
        place.write(side, seconds=0.0, samples={"hypotheses": references[::-1]})
    result = replace(COMPARE, first=first, second=second, resamples=20).run(
        place
    )
    rows = result.table("difference").rows
    assert [(row["difference"], row["low"], row["high"]) for row in rows] == [
        (0, 0, 0)
    ] * 6
    assert rows[0]["sentences"] == sum(row["sentences"] for row in rows[1:])
    copied, nearest = (
        result.table("baselines").where(sentences=len(sources)).rows
    )
    assert copied["bleu"] == pytest.approx(
        bleu(sources, references)[0], rel=1e-5
    )
    assert nearest["bleu"] > copied["bleu"]


def test_the_nearest_sentence_is_the_sentence_itself_when_it_is_known():
    pairs = translation.load("multi30k", "en-fr", "train")
    rows = compare.baselines(COMPARE, *map(list, zip(*pairs, strict=True)))
    nearest = [
        row for row in rows if row["baseline"] == "nearest training sentence"
    ]
    assert [row["bleu"] for row in nearest] == pytest.approx(
        [100] * len(nearest)
    )
