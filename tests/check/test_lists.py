"""Lists of tokens compared as wholes."""

import pytest

from attnbook.check.lists import compared, within

RIGHT = [7, 3, 7, 0, 5]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([], "an empty list"),
        ([5], "the last prediction alone"),
        ([7], "the first prediction alone"),
        ([5, 0, 7, 3, 7], "backwards"),
        ([7, 3, 0, 5], "a token that comes again is left out"),
        ([0, 3, 5, 7, 7], "you sort the predictions. They"),
        ([0, 3, 5, 7], "you sort the predictions, each once"),
        ([7, 7, 3, 3, 7, 7, 0, 0, 5, 5], "each token stands twice"),
        ([5, 5, 5, 5, 5], "repeats the last"),
        ([7, 7, 7, 7, 7], "repeats the first"),
        ([7, 7, 5], "every second token is missing"),
        ([0, 1, 2, 3, 4], "the positions 0, 1, 2"),
        ([7, 10, 17, 17, 22], "you add the tokens up"),
        ([0, 5], "the first of what is predicted is missing: 7, 3, 7."),
        ([7, 3], "the last of what is predicted is missing: 7, 0, 5."),
        (
            [7, 3, 7, 5],
            "you leave out 0, predicted in step 4. Is 0 taken for nothing",
        ),
        ([7, 7, 0, 5], "you leave out 3, predicted in step 2."),
        (
            [9, 8, 7, 3, 7, 0, 5],
            "ends with the right tokens, and begins with what does not belong "
            "to it: 9, 8.",
        ),
        (
            [7, 3, 7, 0, 5, 9],
            "begins with the right tokens, and goes on with what does not "
            "belong to it: 9.",
        ),
        (
            [7, 3, 9, 7, 0, 5],
            "among the right tokens stands what does not belong to the answer: "
            "9.",
        ),
        (
            [8, 4, 8, 1, 6],
            "every token that you return is the predicted one +1.",
        ),
        ([9, 7, 3, 7, 0], "one place too late: the list begins with 9."),
        ([3, 7, 0, 5, 9], "one place too early: the list ends with 9."),
        ([7, 3, 9, 0, 5], "item 2 is 9, and step 3 predicts 7: is it argmax"),
        (
            [9, 3, 7],
            "has 3 tokens, and not 5; item 0 is 9, and step 1 predicts 7:",
        ),
    ],
    ids=str,
)
def test_what_was_done_to_a_list_is_named(found, words):
    assert words in compared(found, RIGHT)


def test_nothing_belongs_to_an_empty_answer():
    assert (
        compared([4], [])
        == "nothing is predicted that belongs to the answer, and you return 4."
    )


def test_what_is_left_when_a_part_is_taken_out():
    assert within([3, 5], RIGHT) == [0, 2, 3]
    assert within([5, 3], RIGHT) is None
    assert within([], [4]) == [0]
