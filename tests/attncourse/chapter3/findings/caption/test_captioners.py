"""What captioners said, with the slots that are wrong marked."""

from attncourse.chapter3 import scenes
from attncourse.chapter3.findings.caption import captioners

CASE = {
    "things": [
        ["red", "circle", 20, 20, 16, -1],
        ["blue", "cross", 45, 20, 16, -1],
    ],
    "caption": "a red circle left of a blue cross",
    "none": {"text": "a red square left of a blue cross above a green two"},
    "attention": {"text": "a red circle"},
}


def test_a_case_is_a_scene_again():
    found = captioners.scene(CASE)
    assert isinstance(found, scenes.Scene)
    assert found.caption == CASE["caption"]


def test_slots_that_are_wrong_are_marked():
    """A thing too many is wrong, a thing too few cannot be marked."""
    rows = captioners.texts(CASE, ("none", "attention"))
    assert [row["who"] for row in rows] == [
        "right",
        "one vector",
        "with attention",
    ]
    assert rows[1]["caption"] == (
        "a red [square] left of a blue cross above a [green two]"
    )
    assert rows[2]["caption"] == "a red circle"
