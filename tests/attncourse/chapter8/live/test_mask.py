"""Masks over captions: what the page gets, and the picture beside it."""

from tests.attncourse.chapter8.masks import figure


def test_recorded_captions_cost_less_the_more_is_seen():
    for example in figure().examples:
        (answer,) = example["answers"]
        assert len(answer["pieces"]) == len(answer["both"]) <= 12
        sums = [sum(answer[name]) for name in ("left", "both", "itself")]
        assert sums == sorted(sums, reverse=True)
        assert max(answer["itself"]) < max(answer["both"])


def test_its_picture_has_both_ways():
    made = figure()
    sentence = made.examples[0]["sentence"]
    assert f"“{sentence}”" in made.still().alt
    assert "all other tokens" in made.still().alt
