"""The tree shows what the search of the library finds."""

import math

from attncourse import spec
from attncourse.chapter1.drawings.search import SYMBOLS, beam, following
from tests.attncourse.drawing.toys import bold

STOP = SYMBOLS.index("stop")


def test_marked_are_the_greedy_path_and_the_best_of_all():
    best, score = spec.exhaustive(following, len(SYMBOLS), STOP, 5)
    greedy = spec.greedy(following, STOP, 5)
    share = math.exp(spec.log_probability(following, greedy))
    assert best != greedy
    marked = {f"{math.exp(score):.2f} best", f"{share:.2f} greedy"}
    assert set(bold(beam())) == marked
    assert all(mark in beam().alt for mark in marked)
