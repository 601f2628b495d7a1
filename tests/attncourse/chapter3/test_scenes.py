"""Scenes: where things lie, what is said of them, who sees which."""

from functools import cache
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_sample_images

from attnbook.data import painting
from attncourse.chapter3 import scenes
from attncourse.chapter3.scenes import Scene, Thing

pytestmark = pytest.mark.long

SPLITS = ("train", "val", "test", "held")
COUNT = 150
EACH = st.deferred(lambda: st.sampled_from(some()))
every_split = pytest.mark.parametrize("name", SPLITS)


@cache
def some() -> list[Scene]:
    return [scene for name in SPLITS for scene in scenes.split(name, COUNT)]


@given(EACH)
def test_a_box_holds_the_pixels_that_its_thing_draws_and_no_row_more(scene):
    """Alone on white: a pixel counts from a quarter of the colour."""
    for thing in scene.things:
        left, top, right, bottom = scenes.box(thing)
        assert 0 <= left < right <= scenes.SIDE
        assert 0 <= top < bottom <= scenes.SIDE
        colour = torch.tensor(scenes.COLOURS[thing.colour])[:, None, None]
        ink = ((1 - Scene((thing,)).image) / (1 - colour)).mean(0)
        drawn = ink >= scenes.DRAWN - 1e-5
        rows, columns = drawn.nonzero().T
        assert (rows.min(), rows.max()) == (top, bottom - 1)
        assert (columns.min(), columns.max()) == (left, right - 1)


@given(EACH)
def test_a_caption_names_every_thing_in_reading_order(scene):
    """Row by row, from the left; `read` holds the painted things."""
    assert sorted(scene.read) == sorted(scene.things)
    assert scenes.mentions(scene.caption) == [
        (thing.colour, thing.kind) for thing in scene.read
    ]
    rows = scenes.rows(scene.things)
    assert [thing for row in rows for thing in row] == list(scene.read)
    assert all(a.x < b.x for row in rows for a, b in pairwise(row))
    for upper, lower in pairwise(rows):
        assert max(a.y for a in upper) <= min(a.y for a in upper) + scenes.ROW
        assert min(b.y for b in lower) > min(a.y for a in upper) + scenes.ROW
    assert scene.caption.count("above") == len(rows) - 1
    assert scene.caption.count("left of") == len(scene.read) - len(rows)


def test_a_caption_by_hand():
    scene = Scene(
        (
            Thing("green", "square", 20, 50, 16),
            Thing("blue", "seven", 40, 17, 16, 7),
            Thing("red", "circle", 12, 12, 16),
        )
    )
    assert scene.caption == (
        "a red circle left of a blue seven above a green square"
    )
    assert [place for _, place in scene.words] == [
        *(-1, 0, 0),
        *(-1, -1, -1, 1, 1),
        *(-1, -1, 2, 2),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("red circle", []),
        ("a red circle above a", [("red", "circle"), ()]),
        ("a a blue", [("a", "blue"), ("blue",)]),
    ],
)
def test_mentions_of_captions_that_no_scene_has(text, found):
    assert scenes.mentions(text) == found


# Splits


@every_split
def test_a_split_is_always_the_same_and_a_longer_one_goes_on(name):
    first = scenes.split(name, 20)
    scenes.split.cache_clear()
    assert scenes.split(name, 20) == first
    assert scenes.split(name, 30)[:20] == first


def test_no_image_of_a_digit_is_in_two_of_train_val_and_test():
    """All are used; "held" shares those of test."""
    seen = {
        name: {i for each in scenes.digits(name) for i in each}
        for name in SPLITS
    }
    assert seen["held"] == seen["test"]
    assert not seen["train"] & seen["val"]
    assert not seen["train"] & seen["test"]
    assert not seen["val"] & seen["test"]
    assert len(seen["train"] | seen["val"] | seen["test"]) == 1797
    named = painting.handwritten()[1]
    for name in SPLITS:
        for number, images in enumerate(scenes.digits(name)):
            assert images
            assert (named[images] == number).all()
        for scene in scenes.split(name, COUNT):
            for thing in scene.things:
                if thing.kind in scenes.DIGITS:
                    number = scenes.DIGITS.index(thing.kind)
                    assert thing.digit in scenes.digits(name)[number]
                else:
                    assert thing.digit == -1


@every_split
def test_held_combinations_are_in_every_scene_of_held_and_in_no_other(name):
    shows = [
        any(thing[:2] in scenes.HELD for thing in scene.things)
        for scene in scenes.split(name, COUNT)
    ]
    assert all(shows) if name == "held" else not any(shows)


@given(EACH)
def test_most_of_each_thing_is_seen(scene):
    assert max(painting.covered(scene.things)) <= scenes.HIDDEN
    assert scenes.clear(scene.things)


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [
        (30, 12, "a level row"),
        (30, 21, None),  # neither beside nor below
        (12, 24, "well below"),
        (14, 12, None),  # too close to say who is left
    ],
)
def test_a_scene_whose_reading_order_is_doubtful_is_not_clear(x, y, says):
    things = [
        Thing("red", "circle", 12, 12, 14),
        Thing("blue", "circle", x, y, 14),
    ]
    assert scenes.clear(things) == bool(says)


def test_an_unknown_split_lists_those_there_are():
    with pytest.raises(
        ValueError, match="unknown split: 'dev'; there are train, val, test"
    ):
        scenes.split("dev")


@every_split
def test_every_scene_is_like_a_scene(name):
    images = scenes.paint(scenes.split(name, COUNT)).float() / 255
    assert all(map(scenes.like, images))
    assert not any(scenes.like(1 - image) for image in images)


def test_no_piece_of_a_photograph_is_like_a_scene():
    for photograph in load_sample_images().images:
        whole = torch.tensor(photograph).permute(2, 0, 1) / 255
        pieces = whole.unfold(1, 64, 61).unfold(2, 64, 61).flatten(1, 2)
        assert not any(map(scenes.like, pieces.transpose(0, 1)))
