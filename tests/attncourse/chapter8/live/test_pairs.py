"""The figure of few pairs keeps both ways, number by number. All numbers here
are made up.
"""

from attncourse.chapter8.live.pairs import LivePairs
from attncourse.figures.tables import marked
from tests.attncourse.live.toys import shown

SENTENCES = [
    {"source": "A dog runs.", "reference": "un chien court ."},
    {"source": "Two <men> eat.", "reference": "deux hommes mangent ."},
]


def run(bleu, *odd):
    """A model that writes each reference, its first words odd."""
    words = [one["reference"].split() for one in SENTENCES]
    texts = [
        marked(text, [k < n for k in range(len(text))])
        for text, n in zip(words, odd, strict=True)
    ]
    return {"bleu": bleu, "texts": texts}


WAYS = {
    "scratch": {
        100: run(2.04, 4, 3),
        1000: run(11.0, 2, 2),
        10_000: run(38.0, 1, 0),
        29_000: run(56.0, 0, 0),
    },
    "pretrained": {
        1000: run(26.0, 1, 0),
        10_000: run(42.0, 0, 0),
        100: run(9.0, 3, 1),
    },
}


def test_it_keeps_all_numbers_of_pairs_and_marks_as_parts():
    state = shown(LivePairs(SENTENCES, WAYS))["state"]
    assert state["counts"] == [100, 1000, 10_000, 29_000]
    assert (state["count"], state["sentence"]) == (3, 0)
    scratch, pretrained = state["ways"]
    assert scratch["label"] == "from scratch"
    assert pretrained["runs"][3] is None
    assert [one["bleu"] for one in pretrained["runs"][:3]] == [9.0, 26.0, 42.0]
    first = scratch["runs"][0]
    assert first["bleu"] == 2.0
    assert first["texts"] == [
        ["", "un chien court ."],
        ["", "deux hommes mangent", " ."],
    ]


def test_brackets_of_a_text_that_is_not_marked_are_its_own():
    plain = {"bleu": 1.0, "texts": ["a [b]", "c"]}
    ways = {"scratch": {10: plain}, "pretrained": {10: plain}}
    runs = LivePairs(SENTENCES, ways).ways[0]["runs"]
    assert runs[0]["texts"] == [["a [b]"], ["c"]]


def test_its_picture_draws_what_both_have_and_says_it():
    text = LivePairs(SENTENCES, WAYS).still().alt
    assert "from scratch: 2.00 at 100, 11.00 at 1000, 38.00 at 10000" in text
    assert "pretrained: 9.00 at 100, 26.00 at 1000, 42.00 at 10000" in text
