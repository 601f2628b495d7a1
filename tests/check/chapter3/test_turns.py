"""The cases of the pointing game: what each of them tells apart."""

import pytest

from attnbook.check.chapter3 import misread
from attnbook.check.chapter3.looked import hit, share
from attnbook.check.chapter3.turns import CASES


def asked(words):
    """The arguments of the case that begins with these words."""
    (case,) = [case for case in CASES if case.says.startswith(words)]
    return case.make()


def test_each_case_asks_another_thing_and_hits_are_mixed():
    assert len({case.says.split(" (T=")[0] for case in CASES}) == len(CASES)
    shares = [share(hit, **case.make()) for case in CASES]
    assert {0.0, 1.0} < {*shares}


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("right and bottom", misread.closed),
        ("right and bottom", misread.short),
        ("left and top", misread.open),
        ("left and top", lambda word: misread.beside(word, 1.0)),
        ("a centre may lie", misread.to_the_last),
        ("only the place of", misread.inside),
        ("of close weights", lambda word: not hit(word)),
    ],
)
def test_a_case_tells_its_mistake_from_the_right_answer(words, rule):
    given = asked(words)
    assert share(rule, **given) != share(hit, **given)


def test_half_a_pixel_more_is_told_from_the_number_of_the_last_pixel():
    given = asked("a centre may lie")
    more = share(lambda word: misread.beside(word, 0.5), **given)
    assert more != share(misread.to_the_last, **given)
