"""The alignment explorer holds the numbers it is given, says them, and refuses
a choice that is not there."""

import pytest
from traitlets import TraitError

from attncourse.chapter2.live.alignment import AlignmentExplorer
from tests.attncourse.live.toys import shown

SOURCE = ["a", "<b>", "</script>"]
TARGET = ["un", "&"]
WEIGHTS = [[0.7, 0.2, 0.1], [0.0, 0.25, 0.75]]
LONG = {
    "source": ["x", "y"],
    "target": list("pqrst"),
    "weights": [[0.25, 0.75]] * 5,
}
CHOICES = ("example", "side", "word")


def example(**changes):
    given = {"source": SOURCE, "target": TARGET, "weights": WEIGHTS}
    return given | changes


def test_the_state_is_that_of_the_widget():
    explorer = AlignmentExplorer([example()], languages=["en", "fr"])
    state = shown(explorer)["state"]
    names = (*CHOICES, "examples", "languages")
    assert state == {name: getattr(explorer, name) for name in names}
    assert state["examples"] == [example()]


def test_its_text_reads_the_sentence_that_is_chosen():
    explorer = AlignmentExplorer([example(), LONG])
    assert (
        "Sentence 1 of 2: a <b> </script>. Largest weight of each row: un, "
        "0.70 at a; &, 0.75 at </script>."
    ) in explorer.still().alt
    explorer.example = 1
    assert (
        "Sentence 2 of 2: x y. Largest weight of each row: p, 0.75 at y; q, "
    ) in explorer.still().alt


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"example": 99}, r"example must lie in 0 \.\. 1: example=99"),
        ({"word": 5}, r"word must lie in 0 \.\. 4: word=5"),
        ({"word": 1, "example": 99}, r"example must lie in 0 \.\. 1"),
        ({"side": "source", "word": 2}, r"word must lie in 0 \.\. 1: word=2"),
    ],
    ids=str,
)
def test_a_choice_that_is_not_there_is_refused_and_the_old_one_kept(
    choice, message
):
    explorer = AlignmentExplorer([example(), LONG], example=1, word=4)
    with (
        pytest.raises(TraitError, match=message),
        explorer.hold_trait_notifications(),
    ):
        for name, value in choice.items():
            setattr(explorer, name, value)
    assert (explorer.example, explorer.word) == (1, 4)
    with pytest.raises(TraitError, match=message):
        AlignmentExplorer([example(), LONG], **{"example": 1} | choice)


def test_another_sentence_or_side_keeps_the_word_if_it_has_one():
    explorer = AlignmentExplorer([example(), LONG], example=1, word=1)
    explorer.example = 0
    assert explorer.word == 1
    explorer.example, explorer.word = 1, 4
    explorer.example = 0
    assert explorer.word == 0
    explorer.side, explorer.word = "source", 2
    explorer.side = "target"
    assert explorer.word == 0


def test_the_page_may_change_all_choices_at_once():
    explorer = AlignmentExplorer([example(), LONG])
    explorer.set_state({"word": 4, "example": 1})
    assert (explorer.example, explorer.word) == (1, 4)
    explorer.set_state({"word": 1, "side": "source"})
    assert (explorer.side, explorer.word) == ("source", 1)
