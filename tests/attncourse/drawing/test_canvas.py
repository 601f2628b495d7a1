"""What is put on a canvas stands where it should."""

import pytest

from attncourse.drawing.canvas import Canvas


@pytest.mark.parametrize("via", [[], [(50, 80)], [(50, 80), (150, 80)]])
def test_an_arrow_ends_at_the_border(via):
    card = Canvas(200, 100)
    one, other = card.circle(50, 30, 10), card.box(150, 30, 20, 20)
    card.arrow(one, other, via=via)
    head = card.marks[-1]
    tip = head.commands[0][1][0]
    assert tip == ((150, 40) if len(via) == 2 else pytest.approx(tip))
    x, y = tip
    assert max(abs(x - 150), abs(y - 30)) == pytest.approx(10)
