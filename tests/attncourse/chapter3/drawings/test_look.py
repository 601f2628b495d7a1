"""Every word reads the place of its thing."""

from attncourse.chapter3.drawings import captioner
from attncourse.chapter3.drawings.look import LOOKS
from attncourse.chapter3.drawings.scene import THINGS
from tests.attncourse.drawing.toys import said


def test_every_word_reads_the_place_of_its_thing():
    labels = said(captioner())
    assert set(LOOKS) <= set(labels)
    for thing in THINGS:
        place = int(3 * thing.y), int(3 * thing.x)
        for word in (thing.colour, thing.kind):
            assert LOOKS.get(word, (place, 1))[0] == place
