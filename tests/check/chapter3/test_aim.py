"""Where an answer has its point, found by boxes of one pixel."""

import pytest

from attnbook.check.chapter3.aim import traced
from attnbook.check.chapter3.looked import hit, looks, share, within
from attnbook.check.chapter3.turns import CASES


def right(weights, boxes, side):
    """The right share."""
    return share(hit, weights, boxes, side)


@pytest.mark.parametrize(("dx", "dy"), [(3, 0), (0, -2), (-5, 5)])
def test_a_point_beside_the_centre_is_found(dx, dy):
    def beside(weights, boxes, side):
        words = looks(weights, boxes, side)
        points = [(x + dx, y + dy) for x, y in (word.centre for word in words)]
        hits = [
            within(*point, word.box)
            for point, word in zip(points, words, strict=True)
        ]
        return sum(hits) / len(hits)

    assert f"is x = {20 + dx}, y = {6 + dy}: its centre is x = 20, y = 6" in (
        traced(CASES, beside)
    )


def test_single_words_rightly_judged_leave_the_count():
    def best(weights, boxes, side):
        words = looks(weights, boxes, side)
        return max(float(hit(word)) for word in words)

    assert "each word alone is judged rightly" in traced(CASES, best)


def test_edges_are_left_to_the_cases():
    def closed(weights, boxes, side):
        words = looks(weights, boxes, side)
        grown = [
            word._replace(box=(*word.box[:2], word.box[2] + 1, word.box[3]))
            for word in words
        ]
        return sum(map(hit, grown)) / len(words)

    assert traced(CASES, closed) is None


def test_a_hit_of_one_word_is_one():
    assert "a share of 1, and yours is 0.25" in traced(
        CASES, lambda *given: right(*given) / 4
    )
