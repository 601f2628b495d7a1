"""Shannon's game keeps each round as the page shows it."""

from attncourse.chapter8.live.shannon import LiveShannon
from tests.attncourse.live.toys import shown

EVEN = [0.25, 0.25, 0.25, 0.25]
ROUND = {
    "words": ["two", "dogs", ",", "star", "+ing", "at", "a", "t", "-", "shirt"],
    "place": 5,
    "offered": ["at", "in", "on", "over"],
    "left": [0.125, 0.5, 0.25, 0.125],
    "both": [0.5, 0.25, 0.125, 0.125],
}
LAST = {
    "words": ["a", "blue", "ball", "."],
    "place": 2,
    "offered": ["bag", "ball", "box", "skateboard"],
    "left": EVEN,
    "both": [0.0, 1.0, 0.0, 0.0],
}


def test_it_keeps_the_texts_on_both_sides_and_the_true_word():
    first, last = shown(LiveShannon([ROUND, LAST]))["state"]["rounds"]
    assert first == {
        "before": "two dogs, staring ",
        "after": " a t-shirt",
        "offered": ROUND["offered"],
        "true": 0,
        "left": ROUND["left"],
        "both": ROUND["both"],
    }
    assert (last["before"], last["after"]) == ("a blue ", ".")
    assert last["offered"][last["true"]] == "ball"


def test_a_hidden_first_word_and_a_lone_mark_of_a_word():
    words = ["dogs", "see", "an", "\u2581", "ig", "+loo"]
    made = LAST | {"words": words, "place": 0, "offered": ["dogs", *"abc"]}
    one = LiveShannon([made | {"both": EVEN}]).rounds[0]
    assert (one["before"], one["after"]) == ("", " see an igloo")


def test_its_picture_says_what_both_models_give():
    text = LiveShannon([ROUND, LAST]).still().alt
    assert "two dogs, staring [?] a t-shirt It is at." in text
    assert "words before it: 0.12 at at, 0.50 at in" in text
    assert "words on both sides: 0.50 at at, 0.25 at in" in text
