"""The alignment explorer holds the numbers it is given, says them, and refuses
a choice that is not there."""

import numpy as np
import pytest
from traitlets import TraitError

from attnbook.show.live.alignment import AlignmentExplorer
from tests.show.live.toys import shown

SOURCE = ["a", "<b>", "</script>"]
TARGET = ["un", "&"]
WEIGHTS = np.array([[0.70049, 0.2, 0.09951], [0.0, 0.25, 0.75]])
LONG = {
    "source": ["x", "y"],
    "target": list("pqrst"),
    "weights": np.tile([0.25, 0.75], (5, 1)),
}
CHOICES = ("example", "side", "variant", "word")


def example(**changes):
    given = {"source": SOURCE, "target": TARGET, "weights": WEIGHTS}
    return given | changes


def compared(**changes):
    """An example of two variants, the second without weights."""
    variants = {
        "attention": {"target": TARGET, "weights": WEIGHTS},
        "one vector": {"target": ["deux", "&", "trois"]},
    }
    return {"source": SOURCE, "variants": variants | changes}


def test_the_state_is_that_of_the_widget_with_3_digits():
    given = example(known={(1, 2), (0, 0)}, caption="Two words.")
    explorer = AlignmentExplorer([given], languages=["en", "fr"])
    state = shown(explorer)["state"]
    names = (*CHOICES, "examples", "languages")
    assert state == {name: getattr(explorer, name) for name in names}
    (first,) = state["examples"]
    assert (first["source"], first["caption"]) == (SOURCE, "Two words.")
    (only,) = first["variants"]
    assert only["weights"] == [[0.7, 0.2, 0.1], [0.0, 0.25, 0.75]]
    assert only["known"] == [[0, 0], [1, 2]]
    assert (only["name"], only["target"]) == ("", TARGET)


def test_variants_keep_their_names_order_and_words():
    explorer = AlignmentExplorer([compared()])
    one, two = explorer.examples[0]["variants"]
    assert (one["name"], two["name"]) == ("attention", "one vector")
    assert (one["target"], two["target"]) == (TARGET, ["deux", "&", "trois"])
    assert two["weights"] is None


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


def test_its_text_names_the_variant_and_passes_over_one_without_weights():
    linear = {"target": ["z"], "weights": [[0, 1, 0]]}
    explorer = AlignmentExplorer([compared(linear=linear)])
    for variant, name in enumerate(("attention", "linear", "linear")):
        explorer.variant = variant
        assert f"source words, {name}. Sentence 1" in explorer.still().alt


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"example": 99}, r"example must lie in 0 \.\. 1: example=99"),
        ({"variant": 1}, r"variant must lie in 0 \.\. 0: variant=1"),
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


def test_another_sentence_side_or_variant_keeps_the_word_if_it_has_one():
    explorer = AlignmentExplorer([example(), LONG], example=1, word=1)
    explorer.example = 0
    assert explorer.word == 1
    explorer.example, explorer.word = 1, 4
    explorer.example = 0
    assert explorer.word == 0
    explorer.side, explorer.word = "source", 2
    explorer.side = "target"
    assert explorer.word == 0
    both = AlignmentExplorer([compared()], variant=1, word=2)
    both.variant = 0
    assert both.word == 0


def test_the_page_may_change_all_choices_at_once():
    explorer = AlignmentExplorer([example(), LONG])
    explorer.set_state({"word": 4, "example": 1})
    assert (explorer.example, explorer.word) == (1, 4)
    explorer.set_state({"word": 1, "side": "source"})
    assert (explorer.side, explorer.word) == ("source", 1)


def test_its_examples_are_fixed():
    explorer = AlignmentExplorer([example()])
    with pytest.raises(TraitError, match='"examples" trait is read-only'):
        explorer.examples = []


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "examples is empty"),
        (
            [example(target=["un"])],
            r"example 0: weights \(2, 3\), 1 target and 3 source words",
        ),
        (
            [example(), example(weights=WEIGHTS * 2)],
            "example 1: weights must be distributions.*row 0 sums to 2.0",
        ),
        (
            [example(known={(0, 3)})],
            r"example 0: known alignment outside .* \(0, 3\), weights \(2, 3\)",
        ),
        (
            [compared(), compared(more={"target": ["z"]})],
            r"example 0 has \['attention', 'one vector'\], example 1 has \[.*m",
        ),
    ],
)
def test_examples_that_do_not_fit_are_refused_with_their_values(
    examples, message
):
    with pytest.raises(ValueError, match=message):
        AlignmentExplorer(examples)
